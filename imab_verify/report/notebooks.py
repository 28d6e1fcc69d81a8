"""Answers as a notebook shows them: tables, curves, and a proof that unfolds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from imab_verify.report.curves import counterexample_figure, instance_html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from imab_verify.model.instances import Instance
    from imab_verify.report.answers import Answer
    from imab_verify.report.counterexamples import Counterexample
    from imab_verify.report.explain import Document
    from imab_verify.report.replies import Reply


LONGEST = 100_000
"""A proof that takes more characters would burden the notebook that keeps it."""
TOO_LONG = "<p>The proof is long: <code>explain(&quot;html&quot;)</code> tells it.</p>"


def fields_html(pairs: Iterable[tuple[str, str]]) -> str:
    """Names and values side by side."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{escape(value)}</td></tr>'
        for name, value in pairs
    )
    return f"<table>{rows}</table>"


def table_html(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def unfolding(title: str, inside: str) -> str:
    """What is shown when it is clicked at."""
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def answer_html(answer: Answer) -> str:
    """The verdict, names and values, the curves of a counterexample, the argument."""
    from imab_verify.report.explain import explain_text, html_body

    parts = [f"<p><b>{escape(answer.verdict)}</b></p>", fields_html(answer.fields)]
    example = answer.counterexample
    if example is not None:
        parts.append(example_html(example))
    if answer.sizes:
        parts.append(table_html(["k", "T", "claimed", "worst OPT/ALG", "verdict"], answer.sizes))
    if answer.certificate is not None:
        told = html_body(explain_text(answer.certificate))
        title = "the proof" if example is None else "the counterexample, told"
        parts.append(unfolding(title, told) if len(told) <= LONGEST else TOO_LONG)
    return f"<div>{''.join(parts)}</div>"


def reply_with_instance(reply: Reply, instance: Instance) -> str:
    """What the command prints, and the curves of an instance."""
    return f"<div><pre>{escape(str(reply))}</pre>{instance_html(instance)}</div>"


def example_html(example: Counterexample) -> str:
    """The curves of a counterexample."""
    numbered = bool(example.policy)
    return counterexample_figure(example.arms, example.parameters, numbered=numbered)


def reply_with_example(reply: Reply, example: Counterexample | None) -> str:
    """What the command prints, and the curves of a counterexample, if there is one."""
    curves = "" if example is None else example_html(example)
    return f"<div><pre>{escape(str(reply))}</pre>{curves}</div>"


def reply_with_figure(reply: Reply, figure: Figure) -> str:
    """What the command prints, and a figure."""
    from imab_verify.report.figures import figure_bytes

    svg = figure_bytes(figure, "svg").decode()
    return f"<div><pre>{escape(str(reply))}</pre>{svg[svg.index('<svg') :]}</div>"


def reply_that_unfolds(reply: Reply, title: str, told: Document) -> str:
    """What the command prints, and an argument that unfolds."""
    from imab_verify.report.explain import html_body

    return f"<div><pre>{escape(str(reply))}</pre>{unfolding(title, html_body(told))}</div>"


def verdicts_html(rows: Iterable[Sequence[str]], reply: Reply) -> str:
    """The statements with their verdicts; what the command prints unfolds."""
    table = table_html(["id", "verdict", "expected", "statement"], rows)
    return f"<div>{table}{unfolding('all of it', f'<pre>{escape(str(reply))}</pre>')}</div>"
