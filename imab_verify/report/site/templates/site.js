"use strict";
/* Nothing here computes a result: numbers are counted or looked up as the simulator wrote them. */

// --- the ledger: filters, kept in the address; sorting ------------------------------------------

function ledger() {
  const table = document.querySelector("table.ledger"), form = document.querySelector(".filters");
  if (!table || !form) return;
  const rows = [...table.tBodies[0].rows];
  form.hidden = false;
  const fields = ["section", "verdict", "severity", "text"].map((name) => form.elements[name]);
  const show = () => {
    const wanted = Object.fromEntries(fields.map((f) => [f.name, f.value]));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const row of rows) {
      const text = (row.textContent + " " + row.dataset.text).toLowerCase();
      row.hidden = ["section", "verdict", "severity"].some((n) => wanted[n] && row.dataset[n] !== wanted[n])
        || !words.every((word) => text.includes(word));
      found += !row.hidden;
    }
    form.querySelector(".found").textContent = `${found} of ${rows.length} statements`;
  };
  const keep = () => {
    const chosen = new URLSearchParams(fields.filter((f) => f.value).map((f) => [f.name, f.value]));
    history.replaceState(null, "", "#" + chosen.toString());
    show();
  };
  const read = () => {
    const chosen = new URLSearchParams(location.hash.slice(1));
    for (const f of fields) {
      const value = chosen.get(f.name) || "";
      const known = f.tagName !== "SELECT" || [...f.options].some((o) => o.value === value);
      f.value = known ? value : "";
    }
    show();
  };
  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(keep));
  addEventListener("hashchange", read);
  read();
  const numeric = new Set(["number", "rank", "claims"]);
  for (const head of table.tHead.rows[0].cells) {
    const by = head.dataset.sort;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => by === "line" ? parseInt(row.cells[4].textContent, 10) || 0
        : numeric.has(by) ? Number(row.dataset[by]) : row.dataset[by].toLowerCase();
      rows.sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        const order = x < y ? -1 : x > y ? 1 : Number(a.dataset.number) - Number(b.dataset.number);
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows);
    });
  }
}

// --- long proofs are packed ----------------------------------------------------------------------

async function unpack(place) {
  const bytes = Uint8Array.from(atob(place.dataset.packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  place.innerHTML = await new Response(stream).text();
  delete place.dataset.packed;
}

// --- links to something inside what is folded ---------------------------------------------------

function unfold() {
  let target = null;
  try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
  if (!target) return;
  for (let node = target; node; node = node.parentElement) {
    if (node.tagName === "DETAILS") node.open = true;
  }
  if (target.classList.contains("reading")) {
    target.querySelector("details.told")?.setAttribute("open", "");
    target.scrollIntoView();
  }
}

// --- the graph: what falls if this falls ---------------------------------------------------------

function graph() {
  const picture = document.querySelector("svg.statements"), said = document.querySelector(".mark");
  if (!picture || !said) return;
  const nodes = [...picture.querySelectorAll("a.node")];
  const arrows = [...picture.querySelectorAll("path[data-used]")];
  const clear = () => {
    picture.classList.remove("marking");
    for (const part of [...nodes, ...arrows]) part.classList.remove("on");
    said.textContent = "";
  };
  const mark = (node) => {
    clear();
    const fallen = new Set([node.dataset.id]);
    for (let size = 0; size !== fallen.size;) {
      size = fallen.size;
      for (const arrow of arrows) if (fallen.has(arrow.dataset.used)) fallen.add(arrow.dataset.by);
    }
    picture.classList.add("marking");
    for (const other of nodes) other.classList.toggle("on", fallen.has(other.dataset.id));
    for (const arrow of arrows) arrow.classList.toggle("on", fallen.has(arrow.dataset.used));
    const number = fallen.size - 1;
    said.textContent = `${node.getAttribute("aria-label")}. ` + (number
      ? `${number} printed ${number === 1 ? "proof uses" : "proofs use"} it, directly or through others.`
      : "No other printed proof uses it.");
  };
  for (const node of nodes) {
    node.addEventListener("mouseenter", () => mark(node));
    node.addEventListener("focus", () => mark(node));
    node.addEventListener("mouseleave", clear);
    node.addEventListener("blur", clear);
  }
}

// --- the player ----------------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function parts(text) {
  const [p, q] = text.split("/");
  return [BigInt(p), BigInt(q || "1")];
}

/** p/q to six places, rounded; the fraction itself is what is exact. */
function decimal(p, q) {
  const scaled = (2n * p * 1000000n + q) / (2n * q);
  const digits = scaled.toString().padStart(7, "0");
  const shown = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "");
  return (scaled * q === p * 1000000n ? "= " : "≈ ") + shown;
}

