import { ZERO_ADDRESS } from "../../codec/address.js";
import { mapToValue, type Value, type ValueMap } from "../../codec/value.js";
import { recordHeader, type CodeKind } from "../../records/code-layout.js";
import * as errors from "../errors.js";
import { assertOptions, type Options } from "../names/name.js";
import { toValue } from "../to-value.js";
import { spaceName } from "../../actions/spaces.js";
import { cidOf, type Method } from "../../records/code.js";
import type { StoredCode } from "../../records/stored-code.js";

/** A code as written at the prompt. Records of both formats are made from it (PROTOCOL 6.1). */
interface CodeParts {
  readonly name: string;
  /** By default "contract". */
  readonly kind?: CodeKind;
  /** By default "1". */
  readonly version?: string;
  /** By default the network's own space. */
  readonly space?: string;
  /** By default the zero address in the classic format, the publisher in the method format. */
  readonly writer?: string;
  /** Definitions by name; `type`, `maxlength` and the rest have defaults. */
  readonly parameters?: Readonly<Record<string, object>>;
  /** Pairs of an expression and the message of its failure. */
  readonly conditions?: readonly (readonly [unknown, string])[];
  readonly updates?: readonly unknown[];
  readonly response?: unknown;
}

/** The members of a parameter's definition (PROTOCOL 5.8). */
const DEFINITION: Options = new Map(
  ["name", "type", "maxlength", "requirements", "default", "cases"].map((name) => [name, null]),
);

const DEFAULT_MAXLENGTH = 128n;

/** The record for Register (PROTOCOL 6.1). Omitted members are null until it is registered. */
export function classicRecord(parts: CodeParts): ValueMap {
  const { name, kind = "contract", version = "1", space = null, writer = ZERO_ADDRESS } = parts;
  return new Map<string, Value>([
    ...recordHeader("classic", { kind, name, version, space, writer, parameters: parametersOf(parts) }),
    ["conditions", toValue(parts.conditions ?? [])],
    kind === "contract"
      ? ["updates", toValue(parts.updates ?? [])]
      : ["response", toValue(parts.response ?? {})],
  ]);
}

/** The record for Publish (PROTOCOL 6.1). */
export function methodRecord(parts: CodeParts): ValueMap {
  const { name, kind = "contract", version = "1", space = null, writer = null } = parts;
  return new Map<string, Value>([
    ...recordHeader("method", { kind, name, version, space, writer, parameters: parametersOf(parts) }),
    ["e", executionsOf(parts)],
  ]);
}

/** The executions of a method: each condition, then each update or the response (PROTOCOL 6.3). */
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

/** Throws `CODE_KIND` for an unknown kind of code, which would find nothing. */
export function assertKind(kind: unknown): asserts kind is CodeKind | undefined {
  if (kind === undefined || kind === "contract" || kind === "request") return;
  throw errors.codeKind({ kind: typeof kind === "string" ? kind : typeof kind });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** A space as calls name it, by the address of its writer; null for the network's own, which they need not name. */
function spaceOf(method: Method): string | null {
  return method.writer === ZERO_ADDRESS ? null : spaceName(method, NO_NAMES);
}

/** A row of `code.list()`. Members that cannot be read are null, and `broken` has the reason. */
export function listedCode({ kind, id, method, broken }: StoredCode) {
  return {
    kind,
    name: method && method.name,
    version: method && method.version,
    parameters: method && (method.parameters ?? []).map(({ name }) => name).join(" "),
    id,
    space: method && spaceOf(method),
    cid: method && cidOf(method),
    broken,
  };
}
