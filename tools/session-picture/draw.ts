interface Piece {
  readonly text: string;
  readonly classes: readonly string[];
}

const CELL = { width: 8.43, height: 19 };
const MARGIN = { side: 18, top: 46, bottom: 18 };

/** The select-graphic-rendition codes that the command line uses, by what they turn on. */
const LOOKS: ReadonlyMap<number, string> = new Map([
  [1, "bold"],
  [2, "dim"],
  [31, "red"],
  [32, "green"],
  [33, "yellow"],
  [34, "blue"],
  [36, "cyan"],
]);
/** The escape codes that turn looks off, each with the looks that it ends. */
const ENDINGS: ReadonlyMap<number, readonly string[]> = new Map([
  [0, [...LOOKS.values()]],
  [22, ["bold", "dim"]],
  [39, ["red", "green", "yellow", "blue", "cyan"]],
]);

const STYLE = `
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6deeb; white-space: pre }
    .bold { font-weight: 700 } .dim { fill: #7f8fa9 } .red { fill: #ff7b86 } .green { fill: #9be08b }
    .yellow { fill: #f5cf7a } .blue { fill: #82aaff } .cyan { fill: #7fdbca }`;

/** Draws a terminal window with these lines as SVG, with the colours and weights of their escape sequences. */
export function drawTerminal(lines: readonly string[], columns: number, title: string): string {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN.side);
  const height = lines.length * CELL.height + MARGIN.top + MARGIN.bottom;
  const rows = lines.map((line, row) => {
    const y = MARGIN.top + row * CELL.height + CELL.height / 2;
    return `  <text x="${MARGIN.side}" y="${y}">${readPieces(line, columns).map(pieceToSvg).join("")}</text>`;
  });
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (colour, index) => `  <circle cx="${MARGIN.side + 6 + index * 20}" cy="20" r="6" fill="${colour}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">`,
    `  <style>${STYLE}\n  </style>`,
    `  <rect width="${width}" height="${height}" rx="10" fill="#0b1726"/>`,
    ...dots,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

function readPieces(line: string, columns: number): readonly Piece[] {
  const pieces: Piece[] = [];
  const looks = new Set<string>();
  let room = columns;
  // The parts at odd indexes are the numbers of an escape sequence.
  for (const [index, part] of line.split(/\u001B\[([0-9;]*)m/).entries()) {
    if (index % 2 === 1) turn(looks, part);
    else if (part !== "" && room > 0) {
      pieces.push({ text: cut(part, room), classes: [...looks] });
      room -= part.length;
    }
  }
  return pieces;
}

function turn(looks: Set<string>, codes: string): void {
  for (const code of codes.split(";").map(Number)) {
    for (const look of ENDINGS.get(code) ?? []) looks.delete(look);
    const look = LOOKS.get(code);
    if (look !== undefined) looks.add(look);
  }
}

function cut(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

function pieceToSvg({ text, classes }: Piece): string {
  const content = escape(text);
  return classes.length === 0 ? content : `<tspan class="${classes.join(" ")}">${content}</tspan>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
