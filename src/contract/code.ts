import { canonicalJson } from "../codec/canonical-json.js";
import { parseJson } from "../codec/parse-json.js";
import { isMap, memberOf, type Value, type ValueMap } from "../codec/value.js";
import { recordHeader, layoutOf, type CodeFormat, type CodeKind } from "../records/code-layout.js";
import type { LintCode } from "../records/lint-rules.js";
import { memberPath } from "../records/json-path.js";
import { compile, Float, Marks, type CompileOptions } from "./compile.js";
import { contractCall, contractOrder, contractValue } from "./errors.js";
import { BuiltCall } from "./call.js";
import type { Expression } from "./expression.js";
import {
  parameterDefinitions,
  parameterExpressions,
  type ParameterExpressions,
  type Parameters,
  type ParameterValues,
} from "./parameters.js";
import type { SourceMap } from "./source-map.js";

/** What a contract or request declares besides its executions. */
export interface CodeDeclaration<P extends Parameters> {
  readonly name: string;
  /** A number in text. The chain takes a code only in place of a lower version. Default: "1". */
  readonly version?: string;
  /** The space that its state is in. Default: the network's own, which is filled in when it is registered. */
  readonly space?: string;
  /** The address that publishes it. Default: the publisher's address, filled in at publication. */
  readonly writer?: string;
  readonly parameters?: P;
  /** `classic` is what Register stores, `method`, the default, what Publish does. */
  readonly format?: CodeFormat;
  /** The rules of `chainnode code check` that this code breaks on purpose. */
  readonly allow?: readonly LintCode[];
}

/** What the parameters of a call may be: those that its code declares; any for a code that was read from JSON. */
export type CallValues<P extends Parameters> = string extends keyof P
  ? Readonly<Record<string, unknown>>
  : ParameterValues<P>;

/** A call of a code in the space of its writer. */
interface CallOfCode {
  readonly type: string;
  readonly writer: string;
  readonly space: string;
  readonly parameters: ValueMap;
}

type NoParameters = Readonly<Record<string, never>>;

/** The executions of a contract, in order: conditions, writes, and a response at most at the end. */
export type ContractBody = readonly Expression<"check" | "write" | "any" | "null">[];
/** The executions of a request: conditions and a response. */
export type RequestBody = readonly Expression<"check" | "any" | "null">[];

/** What a source says beside the record. */
interface Beside {
  readonly marks: Marks;
  readonly allowed?: readonly LintCode[];
}

/** Marks a code of any copy of this package. */
const CODE = Symbol.for("chainnode.code");

/** A contract or request, ready to be registered. */
export class Code<P extends Parameters = Parameters> {
  readonly [CODE] = true;
  /** The record as the chain stores it. */
  readonly record: ValueMap;
  /** The declarations of its parameters; empty for a code that was read from JSON. */
  readonly parameters: P;
  /** The rules of `chainnode code check` that it breaks on purpose. */
  readonly allowed: readonly LintCode[];
  readonly #marks: Marks;

  constructor(record: ValueMap, parameters: P, { marks, allowed = [] }: Beside) {
    this.record = record;
    this.parameters = parameters;
    this.allowed = allowed;
    this.#marks = marks;
  }

  get kind(): CodeKind {
    return this.#member("kind") === "request" ? "request" : "contract";
  }

  get format(): CodeFormat {
    return layoutOf(this.record).format;
  }

  /** Null when the record has none, or none that is text. */
  get name(): string | null {
    return this.#text("name");
  }

  get version(): string | null {
    return this.#text("version");
  }

  get space(): string | null {
    return this.#text("space");
  }

  get writer(): string | null {
    return this.#text("writer");
  }

  /** Where the source builds each part, by JSON path. */
  get places(): SourceMap {
    return this.#marks.places;
  }

  /** The same code with another version, space or writer. */
  with(members: { readonly version?: string; readonly space?: string; readonly writer?: string }): Code<P> {
    const layout = layoutOf(this.record);
    const record = new Map(this.record);
    for (const name of ["version", "space", "writer"] as const) {
      const member = members[name];
      if (member !== undefined) record.set(layout[name], member);
    }
    return new Code(record, this.parameters, { marks: this.#marks, allowed: this.allowed });
  }

  /**
   * A call of this code, as `chainnode/client` sends it. Throws `CONTRACT_CALL` without a writer or a space, which
   * publication fills in and `with` can, and `CONTRACT_VALUE` for a value that no parameter can have.
   */
  call(parameters: CallValues<P>): CallOfCode {
    const { name, writer, space } = this;
    if (name === null || writer === null || space === null) throw contractCall();
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    const definitions = this.record.get(layoutOf(this.record).parameters) ?? null;
    const valueOf = (member: string, value: unknown): unknown =>
      typeof value === "number" && memberOf(memberOf(definitions, member), "type") === "double"
        ? new Float(value)
        : value;
    const options = { kind: null, marks: new Marks() };
    return {
      type: name,
      writer,
      space,
      parameters: new Map(
        given.map(([member, value]) => [member, compile(valueOf(member, value), "$", options)]),
      ),
    };
  }

  /** The canonical JSON, which is what is submitted. */
  toJson(): string {
    return canonicalJson(this.record);
  }

  /** The record as a value of the protocol. */
  toValue(): Value {
    return this.record;
  }

  #member(name: "kind" | "name" | "version" | "space" | "writer"): Value {
    return this.record.get(layoutOf(this.record)[name]) ?? null;
  }

  #text(name: "name" | "version" | "space" | "writer"): string | null {
    const member = this.#member(name);
    return typeof member === "string" ? member : null;
  }
}

