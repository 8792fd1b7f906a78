import { valueToText } from "../codec/text.js";
import { ERROR_KINDS } from "../codec/chain-error.js";
import type { Value } from "../codec/value.js";
import { PROTOCOL_VERSION } from "../records/limits.js";
import {
  BOOLEAN,
  INTEGER,
  TEXT,
  described,
  either,
  objectOf,
  only,
  closedObjectOf,
  withOptional,
  type JsonSchema,
} from "../records/operations/json-schema.js";
import { OPERATIONS, operationPath, type KnownOperation } from "../records/operations/operations.js";
import { EVENTS } from "../records/operations/events.js";
import type {
  Operation,
  OperationParameter,
  ParameterType,
  SystemRequest,
} from "../records/operations/operation.js";
import { RECORD_SCHEMAS, referring } from "../records/operations/record-schemas.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../records/operations/system-requests.js";

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const CODE_OK = only(200);

const FAILURE_MEMBERS = {
  code: described(INTEGER, "999 for what the chain refuses (HTTP 400), else the HTTP status."),
  status: only("fail"),
  msg: described(TEXT, "What happened, as one sentence."),
  error: {
    type: "object" as const,
    description: "The error of this node, beside the protocol's members. A 2.1 node does not send it.",
    properties: {
      code: described(TEXT, "The stable code of the error (docs/errors.md)."),
      kind: described({ type: "string", enum: [...ERROR_KINDS] }, "What kind of failure the code reports."),
      advice: described(TEXT, "What to do about it."),
      details: { type: "object" as const, additionalProperties: either(TEXT, INTEGER) },
    },
    required: ["code", "kind"],
    additionalProperties: false,
  },
};
const FAILURE: JsonSchema = { ...closedObjectOf(FAILURE_MEMBERS), required: ["code", "status", "msg"] };

/** The OpenAPI 3.1 document of the interface as JSON text, generated from the operations table. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), referring, 2)}\n`;
}

const TAGS = {
  reading: "What the chains and the node hold.",
  sending: "What a node receives.",
  explorer: "What the explorer asks; answered with --explorer only.",
} as const;

function openApiDocument(): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Blockchain Node RPC Interface",
      version: PROTOCOL_VERSION,
      description:
        "Paths are read in any casing. Every operation reads its parameters from the query string, from a urlencoded " +
        "or multipart form, and from a JSON body.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    // None: a transaction is signed in its own parameters, and every caller may read.
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...named(OPERATIONS.values(), ({ name }) => operationPath(name), pathItem),
      [operationPath(EVENTS.name)]: { get: streamingGet() },
    },
    components: {
      schemas: {
        // Copies: the schemas themselves are written as references.
        ...named(
          Object.entries(RECORD_SCHEMAS),
          ([name]) => name,
          ([, schema]) => ({ ...schema }),
        ),
        ...named(SYSTEM_REQUESTS.values(), ({ type }) => `${type}Request`, callSchema),
        ...named(SYSTEM_REQUESTS.values(), ({ type }) => `${type}Answer`, systemAnswer),
        ...named(SYSTEM_CONTRACTS.values(), ({ type }) => `${type}Transaction`, callSchema),
        Failure: FAILURE,
      },
    },
  };
}

function pathItem(operation: KnownOperation): object {
  const responses = responsesOf(operation, jsonContent(operationAnswer(operation)));
  return {
    get: { ...getOf(operation), responses },
    post: {
      operationId: `${idOf(operation)}ByPost`,
      ...aboutOf(operation),
      ...(operation.parameters.length === 0 ? {} : { requestBody: requestBody(operation) }),
      responses,
    },
  };
}

/** A stream has no end, and no form of it is posted. */
function streamingGet(): object {
  const content = { "text/event-stream": { schema: EVENTS.data } };
  return { ...getOf(EVENTS), responses: responsesOf(EVENTS, content) };
}

function responsesOf({ summary }: Operation, content: object): object {
  return {
    200: { description: summary, content },
    "4XX": failure("What the node refuses, with the reason."),
    default: failure("A failure of the node, with the reason."),
  };
}

function failure(description: string): object {
  return { description, content: jsonContent(reference("Failure")) };
}

