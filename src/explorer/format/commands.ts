import type { Value, ValueMap } from "../../client/index.js";
import { valueToJson } from "../../codec/readable-json.js";

export interface ShownCall {
  readonly kind: "contract" | "request";
  readonly type: string;
  /** Undefined for a code of the network itself. */
  readonly cid: string | undefined;
  readonly parameters: ValueMap;
}

const PLAIN = /^[\w./:=,+-]+$/;
const NAME = /^[A-Za-z_][\w-]*$/;
const PRINTABLE = /^[ -~]*$/;

/** The command that makes a call; null when none can express it. Hostile text is JSON with escapes. */
export function commandOf({ kind, type, cid, parameters }: ShownCall): string | null {
  if (!NAME.test(type) || ![...parameters.keys()].every((name) => NAME.test(name))) return null;
  const words = [
    "chainnode",
    ...(kind === "contract" ? ["tx", "send"] : ["request"]),
    type,
    ...Array.from(parameters, ([name, value]) => quoted(parameterWord(name, value))),
    ...(cid === undefined ? [] : ["--cid", quoted(cid)]),
    // Parameters are sent as they are: key names are not resolved, and amounts are in units.
    "--raw",
  ];
  return words.join(" ");
}

function parameterWord(name: string, value: Value): string {
  const isPlain = typeof value === "string" && PRINTABLE.test(value) && !value.startsWith("@");
  return isPlain ? `${name}=${value}` : `${name}:=${asciiJson(value)}`;
}

function asciiJson(value: Value): string {
  return valueToJson(value).replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The members of a request, or of a transaction without its time and sender. */
export function callToMap({ type, cid, parameters }: ShownCall): ValueMap {
  return new Map<string, Value>([
    ["type", type],
    ...(cid === undefined ? [] : [["cid", cid] as const]),
    ...parameters,
  ]);
}