function number(text) {
  const holder = document.createElement("span");
  const exact = document.createElement("span");
  exact.className = "exact";
  exact.textContent = text;
  holder.append(exact);
  if (text.includes("/")) {
    const rough = document.createElement("span");
    rough.className = "dec";
    rough.textContent = " " + decimal(...parts(text));
    holder.append(rough);
  }
  return holder;
}

function ratio(opt, alg) {
  const [a, b] = parts(opt), [c, d] = parts(alg);
  if (c === 0n) return a === 0n ? "1" : "∞";
  let p = a * d, q = b * c;
  const gcd = (x, y) => { while (y) [x, y] = [y, x % y]; return x; };
  const g = gcd(p, q);
  p /= g; q /= g;
  return q === 1n ? `${p}` : `${p}/${q}`;
}

class Player {
  constructor(root) {
    this.root = root;
    this.slider = root.querySelector("input");
    this.timer = 0;
    this.slider.addEventListener("input", () => { this.stop(); this.go(Number(this.slider.value)); });
    for (const button of root.querySelectorAll("button")) {
      button.addEventListener("click", () => this.act(button.dataset.do));
    }
    root.addEventListener("keydown", (event) => this.key(event));
  }

  load(run) {
    this.stop();
    this.run = run;
    this.slider.max = run.T;
    this.counts = [new Array(run.k).fill(0)];
    this.root.hidden = false;
    this.root.querySelector(".estimate").hidden = run.policy !== "algorithm-1";
    this.draw();
    this.go(0);
  }

