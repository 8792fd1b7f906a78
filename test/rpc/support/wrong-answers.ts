import { parseJson } from "../../../src/codec/parse-json.js";
import { describeShape, fits, type Shape, type Statement } from "./spec-shapes.js";

/** JSON as `JSON.parse` gives it. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface WrongAnswer {
  /** What is wrong with it. */
  readonly title: string;
  readonly answer: Json;
}

const SAMPLES: readonly Json[] = [null, true, -1.5, "x", [1], { unknown: 1 }, {}];

/**
 * Fields whose values the RPC interface leaves open: a contract's own parameters, and a state value, which a contract
 * may set to anything.
 */
const FREE = /\.transaction\.(to|amount|from)$|_updates\.<state key>\.(old|new)$/;

/** Answers that are right except for one fault: a value of another type, a missing member, an extra member. */
export function* wrongAnswers(text: string, statements: readonly Statement[]): Generator<WrongAnswer> {
  for (const { path, shape } of statements) {
    if (FREE.test(path.join("."))) continue;
    const at = path.length === 0 ? "the answer" : path.join(".");
    for (const sample of SAMPLES) {
      if (isRight(sample, shape) || path.length === 0) continue;
      const answer = changed(text, path, (parent, name) => set(parent, name, sample));
      if (answer !== null)
        yield { title: `${at}: ${JSON.stringify(sample)} for ${describeShape(shape)}`, answer };
    }
    if (typeof shape === "string" || !("fields" in shape)) continue;
    for (const name of Object.keys(shape.fields)) {
      if (FREE.test(`${at}.${name}`)) continue;
      const answer = changed(text, [...path, name], remove);
      if (answer !== null) yield { title: `${at}: without ${name}`, answer };
    }
    if (shape.isOpen === true) continue;
    const answer = changed(text, [...path, "unknown"], (parent, name) => set(parent, name, 1));
    if (answer !== null) yield { title: `${at}: with an unknown member`, answer };
  }
}

/**
 * Whether the sample is valid for a schema too, which need not distinguish one text from another, or an empty
 * container from a map.
 */
function isRight(sample: Json, shape: Shape): boolean {
  const said = describeShape(shape);
  if (typeof sample === "string" && (said === "a string" || said === "an empty string or a string"))
    return true;
  if (said === "any value") return true;
  const isEmpty = JSON.stringify(sample) === "{}";
  if (isEmpty && (said.startsWith("an object keyed by") || said === "an array" || said === "an empty array"))
    return true;
  return fits(parseJson(JSON.stringify(sample)), shape);
}

type Change = (parent: Json, name: string) => void;

/** A copy with a change at the first place of a path; null when there is no such place. */
function changed(text: string, path: readonly string[], change: Change): Json {
  const copy = JSON.parse(text) as Json;
  let parent = copy;
  for (const step of path.slice(0, -1)) parent = memberOf(parent, keyOf(parent, step));
  const last = path.at(-1);
  if (last === undefined || parent === null || typeof parent !== "object") return null;
  const name = keyOf(parent, last);
  if (name === undefined) return null;
  change(parent, name);
  return copy;
}

/** The member that a step leads to: the first for `<key>` and `[]`. */
function keyOf(parent: Json, step: string): string | undefined {
  if (parent === null || typeof parent !== "object") return undefined;
  return step === "[]" || step.startsWith("<") ? Object.keys(parent)[0] : step;
}

function memberOf(parent: Json, name: string | undefined): Json {
  if (name === undefined || parent === null || typeof parent !== "object") return null;
  return Reflect.get(parent, name) as Json;
}

function set(parent: Json, name: string, value: Json): void {
  if (parent !== null && typeof parent === "object") Reflect.set(parent, name, value);
}

function remove(parent: Json, name: string): void {
  if (parent !== null && typeof parent === "object") Reflect.deleteProperty(parent, name);
}
