/** Reads the members of canonical JSON as text, without parsing their values (PROTOCOL 1.5). */

/** A member of a map: its name and the canonical text of its value. */
type RawMember = readonly [name: string, text: string];

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, COMMA] = [34, 92, 91, 93, 123, 125, 44];

/** Yields the members of a map in canonical JSON, in order; none for the empty container. Names must have no escapes. */
export function* rawMembers(text: string): Generator<RawMember> {
  for (let at = 1; at < text.length - 1;) {
    const nameEnd = text.indexOf('"', at + 1);
    const end = endOfValue(text, nameEnd + 2);
    yield [text.slice(at + 1, nameEnd), text.slice(nameEnd + 2, end)];
    at = end + 1;
  }
}

/** Returns the end of the value at `start`: the index of the comma or bracket after it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === OPEN_LIST || unit === OPEN_MAP) depth += 1;
    else if (depth === 0 && (unit === COMMA || unit === CLOSE_LIST || unit === CLOSE_MAP)) return at;
    else if (unit === CLOSE_LIST || unit === CLOSE_MAP) depth -= 1;
  }
  return text.length;
}

/** Returns the index of the quote that ends the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
