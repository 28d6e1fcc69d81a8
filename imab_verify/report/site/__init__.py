"""A ledger as a static site: it opens from the disk and asks the network for nothing.

    write_site(ledger, directory)    the pages, a stylesheet, a script, the certificates

mathml      words and formulas for pages
proofs      proofs told at length
runs        a run step by step, for the player
charts      the figure of the overview
names       where the page of an entry and its certificates are
pages       what every page says; templates/ has how it looks
"""

from imab_verify.report.site.pages import Extras, write_site

__all__ = ["Extras", "write_site"]
