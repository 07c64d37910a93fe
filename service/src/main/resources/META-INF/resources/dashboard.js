"use strict";
// Reads the same REST API that everyone uses. Names are shown with textContent only: they may hold anything.

const $ = (id) => document.getElementById(id);
const name = encodeURIComponent;
let granularities = [];
let chosen = null; // {kind: "series" | "table", name, kinds}

async function get(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? answer.statusText);
  return body;
}

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function list(id, items, choose) {
  $(id).replaceChildren(...items.map((item) => {
    const button = element("button", item.name);
    button.setAttribute("aria-current", chosen?.kind === item.kind && chosen.name === item.name);
    button.addEventListener("click", () => choose(item));
    const row = element("li");
    row.append(button);
    return row;
  }));
}

async function refreshLists() {
  const prefix = name($("prefix").value);
  const [series, rankings] = await Promise.all([
    get(`v1/series?limit=200&prefix=${prefix}`),
    get(`v1/rankings?limit=200&prefix=${prefix}`),
  ]);
  list("series", series.series.map((each) => ({ kind: "series", ...each })), choose);
  list("tables", rankings.tables.map((each) => ({ kind: "table", name: each })), choose);
}

/** What is shown stands in the address too, so that it can be linked to. */
function choose(item) {
  location.hash = `${item.kind}/${name(item.name)}`;
}

async function readAddress() {
  const [, kind, wanted] = location.hash.match(/^#(series|table)\/(.+)$/) ?? [];
  chosen = wanted ? { kind, name: decodeURIComponent(wanted), kinds: [] } : null;
  if (kind === "series") {
    const found = await get(`v1/series?limit=1&prefix=${wanted}`);
    chosen.kinds = found.series.find((each) => each.name === chosen.name)?.kinds ?? [];
  }
}

const time = (seconds) => new Date(seconds * 1000).toLocaleString();

/** A line through the points of a range that reaches from `from` to `to`, from 0 or the lowest value up. */
function chart(caption, points, from, to) {
  const figure = element("figure");
  figure.append(element("figcaption", caption));
  if (points.length === 0) return figure;
  const values = points.map((point) => point.value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + 1);
  const x = (at) => (to === from ? 0 : ((at - from) / (to - from)) * 1000);
  const y = (value) => 196 - ((value - low) / (high - low)) * 192;
  const d = points.map((point, i) => `${i ? "L" : "M"}${x(point.timestamp).toFixed(1)} ${y(point.value).toFixed(1)}`);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 1000 200");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${caption}, highest ${high}`);
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", d.join(""));
  svg.append(path);
  const axis = element("div", undefined, { class: "axis" });
  axis.append(element("span", time(from)), element("span", `highest ${Math.max(...values)}`), element("span", time(to)));
  figure.append(svg, axis);
  return figure;
}

async function seriesAnswers(item) {
  const granularity = granularities.find((each) => each.name === $("granularity").value);
  const to = Math.floor(Date.now() / 1000);
  const from = to - granularity.duration * (Number($("buckets").value) - 1);
  const query = `granularity=${granularity.name}&from=${from}&to=${to}`;
  const path = `v1/series/${name(item.name)}`;
  const shown = [];
  if (item.kinds.includes("counts")) {
    const counts = await get(`${path}/counts?${query}`);
    shown.push(chart(`Counts, ${sum(counts.points)} in all`, counts.points, from, to));
  }
  if (item.kinds.includes("visits")) {
    const uniques = await get(`${path}/uniques?${query}`);
    shown.push(chart(`Visitors, ${uniques.distinct} different ones (${uniques.precision})`, uniques.points, from, to));
  }
  if (item.kinds.includes("samples")) {
    const { summaries } = await get(`${path}/samples?${query}`);
    const means = summaries.map((each) => ({ timestamp: each.timestamp, value: each.mean }));
    shown.push(chart(`Samples, the mean of each bucket`, means, from, to));
  }
  return shown;
}

const sum = (points) => points.reduce((total, point) => total + point.value, 0);

async function tableAnswers(item) {
  const page = await get(`v1/rankings/${name(item.name)}?count=25`);
  const table = element("table");
  const row = (tag, ...cells) => {
    const made = element("tr");
    made.append(...cells.map((cell) => element(tag, String(cell))));
    table.append(made);
  };
  row("th", "Rank", "Member", "Score");
  page.entries.forEach((entry) => row("td", entry.rank, entry.member, entry.score));
  return [element("p", `${page.total} members`), table];
}

async function show() {
  $("hint").hidden = $("example").hidden = chosen !== null;
  $("chosen").hidden = chosen === null;
  if (chosen === null) return;
  const item = chosen;
  $("title").textContent = item.name;
  $("controls").hidden = item.kind !== "series";
  const answers = await (item.kind === "series" ? seriesAnswers(item) : tableAnswers(item));
  if (item === chosen) $("answers").replaceChildren(...answers);
}

async function run() {
  try {
    await readAddress();
    await refreshLists();
    await show();
    $("error").hidden = true;
  } catch (failure) {
    $("error").textContent = failure.message;
    $("error").hidden = false;
  }
}

async function start() {
  $("example").textContent = `curl ${location.origin}/v1/events -H 'Content-Type: application/json' \\\n`
    + `  -d '[{"series":"visits","count":1},{"series":"visits","member":"max"}]'`;
  const backend = await get("v1/backend");
  $("backend").textContent = `on ${backend.name}`;
  granularities = backend.granularities;
  $("granularity").replaceChildren(...granularities.map((each) => element("option", each.name)));
  $("granularity").value = granularities[Math.min(1, granularities.length - 1)].name;
  for (const id of ["prefix", "granularity", "buckets"]) $(id).addEventListener("input", run);
  addEventListener("hashchange", run);
  await run();
  setInterval(run, 5000);
}

start().catch((failure) => {
  $("error").textContent = failure.message;
  $("error").hidden = false;
});
