import { objectToValue, type Value } from "../../../src/codec/value.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";

function codeText(kind: string, name: string, parameters: Readonly<Record<string, Value>>): string {
  const definitions = Object.entries(parameters).map(
    ([parameter, members]) =>
      [parameter, new Map([["name", parameter], ...(members as Map<string, Value>)])] as const,
  );
  const p = new Map<string, Value>(definitions);
  return canonicalJson(objectToValue({ t: kind, m: "0.2.0", n: name, v: "1", s: "s", w: "ab", p, e: [] }));
}

const required = (type: string, more: Readonly<Record<string, Value>> = {}): Value =>
  objectToValue({ type, maxlength: 40n, requirements: true, ...more });
const optional = (type: string): Value => objectToValue({ type, maxlength: 40n, requirements: false });

/** Codes whose names are no names of JavaScript, end comments and text, or are taken. */
export const HOSTILE_CODES: readonly string[] = [
  codeText("contract", "a*b", {
    "x*/y": required("int"),
    ratio: required("double"),
    colour: required("string", { cases: ["red", 'green"\n'] }),
    list: optional("array"),
    any: optional("any"),
  }),
  codeText("contract", "*/ alert(1); /*", {}),
  codeText("contract", 'quote"\\\n\u2028\u202e', { __proto__x: required("bool") }),
  codeText("request", "delete", {}),
  codeText("contract", "fromJson", { from: optional("string") }),
  codeText("contract", "Give", {}),
  codeText("request", "Give", {}),
  codeText("contract", "GiveParameters", {}),
];
