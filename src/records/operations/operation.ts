import type { Value } from "../../codec/value.js";
import type { JsonSchema } from "./json-schema.js";

/**
 * What a caller may name and send, as data (SPEC, Endpoints). Routes, validation, the client, help texts, the OpenAPI
 * document and the written documentation are derived from these tables; nothing about an operation stands elsewhere.
 */

/**
 * A type as the protocol names it (PROTOCOL 5), or one of the two that only HTTP knows: `flag`, an integer that
 * stands for a boolean, and `json`, a value that a form carries as JSON text.
 */
export type ParameterType = "string" | "int" | "bool" | "flag" | "json";

/** A parameter definition (SPEC, Registered code record) with its bounds and its documentation. */
export interface OperationParameter {
  readonly name: string;
  readonly type: ParameterType;
  /** In bytes of `text(value)`. */
  readonly maxlength: number;
  /** Whether it must be given. */
  readonly requirements: boolean;
  readonly default: Value;
  readonly cases: readonly Value[] | null;
  /** The smallest and the greatest integer taken, both included, where the length alone does not say it. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether it is the address of somebody, for which a person may give the name of a key. False when left out. */
  readonly isAddress?: boolean;
  /** One sentence for help texts and documents. */
  readonly summary: string;
}

/** An operation with a path of its own. */
export interface Operation {
  readonly name: OperationName;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  /** Whether asking twice is the same as asking once: a client may repeat it after a lost answer. */
  readonly isRead: boolean;
  /** The shape of the answer's `data`. */
  readonly data: JsonSchema;
  /** Members of the answer beside `code`, `status` and `data`. */
  readonly siblings?: Readonly<Record<string, JsonSchema>>;
}

export type OperationName =
  | "Ping"
  | "Info"
  | "Peer"
  | "Round"
  | "Broadcast"
  | "Request"
  | "RawRequest"
  | "SendTransaction"
  | "SendRawTransaction"
  | "Weight"
  | "Inspect";

/** A system request (SPEC, System requests): the `type` of a request, with the parameters beside it. */
export interface SystemRequest {
  readonly type: string;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  readonly data: JsonSchema;
  /** Members of the answer beside `code`, `status` and `data`; each may be missing. */
  readonly siblings?: Readonly<Record<string, JsonSchema>>;
}

/** A system contract (SPEC, System contracts): the `type` of a transaction, with the parameters beside it. */
export interface SystemContract {
  readonly type: string;
  readonly summary: string;
  /** Who may execute it. */
  readonly executor: string;
  readonly parameters: readonly OperationParameter[];
}

/** What a definition may leave out: optional, no default, any value of the type. */
type ParameterLiteral = Pick<OperationParameter, "name" | "type" | "maxlength" | "summary"> &
  Partial<OperationParameter>;

export function parameter(literal: ParameterLiteral): OperationParameter {
  return { requirements: false, default: null, cases: null, ...literal };
}
