import type { Value } from "../../codec/value.js";
import type { Schema, SchemaMembers } from "./json-schema.js";

/**
 * An operation of a node as data (docs/rpc.md). Each has one definition in this directory, and a handler: operations with
 * a path in `api/operations`, system requests in `ledger/requests`, system contracts in `system/contracts.ts`. Routes,
 * validation, the client, help texts, the OpenAPI document and the written documentation are derived from the definition.
 */

/** A type of PROTOCOL 5.10, or of HTTP: `flag`, an integer for a boolean; `json`, a value as JSON text. */
export type ParameterType = "string" | "int" | "bool" | "flag" | "json";

/** A parameter definition (PROTOCOL 5.8) with its bounds and its documentation. */
export interface OperationParameter {
  readonly name: string;
  readonly type: ParameterType;
  /** In bytes of `text(value)`. */
  readonly maxlength: number;
  readonly requirements: boolean;
  readonly default: Value;
  readonly cases: readonly Value[] | null;
  /** The smallest and the greatest integer accepted, when `maxlength` alone does not bound it. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether an integer that is too great to be exact is refused. Default: it counts as 0. */
  readonly isExact?: boolean;
  /** Whether the value is an address, for which a user may give the name of a key. Default: false. */
  readonly isAddress?: boolean;
  /** One sentence for help texts and documents. */
  readonly summary: string;
}

export interface Operation {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  /** Whether the operation only reads: a client may then repeat it after a lost answer. */
  readonly isRead: boolean;
  /** Whether a client sends the parameters as a JSON body, so that the node receives what was signed. Default: false. */
  readonly isRaw?: boolean;
  /** Whether it is answered only where the explorer is served. Default: false. */
  readonly isExplorer?: boolean;
  readonly data: Schema;
  /** Members of the answer beside `code`, `status` and `data`. */
  readonly siblings?: SchemaMembers;
  /** The same, each of which may be missing. */
  readonly optionalSiblings?: SchemaMembers;
}

/** A system request (docs/rpc.md): the `type` of a request, with the parameters beside it. */
export interface SystemRequest {
  readonly type: string;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  readonly data: Schema;
  /** Members of the answer beside `code`, `status` and `data`; each may be missing. */
  readonly siblings?: SchemaMembers;
}

/** A system contract (PROTOCOL 6): the `type` of a transaction, with the parameters beside it. */
export interface SystemContract {
  readonly type: string;
  readonly summary: string;
  readonly executor: string;
  readonly parameters: readonly OperationParameter[];
}

export type ParameterName<Definition extends { readonly parameters: readonly OperationParameter[] }> =
  Definition["parameters"][number]["name"];

type GivenValue = { int: number; flag: boolean; bool: boolean; json: Value; string: string };

/** What a caller gave for an operation's parameters. */
export type Given<Definition extends { readonly parameters: readonly OperationParameter[] }> = {
  readonly [Parameter in Definition["parameters"][number] as Parameter["name"]]?:
    GivenValue[Parameter["type"]] | undefined;
};

type FurtherMembers = Partial<Omit<OperationParameter, "name" | "type" | "maxlength" | "summary">>;
type KnownParameter<Name, Type> = OperationParameter & { readonly name: Name; readonly type: Type };

/** A parameter that may be left out: by default any value of the type, without a default. */
export function optional<const Name extends string, const Type extends ParameterType>(
  name: Name,
  type: Type,
  maxlength: number,
  summary: string,
  further: FurtherMembers = {},
): KnownParameter<Name, Type> {
  return { name, type, maxlength, requirements: false, default: null, cases: null, ...further, summary };
}

export function required<const Name extends string, const Type extends ParameterType>(
  name: Name,
  type: Type,
  maxlength: number,
  summary: string,
  further: FurtherMembers = {},
): KnownParameter<Name, Type> {
  return optional(name, type, maxlength, summary, { requirements: true, ...further });
}
