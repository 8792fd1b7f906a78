import { isStateKeyPart } from "../../codec/state-key-part.js";
import type { StateKind } from "../../codec/state-key.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { isDecimal } from "../../codec/decimal.js";
import { isContainer, isList, isMap, valuesOf, type Value, type ValueList } from "../../codec/value.js";
import { isNumberText } from "./literals.js";

/** A declaration of state that the source makes of a code's reads and writes. */
export interface DeclaredState {
  readonly kind: StateKind;
  readonly attribute: string;
  /** The default of its reads; undefined when they have none. */
  readonly default: Value | undefined;
  readonly value: "decimal" | "boolean" | "integer" | "any";
  /** Whether it is one cell, under the key `00`. */
  readonly isSingle: boolean;
  readonly name: string;
}

const CELL_CALL = /^\$(read|write)_(universal|local)$/;
const ONLY_KEY = "00";

interface Found {
  readonly kind: StateKind;
  readonly attribute: string;
  default: Value | undefined;
  isRead: boolean;
  isSingle: boolean;
}

/** Returns the state of a code's executions by `kind attribute`. The first read of an attribute decides its default. */
export function findState(executions: Value, taken: ReadonlySet<string>): ReadonlyMap<string, DeclaredState> {
  const found = new Map<string, Found>();
  for (const [operator, args] of callsIn(executions)) {
    const [, verb, kind] = CELL_CALL.exec(operator) ?? [];
    const [attribute, key, otherwise] = args;
    if (verb === undefined || typeof attribute !== "string") continue;
    const id = stateId(kind ?? "", attribute);
    const state: Found = found.get(id) ?? {
      kind: kind as StateKind,
      attribute,
      default: undefined,
      isRead: false,
      isSingle: true,
    };
    found.set(id, state);
    if (key !== ONLY_KEY) state.isSingle = false;
    if (verb === "read" && !state.isRead) Object.assign(state, { isRead: true, default: otherwise });
  }
  const names = new Set(taken);
  return new Map(
    [...found].map(([id, state]) => {
      const name = freeName(state.attribute, names);
      names.add(name);
      const { kind, attribute, isSingle } = state;
      const isPlain = state.default === undefined || !holdsCall(state.default);
      const otherwise = isPlain ? state.default : undefined;
      return [id, { kind, attribute, isSingle, default: otherwise, value: typeOf(otherwise), name }];
    }),
  );
}

export function stateId(kind: string, attribute: string): string {
  return `${kind} ${attribute}`;
}

export function hasDefault(state: DeclaredState, otherwise: Value | undefined): boolean {
  if (otherwise === undefined || state.default === undefined) return otherwise === state.default;
  return canonicalJson(otherwise) === canonicalJson(state.default);
}

export function isLiteralKey(value: Value | undefined): value is string {
  return typeof value === "string" && isStateKeyPart(value);
}

function typeOf(otherwise: Value | undefined): DeclaredState["value"] {
  if (typeof otherwise === "string" && isNumberText(otherwise) && isDecimal(otherwise)) return "decimal";
  if (typeof otherwise === "boolean") return "boolean";
  return typeof otherwise === "bigint" ? "integer" : "any";
}

function holdsCall(value: Value): boolean {
  if (!isContainer(value)) return false;
  return (
    (isMap(value) && [...value.keys()].some((name) => name.startsWith("$"))) ||
    valuesOf(value).some(holdsCall)
  );
}

/** Yields every call with a list of arguments, outer calls first. */
export function* callsIn(value: Value): Generator<readonly [operator: string, args: ValueList]> {
  if (!isContainer(value)) return;
  if (isMap(value))
    for (const [name, member] of value) if (name.startsWith("$") && isList(member)) yield [name, member];
  for (const member of valuesOf(value)) yield* callsIn(member);
}

const RESERVED = new Set(
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield arguments eval param undefined Map".split(
    " ",
  ),
);

/** An identifier for an attribute that nothing else has. */
function freeName(attribute: string, taken: ReadonlySet<string>): string {
  const words = attribute.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const camel = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  const base = /^[A-Za-z]/.test(camel) ? camel.charAt(0).toLowerCase() + camel.slice(1) : `state${camel}`;
  const isFree = (name: string): boolean => !taken.has(name) && !RESERVED.has(name);
  if (isFree(base)) return base;
  for (let number = 1; ; number += 1) {
    const name = `${base}Cells${number === 1 ? "" : number}`;
    if (isFree(name)) return name;
  }
}
