"""imab-verify replay: judge certificates with the kernel alone."""

from collections.abc import Sequence

import click

from imab_verify.cli import common


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="FILE|DIR...")
@click.option(
    "--rules", is_flag=True, help="Show also the rules that were used, as the kernel states them."
)
@common.json_option
def replay(paths: Sequence[str], rules: bool, as_json: bool) -> int:
    """Judge certificates with the kernel alone: no solver is loaded.

    A directory stands for all certificates in it and below, whatever they are called; instances
    and other files of ours are named and left alone. A file that is not a certificate is
    "malformed"; one that is a certificate, but does not prove its claim, is "rejected".

    With --rules, each rule and each fact about runs that the proofs use is printed once, as the
    kernel states it: that is what a reader has to believe.

    Exit code: 0 if all are accepted, 1 if one is rejected, 2 if one cannot be read.

    \b
    Examples:
      imab-verify replay tests/certificates/valid
      imab-verify replay --rules fifth.json
    """  # noqa: D301  click reads the backspace
    import imab_verify as iv

    done = iv.replay(*paths, progress=common.progress)
    common.show(done.showing_rules() if rules else done, as_json=as_json)
    kinds = {refusal.kind for refusal in done.rejected.values()}
    if kinds - {"rejected"}:
        return common.say("not every file could be read as a certificate", common.BAD_INPUT)
    return common.DIFFERS if kinds else common.OK
