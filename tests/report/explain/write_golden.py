"""Write the golden explanations anew: python tests/report/explain/write_golden.py."""

from pathlib import Path

from imab_verify.kernel import read
from imab_verify.report.explain import explain, write

HERE = Path(__file__).parent
KINDS = (
    "proved--rew-ratio",
    "proved--single-arm",
    "proved--bounded",
    "proved--half-horizon",
    "proved--integer-case",
    "proved--lemma",
    "proved--strict",
    "proved--last-pull",
    "proved--two-pulls",
    "proved--round-robin-one-arm",
    "proved--facts-regret",
    "proved--facts-largest-count",
    "proved--facts-different-arms",
    "proved--cells",
    "proved--side-condition",
    "proved--every-half-k",
    "proved--every-anytime",
    "proved--every-caps",
    "proved--every-short-horizon",
    "proved--some-greedy",
    "refuted--every-one-arm",
    "refuted--some-one-arm",
    "refuted--half-horizon-at-3",
    "refuted--32k-at-2k-steps",
    "refuted--tie-against-the-first",
)

if __name__ == "__main__":
    for kind in KINDS:
        certificate = read((HERE.parents[1] / "certificates/valid" / f"{kind}.json").read_bytes())
        (HERE / "golden" / f"{kind}.txt").write_text(write(explain(certificate), "text", 80))
