import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** A change that a hostile peer makes to the text of an honest answer. */
export interface Hostility {
  readonly name: string;
  /** Whether every reader must refuse the result. */
  readonly isViolation: boolean;
  /** Whether the answer is only too large, so that blocks are requested one by one. */
  readonly isTooMuch?: boolean;
  readonly answer: (response: ServerResponse, honest: string, random: () => number) => void;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const CHARACTERS = '{}[]",:0123456789.-+eEtrufalsn\\/ \u0000\u00ff';
const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  2 ** 53,
  1e308,
  "",
  "0",
  "00".repeat(32),
  `${"0".repeat(13)}1${"0".repeat(64)}`,
  "x".repeat(100_000),
  [],
  [[]],
  [null],
  {},
  { "": {} },
];
/** Longer than any answer without full blocks. */
const MANY = 300_000;

const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;

/** Replaces, removes or duplicates a random part of the value. */
function mutated(value: Json, random: () => number): Json {
  if (typeof value !== "object" || value === null || random() < 0.15) return pick(random, VALUES);
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  const chosen = entries[at];
  if (chosen === undefined) return pick(random, VALUES);
  const [key, member] = chosen;
  const kind = random();
  if (kind < 0.1) entries.splice(at, 1);
  else if (kind < 0.2) entries.push([`${key}0`, member]);
  else if (kind < 0.3) entries.reverse();
  else entries[at] = [key, mutated(member, random)];
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

function text(
  name: string,
  isViolation: boolean,
  make: (honest: string, random: () => number) => string,
): Hostility {
  return { name, isViolation, answer: (response, honest, random) => response.end(make(honest, random)) };
}

/** Endless data in place of the answer's data. */
function endless(name: string, make: () => string): Hostility {
  return { ...text(name, true, () => `{"code":200,"status":"success","data":${make()}}`), isTooMuch: true };
}

export const HOSTILITIES: readonly Hostility[] = [
  text("a part of it changed", false, (honest, random) => {
    const { data, ...envelope } = JSON.parse(honest) as { readonly data: Json };
    return JSON.stringify({ ...envelope, data: mutated(data, random) });
  }),
  text("several parts of it changed", false, (honest, random) => {
    let value = JSON.parse(honest) as Json;
    for (let left = 1 + random() * 5; left > 0; left -= 1) value = mutated(value, random);
    return JSON.stringify(value);
  }),
  text("characters changed", false, (honest, random) => {
    const characters = honest.split("");
    for (let left = 1 + random() * 5; left > 0; left -= 1)
      characters[Math.floor(random() * characters.length)] = pick(random, CHARACTERS.split(""));
    return characters.join("");
  }),
  text("cut", true, (honest, random) => honest.slice(0, Math.floor(random() * honest.length))),
  text(
    "cut, and begun again",
    true,
    // At least one character: nothing, and then the answer, is the honest answer.
    (honest, random) => honest.slice(0, 1 + Math.floor(random() * (honest.length - 1))) + honest,
  ),
  text("random bytes", true, (_, random) =>
    Array.from({ length: 1000 }, () => String.fromCharCode(Math.floor(random() * 256))).join(""),
  ),
  endless("a list without end", () => `[${"0,".repeat(MANY)}0]`),
  endless("lists in lists", () => "[".repeat(MANY)),
  endless(
    "many maps",
    () => `{${Array.from({ length: MANY / 10 }, (_, index) => `"${index}":{"":{}}`).join()}}`,
  ),
  endless("a text without end", () => `"${"x".repeat(10 * MANY)}`),
  endless("a number without end", () => "1".repeat(10 * MANY)),
  endless("white space without end", () => " ".repeat(10 * MANY)),
  {
    name: "another encoding",
    isViolation: true,
    answer: (response, honest) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(honest)),
  },
  {
    name: "a page of a web server",
    isViolation: true,
    answer: (response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad gateway</html>"),
  },
  {
    name: "another place",
    isViolation: true,
    answer: (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  },
  {
    name: "headers without end",
    isViolation: true,
    answer: (response, honest) => response.writeHead(200, { "x-many": "x".repeat(100_000) }).end(honest),
  },
  {
    name: "a closed connection",
    isViolation: true,
    answer: (response) => response.destroy(),
  },
  {
    name: "a connection that is closed in the middle",
    isViolation: true,
    answer: (response, honest) => {
      response.writeHead(200, { "content-length": honest.length });
      response.write(honest.slice(0, honest.length / 2), () => response.destroy());
    },
  },
  {
    name: "what is no HTTP",
    isViolation: true,
    answer: (response) => void response.socket?.end("\u0000\u0001 500 no\r\n\r\n"),
  },
];
