import { types } from "node:util";
import type { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";
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

/**
 * The options that a signature describes, by the index of their argument: `chain.blocks({ height, count, order }?)`
 * has some at index 0. Help, checks and completion all use the signature.
 */
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
  if (!isOptions) throw refusal("Options are an object. ", `It is: ${usage}`);
  for (const [name, member] of Object.entries(given)) {
    const inner = options.get(name);
    if (inner === undefined) throw refusal(`There is no option ${name}. `, adviceFor(name, options, usage));
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

function refusal(message: string, advice: string): ChainError {
  return errors.consoleOption({ message, advice });
}
