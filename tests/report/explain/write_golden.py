"""Write the golden explanations anew: python tests/report/explain/write_golden.py."""

from pathlib import Path

from imab_verify.kernel import read
from imab_verify.report.explain import explain, write

HERE = Path(__file__).parent
KINDS = (
    "proved--rew-ratio",
    "proved--crossing-sum",
    "proved--round-robin-one-arm",
    "proved--every-half-k",
    "proved--some-greedy",
    "refuted--half-horizon-at-3",
)

if __name__ == "__main__":
    for kind in KINDS:
        certificate = read((HERE.parents[1] / "certificates/valid" / f"{kind}.json").read_bytes())
        (HERE / "golden" / f"{kind}.txt").write_text(write(explain(certificate), "text", 80))
