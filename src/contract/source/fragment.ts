/** A piece of source text that can be broken into lines. */
export type Fragment = readonly (string | Group)[];

/** Items between brackets: on one line when they fit, else each on a line of its own. */
export interface Group {
  readonly open: string;
  readonly items: readonly Fragment[];
  readonly close: string;
}

const WIDTH = 100;
const INDENT = "  ";

export function group(open: string, items: readonly Fragment[], close: string): Group {
  return { open, items, close };
}

export function member(label: string, value: Fragment): Fragment {
  return [`${label}: `, ...value];
}

/** Prints a piece that begins behind `used` characters of a line. */
export function print(fragment: Fragment, indent = "", used = indent.length): string {
  const flat = flatten(fragment);
  if (!flat.includes("\n") && used + flat.length <= WIDTH) return flat;
  const last = fragment.findLastIndex((part) => typeof part !== "string" && part.items.length > 0);
  const head = flatten(fragment.slice(0, last));
  const breaksAll = used + head.length > WIDTH;
  return fragment
    .map((part, index) =>
      typeof part !== "string" && (breaksAll || index === last) ? broken(part, indent) : flatten([part]),
    )
    .join("");
}

function broken({ open, items, close }: Group, indent: string): string {
  if (items.length === 0) return open + close;
  const inner = indent + INDENT;
  const lines = items.map((item) => `${inner}${print(item, inner)},\n`);
  return `${open}\n${lines.join("")}${indent}${close}`;
}

function flatten(fragment: Fragment): string {
  return fragment
    .map((part) => {
      if (typeof part === "string") return part;
      const body = part.items.map(flatten).join(", ");
      return part.open.endsWith("{") && body !== ""
        ? `${part.open} ${body} ${part.close}`
        : part.open + body + part.close;
    })
    .join("");
}
