/** What a spreadsheet would run as a formula, also in the full width of East Asian text. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;
const NUMBER = /^[+-]?[0-9][0-9,]*(?:\.[0-9]+)?$/;

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run begins with an apostrophe, which makes it text there. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