/** Whether a value is a code that this package built, also another copy of it. */
export function isCode(value: unknown): value is Code {
  return typeof value === "object" && value !== null && CODE in value;
}

/**
 * Builds a contract. The body is called once, with an expression for each parameter. Throws `CONTRACT_VALUE`,
 * `CONTRACT_PLACE`, `CONTRACT_MAXIMUM`, and `CONTRACT_ORDER` for the classic format.
 */
export function contract<const P extends Parameters = NoParameters>(
  declaration: CodeDeclaration<P>,
  body: (parameters: ParameterExpressions<P>) => ContractBody,
): Code<P> {
  return build("contract", declaration, body(parameterExpressions(parametersOf(declaration))));
}

/** Builds a request, whose answer is that of its `respond`. */
export function request<const P extends Parameters = NoParameters>(
  declaration: CodeDeclaration<P>,
  body: (parameters: ParameterExpressions<P>) => RequestBody,
): Code<P> {
  return build("request", declaration, body(parameterExpressions(parametersOf(declaration))));
}

/** Reads a code's JSON. Throws `JSON_SYNTAX`, and `CONTRACT_VALUE` when it is not a map. */
export function fromJson(json: string): Code {
  const record = parseJson(json);
  if (!isMap(record)) throw contractValue({ type: "a code that is not a map" });
  return new Code(record, {}, { marks: new Marks() });
}

/** The canonical JSON of a code. */
export function toJson(code: Code): string {
  return code.toJson();
}

function parametersOf<P extends Parameters>({ parameters }: CodeDeclaration<P>): P {
  return parameters ?? ({} as P);
}

function build<P extends Parameters>(
  kind: CodeKind,
  declaration: CodeDeclaration<P>,
  executions: readonly unknown[],
): Code<P> {
  const { name, version = "1", space = null, writer = null, format = "method" } = declaration;
  const parameters = parametersOf(declaration);
  const marks = new Marks();
  const options = { kind, marks, declared: new Set<unknown>(Object.keys(parameters)) };
  const definitions = parameterDefinitions(name, parameters);
  const header = { kind, name, version, space, writer, parameters: definitions };
  const record = new Map<string, Value>([
    ...recordHeader(format, header),
    ...(format === "method"
      ? [["e", compileAll(executions, "$.e", options)] as const]
      : classicBody(executions, options)),
  ]);
  return new Code(record, parameters, { marks, allowed: declaration.allow ?? [] });
}

function compileAll(executions: readonly unknown[], path: string, options: CompileOptions): Value {
  return executions.map((execution, index) => compile(execution, memberPath(path, index), options));
}

/** `conditions`, then `updates` or `response` (PROTOCOL 6.3). */
function classicBody(
  executions: readonly unknown[],
  options: CompileOptions,
): readonly (readonly [string, Value])[] {
  const first = executions.findIndex((execution) => !isCallOf(execution, "condition"));
  const checks = first < 0 ? executions : executions.slice(0, first);
  const others = first < 0 ? [] : executions.slice(first);
  if (others.some((execution) => isCallOf(execution, "condition")))
    throw contractOrder({ what: "a condition behind a write" });
  const conditions = checks.map((check, index) => {
    const call = check as BuiltCall;
    const path = memberPath("$.conditions", index);
    options.marks.set(path, call);
    return call.args.map((argument, at) => compile(argument, memberPath(path, at), options));
  });
  if (options.kind === "contract")
    return [
      ["conditions", conditions],
      ["updates", compileAll(others, "$.updates", options)],
    ];
  const [response, ...more] = others;
  if (!isCallOf(response, "response") || more.length > 0)
    throw contractOrder({ what: "a request without one response at its end" });
  options.marks.set("$.response", response);
  return [
    ["conditions", conditions],
    ["response", compile(response.args[0], "$.response", options)],
  ];
}

function isCallOf(execution: unknown, operator: string): execution is BuiltCall {
  return execution instanceof BuiltCall && execution.operator === operator;
}