  act(what) {
    if (what !== "play") this.stop();
    if (what === "first") this.go(0);
    if (what === "back") this.go(this.t - 1);
    if (what === "next") this.go(this.t + 1);
    if (what === "last") this.go(this.run.T);
    if (what === "play") this.timer ? this.stop() : this.start();
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onButton = event.target.tagName === "BUTTON";
    const what = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key]
      || (event.key === " " && !onButton ? "play" : "");
    if (!what) return;
    event.preventDefault();
    this.act(what);
  }

  start() {
    if (this.t >= this.run.T) this.go(0);
    const button = this.root.querySelector('[data-do="play"]');
    button.textContent = "Pause";
    const pause = Math.max(30, Math.min(700, 12000 / this.run.T));
    this.root.querySelector(".state").setAttribute("aria-live", "off");
    this.timer = setInterval(() => {
      this.go(this.t + 1);
      if (this.t >= this.run.T) this.stop();
    }, pause);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.root.querySelector('[data-do="play"]').textContent = "Play";
    this.root.querySelector(".state").setAttribute("aria-live", "polite");
  }

  /** The counts after t pulls. */
  pulls(t) {
    const counts = new Array(this.run.k).fill(0);
    for (let s = 0; s < t; s++) counts[this.run.sequence[s]]++;
    return counts;
  }

  go(t) {
    const run = this.run;
    this.t = t = Math.max(0, Math.min(run.T, t));
    this.slider.value = t;
    const pulls = this.pulls(t), most = Math.max(...pulls);
    const next = t < run.T ? run.sequence[t] : -1;
    const estimated = run.policy === "algorithm-1" && t >= 2 * run.k;
    this.slider.setAttribute("aria-valuetext", `${t} of ${run.T} pulls`);
    for (const place of this.root.querySelectorAll("[data-t]")) place.textContent = t;
    this.put("alg", run.alg[t]);
    this.put("opt", run.opt[t], t ? ` (arm ${run.best[t] + 1})` : "");
    this.put("ratio", ratio(run.opt[t], run.alg[t]));
    this.say(t, next, estimated, most);
    this.rows(pulls, most, next, estimated);
    for (const dot of this.dots) {
      const n = dot.arms.reduce((least, arm) => Math.max(least, pulls[arm]), 0);
      dot.mark.setAttribute("cx", this.x(n));
      dot.mark.setAttribute("cy", this.y(this.height(dot.curve, n)));
    }
  }

  put(name, text, more = "") {
    const place = this.root.querySelector(`[data-show="${name}"]`);
    place.replaceChildren(number(text), more);
  }

  say(t, next, estimated, most) {
    const run = this.run;
    let text = t === 0 ? "Before the first pull. " : `After ${t} of ${run.T} pulls. `;
    if (next < 0) text += "The run is over.";
    else if (run.policy !== "algorithm-1") text += `Next is arm ${next + 1}.`;
    else if (!estimated) text += `Initialisation: next is arm ${next + 1}.`;
    else text += `Arm ${next + 1} has a largest estimate P(f, N, ${most}) and is next.`;
    this.root.querySelector(".state").textContent = text;
  }

  /** Neighbours with the same curve and the same count share a row, apart from the next one. */
  rows(pulls, most, next, estimated) {
    const run = this.run, groups = [];
    for (let arm = 0; arm < run.k; arm++) {
      const last = groups[groups.length - 1];
      if (last && last.curve === run.arms[arm] && last.n === pulls[arm] && arm !== next && last.first !== next) {
        last.last = arm;
      } else groups.push({ first: arm, last: arm, curve: run.arms[arm], n: pulls[arm] });
    }
    const body = this.root.querySelector(".arms tbody");
    body.replaceChildren(...groups.map((group) => this.row(group, most, next, estimated)));
  }

  row(group, most, next, estimated) {
    const run = this.run, row = document.createElement("tr");
    const cell = (content, tag = "td") => {
      const made = document.createElement(tag);
      made.append(content);
      row.append(made);
      return made;
    };
    const roles = Object.entries(run.roles).filter(([, arm]) => arm - 1 >= group.first && arm - 1 <= group.last)
      .map(([name, arm]) => group.first === group.last ? name : `${name} is ${arm}`);
    const name = group.first === group.last ? `${group.first + 1}` : `${group.first + 1} to ${group.last + 1}`;
    const head = cell("", "th");
    head.scope = "row";
    const key = document.createElement("span");
    key.className = `key c${group.curve % 8}`;
    const wins = next >= group.first && next <= group.last;
    head.append(key, name + (roles.length ? ` (${roles.join(", ")})` : "") + (wins ? " ◀ next" : ""));
    cell(`${group.n}`);
    cell(group.n ? number(run.values[group.curve][group.n - 1]) : "–");
    cell(number(run.totals[group.curve][group.n]));
    if (run.policy === "algorithm-1") {
      const estimate = estimated ? run.estimates[`${group.curve},${group.n},${most}`] : undefined;
      cell(estimate === undefined ? "–" : number(estimate));
    }
    row.classList.toggle("winner", wins);
    return row;
  }

  /** The place of n; on a logarithmic axis where a linear one would put all dots at its left end. */
  x(n) {
    const share = this.squeezed ? Math.log1p(n) / Math.log1p(this.right) : n / this.right;
    return 36 + (this.wide - 80) * share;
  }

  y(value) { return 176 - 150 * value / this.top; }

  /** Where a curve is at n: for drawing only. */
  height(curve, n) {
    const points = this.points[curve];
    for (let i = 1; i < points.length; i++) {
      const [a, v] = points[i - 1], [b, w] = points[i];
      if (n <= b) return v + (w - v) * (n - a) / (b - a);
    }
    return points[points.length - 1][1];
  }

  draw() {
    const run = this.run;
    const float = (text) => { const [p, q] = text.split("/"); return Number(p) / Number(q || 1); };
    this.points = run.curves.map((curve) => curve.map(([n, text]) => [n, float(text)]));
    this.right = Math.max(run.T, 1);
    this.squeezed = Math.max(...this.pulls(run.T)) * 10 < this.right;
    const samples = [...new Array(this.squeezed ? 40 : 0).keys()]
      .map((i) => Math.round(Math.expm1(Math.log1p(this.right) * i / 40)));
    this.top = Math.max(...this.points.map((_, c) => this.height(c, this.right))) || 1;
    const wide = this.wide = this.root.clientWidth < 440 ? 330 : 520, end = wide - 44;
    const figure = element("svg", { viewBox: `0 0 ${wide} 204`, role: "img",
      "aria-label": `Rewards of ${run.k} arms: f(n) against n; dots show how far each kind is pulled` });
    figure.append(element("path", { class: "axis", d: `M36,20V176H${end}` }),
      element("text", { x: 4, y: 12 }, `f(n) up to ${this.top === 1 ? "1" : this.top.toPrecision(3)}`),
      element("text", { x: end, y: 194, "text-anchor": "end" }, `n = ${this.right}${this.squeezed ? " (logarithmic)" : ""}`),
      element("text", { x: 36, y: 194, "text-anchor": "middle" }, "0"));
    this.dots = [];
    let lowest = -99;
    const ends = run.curves.map((_, c) => c).sort((a, b) => this.height(b, this.right) - this.height(a, this.right));
    for (const c of ends) {
      const inside = this.points[c].filter(([n]) => n <= this.right).map(([n]) => n);
      const places = [...new Set([...inside, ...samples, this.right])].sort((a, b) => a - b);
      const corners = places.map((n) => `${this.x(n)},${this.y(this.height(c, n))}`);
      figure.append(element("polyline", { class: `c${c % 8}`, points: corners.join(" ") }));
      const arms = run.arms.flatMap((curve, arm) => curve === c ? [arm] : []);
      const name = arms.length === 1 ? `${arms[0] + 1}` : `${arms[0] + 1}…${arms[arms.length - 1] + 1}`;
      lowest = Math.max(lowest + 12, this.y(this.height(c, this.right)) + 4);
      figure.append(element("text", { class: `name c${c % 8}`, x: end + 6, y: lowest }, name));
      const mark = element("circle", { class: `c${c % 8}`, r: 5 });
      figure.append(mark);
      this.dots.push({ curve: c, arms, mark });
    }
    this.root.querySelector(".figure").replaceChildren(figure);
  }
}