function aboutOf({ name, summary, isRead, isExplorer }: Operation): object {
  const tag: keyof typeof TAGS = isExplorer === true ? "explorer" : isRead ? "reading" : "sending";
  return { summary: name, description: summary, tags: [tag] };
}

function getOf(operation: Operation): object {
  return {
    operationId: idOf(operation),
    ...aboutOf(operation),
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name,
      in: "query",
      required: parameter.requirements,
      description: parameter.summary,
      schema: parameterSchema(parameter),
    })),
  };
}

function idOf({ name }: Operation): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function requestBody({ parameters }: KnownOperation): object {
  const form = { schema: parametersSchema(parameters, parameterSchema) };
  const json = { schema: parametersSchema(parameters, (parameter) => memberSchema(parameter)) };
  return {
    required: parameters.some((parameter) => parameter.requirements),
    content: {
      ...named(
        FORM_TYPES,
        (type) => type,
        () => form,
      ),
      "application/json": json,
    },
  };
}

/** A parameter in a query string or a form. */
function parameterSchema(parameter: OperationParameter): JsonSchema {
  const { maxlength, minimum, maximum } = parameter;
  return {
    ...TYPE_SCHEMAS[parameter.type],
    ...(parameter.type === "string" ? { maxLength: maxlength } : {}),
    ...(parameter.default === null ? {} : { default: plain(parameter.default) }),
    ...(parameter.cases === null ? {} : { enum: parameter.cases.map(valueToText) }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

const TYPE_SCHEMAS: Readonly<Record<ParameterType, JsonSchema>> = {
  string: TEXT,
  json: TEXT,
  int: INTEGER,
  flag: { type: "integer", enum: [0, 1] },
  bool: BOOLEAN,
};

/** A parameter as a member of a JSON body. A value that a form carries as JSON text may also be an object here. */
function memberSchema(parameter: OperationParameter): JsonSchema {
  if (parameter.type !== "json") return parameterSchema(parameter);
  const known =
    parameter.name === "request"
      ? [...SYSTEM_REQUESTS.keys()].map((type) => reference(`${type}Request`))
      : [...SYSTEM_CONTRACTS.keys()].map((type) => reference(`${type}Transaction`));
  return either(...known, objectOf({ type: TEXT }), TEXT);
}

/** The parameters of a call, by name. */
function parametersSchema(
  parameters: readonly OperationParameter[],
  schemaOf: (parameter: OperationParameter) => JsonSchema,
): JsonSchema {
  return {
    type: "object",
    properties: named(
      parameters,
      ({ name }) => name,
      (parameter) => described(schemaOf(parameter), parameter.summary),
    ),
    required: parameters.filter(({ requirements }) => requirements).map(({ name }) => name),
  };
}

/** A system request or system transaction: its `type` and its parameters. */
function callSchema(call: {
  readonly type: string;
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
}): JsonSchema {
  const parameters = parametersSchema(call.parameters, parameterSchema);
  return {
    ...parameters,
    description: call.summary,
    properties: { type: only(call.type), ...parameters.properties },
    required: ["type", ...(parameters.required ?? [])],
  };
}

/**
 * The answer schema of an operation. Request and RawRequest return the answer of a system request or of registered
 * code.
 */
function operationAnswer({
  data,
  siblings = {},
  optionalSiblings = {},
  parameters,
}: KnownOperation): JsonSchema {
  const answer = withOptional(closedObjectOf({ code: CODE_OK, data, ...siblings }), optionalSiblings);
  if (!parameters.some(({ name }) => name === "request")) return answer;
  return either(answer, ...[...SYSTEM_REQUESTS.keys()].map((type) => reference(`${type}Answer`)));
}

function systemAnswer({ data, siblings = {} }: SystemRequest): JsonSchema {
  return withOptional(closedObjectOf({ code: CODE_OK, status: only("success"), data }), siblings);
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonContent(schema: JsonSchema): object {
  return { "application/json": { schema } };
}

function named<T, U>(
  items: Iterable<T>,
  nameOf: (item: T) => string,
  build: (item: T) => U,
): Readonly<Record<string, U>> {
  return Object.fromEntries(Array.from(items, (item) => [nameOf(item), build(item)]));
}

/** A default as a JSON value. Integers among the defaults are small. */
function plain(value: Value): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
