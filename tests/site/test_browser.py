"""The site in a real browser: no errors, no requests, filters, links, the player's numbers."""

import json
import shutil
from dataclasses import replace
from fractions import Fraction
from urllib.parse import urlsplit

import pytest

from counterexample_search.problem import Problem, Score
from counterexample_search.store import Cell, Improvement
from imab_verify.ledger.check import Checked, Decided, Ledger, Result, check
from imab_verify.ledger.papers import Key, load_paper, read_paper
from imab_verify.ledger.statements import Entry, Identity, Part, Reading, Slip, Status
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies import make_policy
from imab_verify.report.site import Extras, write_site
from imab_verify.simulation import stepwise

pytestmark = pytest.mark.slow

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
IDS = ("A8", "D3", "D8", "D10", "D11a", "D14", "D22")
HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
)
WIDTHS = (360, 900, 1600)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Some statements of the built-in paper, among them refuted runs, and their worst cases."""
    paper = load_paper("proofs")
    top = tmp_path_factory.mktemp("site")
    found = check(paper, [paper.find(id_) for id_ in IDS], workers=2)
    history = tuple(Improvement(2.0 * n, Score(Fraction(8 + n, 4)), "") for n in range(2))
    hunt = Cell(Problem("algorithm-1", 2, 9), None, evaluations=10, history=history)
    write_site(found, top, Extras(hunts=[hunt]))
    return top


def with_hostile_entry(ledger):
    """What no claim file may say, a module of statements may: policies, arms, claims, lines."""
    reading = Reading(name="hostile", says=HOSTILE, claim=HOSTILE, policy=HOSTILE, arms=HOSTILE,
                      given=(HOSTILE,), where=HOSTILE)  # fmt: skip
    slip = Slip(line=HOSTILE, printed=HOSTILE, meant=HOSTILE)
    identity = Identity(name="hostile_identity", says=HOSTILE, equation=HOSTILE)
    entry = Entry(HOSTILE, HOSTILE, "hostile", HOSTILE, HOSTILE, literal=(reading,),
                  prose=(HOSTILE,), relies_on=("lem:half",), convention=HOSTILE, reason=HOSTILE,
                  slips=(slip,), identities=(identity,))  # fmt: skip
    key = Key(ledger.paper.source, HOSTILE, Part.LITERAL, "hostile", reading)
    result = Result(key, Decided(Status.UNKNOWN, "", HOSTILE, 0))
    paper = replace(ledger.paper, entries=(*ledger.paper.entries, entry))
    asked = (*ledger.asked, Checked(entry, (result,)))
    return Ledger(paper, asked, {c.entry.id: c for c in asked})


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A paper whose every text is an attempt."""
    top = tmp_path_factory.mktemp("hostile")
    text = json.dumps(HOSTILE)
    (top / "own.claims.toml").write_text(
        f"""format = "imab-claims/1"
[paper]
title = {text}
authors = [{text}]
[[claim]]
id = "lem:half"
title = {text}
claim = "OPT(T) <= ALG(T)"
policy = "algorithm-1"
statement = {text}
finding = {text}
printed = {text}
corrected = "$x {HOSTILE.replace('"', "'")}$"
"""
    )
    ledger = with_hostile_entry(check(read_paper(top / "own.claims.toml"), workers=1))
    history = (Improvement(0.0, Score(Fraction(2)), HOSTILE),)
    hunt = Cell(Problem(HOSTILE, 2, 9), None, evaluations=10, history=history)
    extras = Extras(hunts=[hunt], paper=HOSTILE)
    write_site(ledger, top / "site", extras)
    return top / "site"


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser):
    """A page that fails the test on every error and on every request that leaves the disk."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    opened = context.new_page()
    wrong, asked = [], []
    opened.on("console", lambda message: wrong.append(message.text))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "request",
        lambda request: (
            wrong.append(request.url) if urlsplit(request.url).scheme != "file" else None
        ),
    )
    yield opened
    context.close()
    assert wrong == []
    assert {urlsplit(url).scheme for url in asked} <= {"file", "data", "blob"}


def all_pages(site):
    return sorted(site.rglob("*.html"))


def arms_of(run):
    curves = [[(n, Fraction(v)) for n, v in curve] for curve in run["curves"]]
    return [Reward.from_points(curves[c]) for c in run["arms"]]


def shown(page, name):
    return page.locator(f'[data-show="{name}"] .exact').first.inner_text()


def test_every_page_loads_and_fits_at_every_width_light_and_dark(site, page):
    for number, file in enumerate(all_pages(site)):
        for width in WIDTHS:
            page.emulate_media(color_scheme="dark" if (number + width) % 2 else "light")
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(file.as_uri())
            over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert over <= 0, f"{file.name} at {width}"
            assert page.locator("h1").count() == 1


def test_the_filters_and_their_address(site, page):
    page.goto((site / "ledger.html").as_uri())
    rows = page.locator("table.ledger tbody tr:visible")
    assert rows.count() == len(IDS)
    page.select_option("[name=verdict]", "refuted")
    refuted = rows.count()
    assert 0 < refuted < len(IDS)
    assert page.url.endswith("#verdict=refuted")
    assert page.locator(".found").inner_text() == f"{refuted} of {len(IDS)} statements"
    page.fill("[name=text]", "no such words")
    assert rows.count() == 0
    page.click("button[type=reset]")
    page.wait_for_function("document.querySelectorAll('tbody tr:not([hidden])').length == 7")
    page.goto((site / "ledger.html").as_uri() + "#severity=lemma&text=rew-ratio")
    page.reload()
    assert rows.count() == 1
    assert rows.first.locator("th").inner_text() == "D11a"


def test_sorting(site, page):
    page.goto((site / "ledger.html").as_uri())
    head = page.locator("th[data-sort=claims]")
    for order, reverse in (("ascending", False), ("descending", True)):
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == order
        cells = page.locator("tbody tr td:last-child").all_inner_texts()
        numbers = [int(text or 0) for text in cells]
        assert numbers == sorted(numbers, reverse=reverse)


def test_without_a_script_the_ledger_is_a_table(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "ledger.html").as_uri())
    assert page.locator("tbody tr:visible").count() == len(IDS)
    assert page.locator(".filters:visible").count() == 0
    page.click("text=D11a")
    assert page.locator("h1").inner_text().startswith("D11a")
    context.close()


def test_a_deep_link_unfolds_its_reading_and_packed_proofs_are_there(site, page):
    page.goto((site / "entries/D11a.html").as_uri())
    page.wait_for_function("!document.querySelector('[data-packed]')")
    names = page.locator(".reading:has(details.told)").evaluate_all("all => all.map(one => one.id)")
    assert names
    name = names[-1]
    page.goto((site / "entries/D11a.html").as_uri() + f"#{name}")
    page.reload()
    assert page.locator(f"#{name} details.told").get_attribute("open") is not None
    assert page.locator(f"#{name} .proof math").first.is_visible()
    assert "Claim." in page.locator(f"#{name} .proof").inner_text()


def test_the_graph_is_clickable_and_marks_what_falls(site, page):
    page.goto((site / "graph.html").as_uri())
    used, user = (page.locator("path[data-used]").first.get_attribute(f"data-{end}")
                  for end in ("used", "by"))  # fmt: skip
    node = page.locator(f'a.node[data-id="{used}"]')
    node.focus()
    assert page.locator(".mark").inner_text().startswith(f"{used} ")
    assert page.locator(f'a.node.on[data-id="{user}"]').count() == 1
    node.press("Enter")
    page.wait_for_url(f"**/entries/{used}.html")


def test_the_numbers_of_the_player_are_those_of_the_simulator(site, page):
    name = "opt_le_rew_after_initialisation"
    page.goto((site / "entries/D22.html").as_uri() + f"#{name}")
    player = page.locator(f'.player[data-run="{name}"]')
    run = json.loads(page.locator(f"#run-{name}").inner_text())
    T, sequence = run["T"], run["sequence"]
    arms = arms_of(run)
    for t in (0, 1, T // 2, T - 1, T):
        player.locator("input").evaluate(
            "(one, t) => { one.value = t; one.dispatchEvent(new Event('input')); }", t
        )
        pulls = [sequence[:t].count(i) for i in range(run["k"])]
        exact = [player.locator(f'[data-show="{x}"] .exact').inner_text() for x in ("alg", "opt")]
        alg = sum((arm.rew(n) for arm, n in zip(arms, pulls, strict=True)), Fraction(0))
        opt = max(arm.rew(t) for arm in arms)
        assert exact == [str(alg), str(opt)]
        rows = player.locator("tbody tr").all()
        for row in rows:
            words = row.locator("th").inner_text().replace("◀ next", "").split("(")[0].split()
            some = range(int(words[0]) - 1, int(words[-1]))
            cells = row.locator("td").all()
            assert {str(pulls[i]) for i in some} == {cells[0].inner_text()}
            arm, n = arms[some[0]], pulls[some[0]]
            assert n == 0 or cells[1].locator(".exact").inner_text() == str(arm.value(n))
            assert cells[2].locator(".exact").inner_text() == str(arm.rew(n))
            if t >= 2 * run["k"]:
                assert cells[3].locator(".exact").inner_text() == str(arm.estimate(n, max(pulls)))
        winner = player.locator("tr.winner")
        assert winner.count() == (t < T)
        assert t == T or winner.locator("th").inner_text().split()[0] == str(sequence[t] + 1)


def test_the_player_is_moved_by_buttons_and_keys(site, page):
    page.goto((site / "worst-cases.html").as_uri() + "#k3-T7")
    page.reload()
    player, slider = page.locator(".case .player"), page.locator(".case .player input")
    assert slider.input_value() == "7"
    player.locator('[data-do="first"]').click()
    assert slider.input_value() == "0"
    slider.press("ArrowRight")
    player.locator('[data-do="next"]').press("ArrowRight")
    assert slider.input_value() == "2"
    player.locator('[data-do="back"]').click()
    slider.press("End")
    assert slider.input_value() == "7"
    player.locator('[data-do="first"]').click()
    player.locator('[data-do="play"]').click()
    page.wait_for_function("document.querySelector('.case .player input').value === '7'")
    assert "The run is over." in player.locator(".state").inner_text()


def test_a_cell_of_the_heat_map_shows_its_exact_worst_case(site, page):
    page.goto((site / "worst-cases.html").as_uri())
    cell = page.locator('.heat a[href="#k4-T8"]')
    cell.hover()
    assert page.locator(".exact-value").inner_text() == "k = 4, T = 8: OPT/ALG = 12"
    cell.click()
    page.wait_for_selector(".case:not([hidden])")
    assert page.locator(".case h2").inner_text() == "k = 4, T = 8"
    data = json.loads(page.locator("#runs").inner_text())["k4-T8"]
    arms = arms_of(data)
    run = stepwise.run(Instance.of(arms), make_policy("algorithm-1", {}), 8)
    assert shown(page, "alg") == str(run.alg)
    assert shown(page, "ratio") == "12"


def test_no_text_of_a_file_becomes_a_script(hostile, page):
    for file in all_pages(hostile):
        page.goto(file.as_uri())
        page.wait_for_timeout(50)
        assert page.title() != "owned"
        assert page.locator("img").count() == 0
        scripts = page.locator("script").evaluate_all("all => all.map(one => one.src + one.type)")
        assert all(text.endswith(("site.js", "json")) for text in scripts)


def test_it_prints(site, page):
    page.goto((site / "entries/D11a.html").as_uri())
    page.emulate_media(media="print")
    assert page.locator(".top nav").is_hidden()
    assert len(page.pdf()) > 10_000
