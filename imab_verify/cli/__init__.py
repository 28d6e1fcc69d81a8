"""The command line: one file per command, loaded only when its command is called."""

from imab_verify.cli.lazy import Entry, LazyGroup

COMMANDS = {
    "simulate": Entry("imab_verify.cli.simulate:simulate", "Run a policy on an instance, exactly."),
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