function players() {
  for (const root of document.querySelectorAll(".player")) {
    const data = document.getElementById(`run-${root.dataset.run}`);
    if (!data) continue;
    new Player(root).load(JSON.parse(data.textContent));
    const still = root.parentElement.querySelector(".still");
    if (still) still.hidden = true;
  }
}

// --- worst cases ---------------------------------------------------------------------------------

function worstCases() {
  const data = document.getElementById("runs"), panel = document.querySelector(".case");
  if (!data || !panel) return;
  const runs = JSON.parse(data.textContent), player = new Player(panel.querySelector(".player"));
  const said = document.querySelector(".exact-value");
  const links = [...document.querySelectorAll(".heat a")];
  for (const link of links) {
    const tell = () => { said.textContent = link.title; };
    link.addEventListener("mouseenter", tell);
    link.addEventListener("focus", tell);
  }
  const choose = () => {
    const name = location.hash.slice(1), run = Object.hasOwn(runs, name) ? runs[name] : null;
    if (!run) return;
    for (const link of links) {
      if (link.hash === "#" + name) { link.setAttribute("aria-current", "true"); said.textContent = link.title; }
      else link.removeAttribute("aria-current");
    }
    panel.hidden = false;
    panel.querySelector("h2").textContent = `k = ${run.k}, T = ${run.T}`;
    panel.querySelector(".case-says").textContent = run.ratio === "inf"
      ? "The ratio is infinite: ALG = 0 < OPT on this instance."
      : `The largest OPT/ALG is ${run.ratio}, ${run.attained ? "attained by" : "approached along"} this instance.`;
    player.load(run);
    player.go(run.T);
    panel.querySelector("h2").focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  };
  addEventListener("hashchange", choose);
  choose();
}

ledger();
graph();
players();
worstCases();
for (const place of document.querySelectorAll("[data-packed]")) unpack(place);
unfold();
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});
