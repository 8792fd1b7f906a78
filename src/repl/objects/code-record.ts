import { ZERO_ADDRESS } from "../../codec/address.js";
import { mapToValue, type Value, type ValueMap } from "../../codec/value.js";
import { layoutOf, type CodeKind } from "../../records/code.js";
import { assertOptions, type Options } from "../names/options.js";
import { toValue } from "../to-value.js";

/** A code as it is written at the prompt; both record formats are made of it (PROTOCOL 6). */
export interface CodeParts {
  readonly name: string;
  /** A contract when left out. */
  readonly kind?: CodeKind;
  /** 1 when left out. */
  readonly version?: string;
  /** The network's own when left out. */
  readonly space?: string;
  /** Left out: the zero address in the classic format, whoever publishes it in the other. */
  readonly writer?: string;
  /** Definitions by name; `type`, `maxlength` and the rest have defaults. */
  readonly parameters?: Readonly<Record<string, object>>;
  /** Pairs of an expression and the message of its failure. */
  readonly conditions?: readonly (readonly [unknown, string])[];
  /** The writes of a contract. */
  readonly updates?: readonly unknown[];
  /** What a request answers. */
  readonly response?: unknown;
}

/** The members of a parameter's definition (PROTOCOL 5). */
const DEFINITION: Options = new Map(
  ["name", "type", "maxlength", "requirements", "default", "cases"].map((name) => [name, null]),
);

const DEFAULT_MAXLENGTH = 128n;

/** The record that Register takes. What is left out is null until it is registered. */
export function classicRecord(parts: CodeParts): ValueMap {
  const { name, kind = "contract", version = "1", space = null, writer = ZERO_ADDRESS } = parts;
  return new Map<string, Value>([
    ["type", kind],
    ["name", name],
    ["version", version],
    ["nonce", space],
    ["writer", writer],
    ["parameters", parametersOf(parts)],
    ["conditions", toValue(parts.conditions ?? [])],
    kind === "contract"
      ? ["updates", toValue(parts.updates ?? [])]
      : ["response", toValue(parts.response ?? {})],
  ]);
}

/** The record that Publish takes. */
export function methodRecord(parts: CodeParts): ValueMap {
  const { name, kind = "contract", version = "1", space = null, writer = null } = parts;
  return new Map<string, Value>([
    ["t", kind],
    ["m", "0.2.0"],
    ["n", name],
    ["v", version],
    ["s", space],
    ["w", writer],
    ["p", parametersOf(parts)],
    ["e", executionsOf(parts)],
  ]);
}

/** The record with what was left out: the space, and who publishes it. */
export function completeRecord(record: ValueMap, space: string, publisher: string): ValueMap {
  const layout = layoutOf(record);
  const members: readonly (readonly [string, Value])[] = [...record].map(([name, member]) => {
    if (member !== null) return [name, member];
    if (name === layout.space) return [name, space];
    return name === layout.writer ? [name, publisher] : [name, member];
  });
  return new Map(members);
}

/** A classic record is the method that checks each condition, then does each update or gives the response. */
function executionsOf({ conditions = [], updates = [], response }: CodeParts): Value {
  const calls = conditions.map((pair): Value => new Map([["$condition", toValue(pair)]]));
  const answer = response === undefined ? [] : [new Map([["$response", [toValue(response)]]])];
  return [...calls, ...updates.map(toValue), ...answer];
}

function parametersOf({ parameters = {} }: CodeParts): Value {
  const definitions = Object.entries(parameters).map(([name, definition]): readonly [string, Value] => {
    assertOptions(
      definition,
      DEFINITION,
      `parameters: { ${name}: { ${[...DEFINITION.keys()].join(", ")} } }`,
    );
    const given = toValue({ ...definition });
    const members = new Map<string, Value>([
      ["name", name],
      ["type", "string"],
      ["maxlength", DEFAULT_MAXLENGTH],
      ["requirements", true],
      ["default", null],
      ["cases", null],
      ...(given instanceof Map ? (given as ValueMap) : []),
    ]);
    return [name, members];
  });
  return mapToValue(new Map(definitions));
}
