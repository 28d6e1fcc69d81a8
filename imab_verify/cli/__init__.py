"""The command line: one file per command, loaded only when its command is called."""

from imab_verify.cli.lazy import Entry, LazyGroup

COMMANDS = {
    "check": Entry("imab_verify.cli.check:check", "Decide every statement of the paper."),
    "show": Entry("imab_verify.cli.show:show", "Show one statement of the paper in full."),
    "errata": Entry("imab_verify.cli.errata:errata", "Write what is refuted as an erratum."),
    "graph": Entry("imab_verify.cli.graph:graph", "Draw which statement relies on which."),
    "report": Entry("imab_verify.cli.report:report", "Write the ledger as a site."),
    "figure": Entry("imab_verify.cli.figure:figure", "Draw a figure for a paper."),
    "init": Entry("imab_verify.cli.init:init", "Write a paper folder to start from."),
    "ask": Entry("imab_verify.cli.ask:ask", "Decide a claim of your own, for all horizons."),
    "simulate": Entry("imab_verify.cli.simulate:simulate", "Run a policy on an instance, exactly."),
    "compare": Entry("imab_verify.cli.compare:compare", "Set policies side by side, exactly."),
    "hunt": Entry("imab_verify.cli.hunt:hunt", "Search for the worst instances of a policy."),
    "worst-case": Entry(
        "imab_verify.cli.worst_case:worst_case", "The exact worst case of a policy, certified."
    ),
    "replay": Entry("imab_verify.cli.replay:replay", "Judge certificates with the kernel alone."),
}
"""Every command: where it lives, and its line in the overview."""

main = LazyGroup(
    name="imab-verify",
    entries=COMMANDS,
    help="Check, refute, repair and sharpen claims about improving bandits.",
    epilog=(
        "Every command has --help with an example, and --json for one JSON document. "
        "Exit codes: 0 success or proved, 1 refuted or different, 2 bad input, 3 unknown."
    ),
)
