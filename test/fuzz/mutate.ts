/** Pieces at which readers often fail. */
const PIECES = [
  "",
  "\u0000",
  "\\u0000",
  "\\ud800",
  "ÿ",
  '"',
  "{",
  "}",
  "[".repeat(600),
  "]",
  ",",
  ":",
  "=",
  "\n",
  "'''",
  '"""',
  "-0",
  "1e999",
  "0x",
  "9".repeat(400),
  "1979-05-27",
  "__proto__",
  "constructor",
  '{"$add":[1,2]}',
  "null",
  "nan",
  "`${",
  "*/",
  "</script>",
];

/** A text with up to eight changes: pieces put in, parts removed, repeated, swapped, or characters changed. */
export function mutated(whole: string, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  let text = whole;
  for (let changes = 1 + below(8); changes > 0; changes -= 1) {
    const [from, length] = [below(text.length + 1), below(random() < 0.8 ? 8 : text.length + 1)];
    const [before, part, after] = [
      text.slice(0, from),
      text.slice(from, from + length),
      text.slice(from + length),
    ];
    const change = below(5);
    if (change === 0) text = before + (PIECES[below(PIECES.length)] ?? "") + part + after;
    else if (change === 1) text = before + after;
    else if (change === 2) text = before + part.repeat(1 + below(4)) + after;
    else if (change === 3) text = before + String.fromCharCode(below(256)) + part.slice(1) + after;
    else text = after + part + before;
    // Repeated repetitions would grow without end.
    text = text.slice(0, 2 * whole.length + 4096);
  }
  return text;
}
