import { types } from "node:util";
import { nearestName } from "../../base/text/nearest-name.js";
import * as errors from "../errors.js";

/** The allowed members of an options object; a member that is itself an options object has its own. */
export type Options = ReadonlyMap<string, Options | null>;

/** Splits a list at its outermost separators. */
function partsOf(text: string, separators: RegExp): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of text) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0 && separators.test(character)) {
      parts.push(part.trim());
      part = "";
    } else part += character;
  }
  return part.trim() === "" ? parts : [...parts, part.trim()];
}

/** A signature's options, by argument: `chain.blocks({ height, count, order }?)` has some at index 0. */
export function optionsOf(signature: string): ReadonlyMap<number, Options> {
  const list = /^[^(]*\((.*)\)$/.exec(signature)?.[1] ?? "";
  const places = new Map<number, Options>();
  for (const [index, part] of partsOf(list, /,/).entries())
    if (part.startsWith("{")) places.set(index, membersOf(part.replace(/\?$/, "")));
  return places;
}

/** `{ state: { balance }, height }`. */
function membersOf(braces: string): Options {
  const members = partsOf(braces.slice(1, -1), /[,|]/).map((member): [string, Options | null] => {
    const [name = "", ...inner] = member.split(":");
    return [name.trim(), inner.length === 0 ? null : membersOf(inner.join(":").trim())];
  });
  return new Map(members);
}

/** Throws `CONSOLE_OPTION` for options that are not an object, and for an unknown member. */
export function assertOptions(given: unknown, options: Options, usage: string): void {
  if (given === undefined) return;
  const isOptions =
    typeof given === "object" && given !== null && !Array.isArray(given) && !types.isMap(given);
  if (!isOptions)
    throw errors.consoleOption({ message: "Options are an object. ", advice: `It is: ${usage}` });
  for (const [name, member] of Object.entries(given)) {
    const inner = options.get(name);
    if (inner === undefined) {
      const advice = adviceFor(name, options, usage);
      throw errors.consoleOption({ message: `There is no option ${name}. `, advice });
    }
    // A value of the protocol may be a map, whose members are free.
    if (inner !== null)
      assertOptions(types.isMap(member) ? Object.fromEntries(member) : member, inner, usage);
  }
}

function adviceFor(name: string, options: Options, usage: string): string {
  for (const [outer, inner] of options)
    if (inner?.has(name) === true) return `It is a member of ${outer}: { ${outer}: { ${name} } }`;
  const nearest = nearestName(name, options.keys());
  return nearest === undefined ? `It is: ${usage}` : `Did you mean ${nearest}?`;
}

/** A name that the prompt adds to JavaScript's own. Help, the man page and completion are generated from these. */
export interface ConsoleName {
  /** The name as typed: `chain.block`, `.save`. */
  readonly name: string;
  readonly group: NameGroup;
  /** With its arguments: `chain.block(height | hash)`. */
  readonly signature: string;
  /** One sentence without its full stop. */
  readonly summary: string;
  /** The options of its arguments, by index. */
  readonly options: ReadonlyMap<number, Options>;
}

export type NameGroup = "general" | "session" | "chain" | "debug" | "sandbox";

export function defineNames(
  group: NameGroup,
  summaries: Readonly<Record<string, string>>,
): readonly ConsoleName[] {
  return Object.entries(summaries).map(([signature, summary]) => ({
    name: /^[.\w]+/.exec(signature)?.[0] ?? signature,
    group,
    signature,
    summary,
    options: optionsOf(signature),
  }));
}
