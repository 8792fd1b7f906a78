import type { Value } from "../../codec/value.js";
import type { Schema, SchemaMembers } from "./json-schema.js";

/**
 * An operation of a node as data (docs/rpc.md). Each has one definition in this directory and one handler of the same
 * file name: operations with a path in `node/operations`, system requests in `ledger/requests`, system contracts in
 * `system/contracts`. Routes, validation, the client, help texts, the OpenAPI document and the written documentation are derived
 * from the definition.
 */

/**
 * A type of the protocol (PROTOCOL 5.10), or one of the two that only HTTP has: `flag`, an integer for a boolean, and
 * `json`, a value that a form carries as JSON text.
 */
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
  /** Whether the value is an address, for which a user may give the name of a key. Default: false. */
  readonly isAddress?: boolean;
  /** One sentence for help texts and documents. */
  readonly summary: string;
}

/** An operation with a path of its own. */
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
  /** The shape of the answer's `data`. */
  readonly data: Schema;
  /** Members of the answer beside `code`, `status` and `data`. */
  readonly siblings?: SchemaMembers;
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
  /** Who may execute it. */
  readonly executor: string;
  readonly parameters: readonly OperationParameter[];
}

export type ParameterName<Definition extends { readonly parameters: readonly OperationParameter[] }> =
  Definition["parameters"][number]["name"];

/** The members that may be left out: by default optional, without a default value, any value of the type. */
type ParameterLiteral = Pick<OperationParameter, "name" | "type" | "maxlength" | "summary"> &
  Partial<OperationParameter>;

export function operationParameter<const Literal extends ParameterLiteral>(
  literal: Literal,
): OperationParameter & Pick<Literal, "name"> {
  return { requirements: false, default: null, cases: null, ...literal };
}
