import type { DatedFigure } from "./results.js";

const WIDTH = 760;
const HEIGHT = 370;
const PLOT = { left: 60, right: 20, top: 50, bottom: 140 };
const COLOURS = ["#4c78c8", "#d9713c", "#3f9a63", "#a24fb0", "#8a6d2f"];
/** The top of the scale: times the cost on the shortest chain. */
const LEAST_TOP = 1.5;

interface Place {
  readonly x: (transactions: number) => number;
  readonly y: (ratio: number) => number;
}

/** Draws what things cost on long chains, relative to the shortest chain of each, as SVG. */
export function drawGrowth(figures: readonly DatedFigure[]): string {
  const sizes = [...new Set(figures.flatMap(({ at = 0 }) => (at > 0 ? [at] : [])))].toSorted((a, b) => a - b);
  const names = [...new Set(figures.map(({ name }) => name))];
  const lines = names.map((name) => seriesOf(figures.filter((figure) => figure.name === name)));
  const top = Math.ceil(Math.max(LEAST_TOP, ...lines.flat().map(({ ratio }) => ratio)) * 2) / 2;
  const [first = 1, last = 10] = [sizes[0], sizes.at(-1)];
  const span = Math.log(Math.max(last / first, 2));
  const place: Place = {
    x: (size) => PLOT.left + (Math.log(size / first) / span) * (WIDTH - PLOT.left - PLOT.right - 60),
    y: (ratio) => HEIGHT - PLOT.bottom - (ratio / top) * (HEIGHT - PLOT.top - PLOT.bottom),
  };
  const ticks = Array.from({ length: top * 2 + 1 }, (_, index) => index / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Cost on chains of different length">`,
    `  <style>text { font: 13px system-ui, sans-serif; fill: #333 } .axis { stroke: #ccc }</style>`,
    `  <rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `  <text x="${PLOT.left}" y="24">Processor time, 1 = on the shortest chain, by transactions in the chain</text>`,
    ...ticks.map((tick) => axis(tick, place)),
    ...sizes.map((size) => text(place.x(size), HEIGHT - PLOT.bottom + 20, size.toLocaleString("en"))),
    ...lines.map((line, index) => lineToSvg(line, index, place)),
    ...names.map((name, index) => legend(name, lines[index] ?? [], index)),
    "</svg>\n",
  ].join("\n");
}

interface Point {
  readonly size: number;
  readonly ratio: number;
  readonly shown: string;
}

function seriesOf(figures: readonly DatedFigure[]): readonly Point[] {
  const sorted = figures.toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0));
  const base = sorted[0]?.value ?? 1;
  return sorted.map(({ at = 1, value, unit }) => ({
    size: at,
    ratio: value / base,
    shown: `${value.toPrecision(3)} ${unit}`,
  }));
}

function axis(tick: number, { y }: Place): string {
  const height = y(tick);
  return `  <line class="axis" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${round(height)}" y2="${round(height)}"/>\n${text(20, height + 4, tick.toFixed(1))}`;
}

function lineToSvg(points: readonly Point[], index: number, { x, y }: Place): string {
  const colour = COLOURS[index % COLOURS.length] ?? "";
  const path = points.map(({ size, ratio }) => `${round(x(size))},${round(y(ratio))}`).join(" ");
  const dots = points.map(
    ({ size, ratio }) => `  <circle cx="${round(x(size))}" cy="${round(y(ratio))}" r="4" fill="${colour}"/>`,
  );
  return [`  <polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`, ...dots].join(
    "\n",
  );
}

function legend(name: string, points: readonly Point[], index: number): string {
  const y = HEIGHT - PLOT.bottom + 48 + index * 20;
  const colour = COLOURS[index % COLOURS.length] ?? "";
  return `  <circle cx="${PLOT.left + 5}" cy="${y - 4}" r="5" fill="${colour}"/>\n${text(PLOT.left + 20, y, `${name}: ${points.map(({ shown }) => shown).join(", ")}`)}`;
}

/** Names are this program's own, without characters that SVG would read. */
function text(x: number, y: number, content: string): string {
  return `  <text x="${round(x)}" y="${round(y)}">${content}</text>`;
}

function round(value: number): string {
  return value.toFixed(1);
}
