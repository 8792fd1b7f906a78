import { canonicalJson } from "../codec/canonical-json.js";
import type { JsonSchema } from "../records/operations/json-schema.js";
import { OPERATIONS, operationPath, type KnownOperation } from "../records/operations/operations.js";
import type { OperationParameter, ParameterType, SystemRequest } from "../records/operations/operation.js";
import { RECORD_SCHEMAS, recordNameOf } from "../records/operations/record-schemas.js";
import { SYSTEM_CONTRACTS } from "../records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../records/operations/system-requests.js";
import { MAX_REQUEST_WORK, WORK_LIMIT } from "../vm/machine.js";
import { DEFAULT_SERVER_LIMITS } from "./limits.js";

/** The reference of the interface for people, generated from the operations table. */
export function rpcMarkdown(): string {
  return [
    INTRODUCTION,
    "## Operations\n",
    ...[...OPERATIONS.values()].map(operationSection),
    "## System requests\n",
    "The `request` of Request and RawRequest: an object with `type` and these parameters. Their answers carry `status`.\n",
    ...[...SYSTEM_REQUESTS.values()].map((request) => withSiblings(request, section(request.type, request))),
    "## System contracts\n",
    "The `transaction` of SendTransaction and SendRawTransaction: an object with `type`, `timestamp` and these parameters.\n",
    ...[...SYSTEM_CONTRACTS.values()].map((contract) =>
      section(contract.type, {
        ...contract,
        summary: `${contract.summary} Executed by ${contract.executor}.`,
      }),
    ),
    "## Records\n",
    ...Object.entries(RECORD_SCHEMAS).map(([name, schema]) => `### ${name}\n\n${shapeOf({ ...schema })}\n`),
  ].join("\n");
}

const { bodySize, connections, connectionsPerAddress, headersTimeoutMs, requestTimeoutMs, rateLimit } =
  DEFAULT_SERVER_LIMITS;

const INTRODUCTION = `# RPC interface

Written by \`npm run generate\` from the operations table; the same table serves \`GET /openapi.json\`.

Every operation has a path of its own, read in any casing. Parameters come in the query string (percent-encoded or raw JSON),
in a urlencoded or multipart form, or in a JSON body; what the body names counts first. Any origin may read the answers.

A mandatory parameter must be there and of its type, a parameter with bounds within them, and none longer than its maxlength.
The type of an optional parameter is not checked, as clients of 2.1 nodes are used to: where the node operations expect an
integer, text counts as the integer it begins with, else as 0, and a \`chain_type\` they do not know counts as \`main\`; where a
system request expects an integer and finds none, the parameter counts as left out.

An answer is \`{"code":200,"data":…}\`, with \`"status":"success"\` for system requests. A failure is
\`{"code":…,"status":"fail","msg":"…"}\`: code 999 with HTTP 400 for what the chain refuses, otherwise the HTTP status:
404 unknown path, 405 method, 408 too slow, 413 body too large, 429 too many requests (with Retry-After), 503 not ready.
Beside these members of the protocol a failure has \`"error":{"code":"…","kind":"…","advice":"…","details":{…}}\`. The code is
stable and explained in [errors.md](errors.md); \`advice\` and \`details\` may be absent. A 2.1 node has no member \`error\`.

A body has at most ${bodySize} bytes. A node keeps ${connections} connections, ${connectionsPerAddress} of one address; headers must arrive within
${headersTimeoutMs / 1000} seconds, a request within ${requestTimeoutMs / 1000}. One address may make ${rateLimit} requests a second unless the node is started
with another \`--rate-limit\`; of IPv6, a /64 network counts as one address, and loopback is not limited. Blocks and
transactions that can no longer change come with an ETag that names what is in them, the same on every node, and may be
kept for ever.

Registered request code may work through ${MAX_REQUEST_WORK} characters a call, a contract through ${WORK_LIMIT} when its
transaction is submitted (docs/work-limit.md): what would take longer fails.
`;

function operationSection(operation: KnownOperation): string {
  const { name } = operation;
  return withSiblings(operation, section(`${name} (\`${operationPath(name)}\`)`, operation));
}

function withSiblings({ siblings = {} }: Pick<SystemRequest, "siblings">, text: string): string {
  const beside = Object.keys(siblings).map((sibling) => `\`${sibling}\``);
  return beside.length === 0 ? text : `${text}Beside \`data\`: ${beside.join(", ")}.\n`;
}

interface Section {
  readonly summary: string;
  readonly parameters: readonly OperationParameter[];
  readonly data?: JsonSchema;
}

function section(title: string, { summary, parameters, data }: Section): string {
  return [
    `### ${title}\n\n${summary}\n`,
    ...(parameters.length === 0 ? [] : [parameterTable(parameters)]),
    ...(data === undefined ? [] : [answerLine(data)]),
  ].join("\n");
}

function answerLine(data: JsonSchema): string {
  return `Answers ${shapeOf(data)}.${data.description === undefined ? "" : ` ${data.description}`}\n`;
}

function parameterTable(parameters: readonly OperationParameter[]): string {
  const rows = parameters.map((parameter) => {
    const { name, type, maxlength, requirements, summary } = parameter;
    const otherwise = requirements ? "mandatory" : defaultOf(parameter);
    return `| ${name} | ${TYPE_NAMES[type]} | ${maxlength} | ${otherwise} | ${summary} |`;
  });
  return `| parameter | type | maxlength | default | |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

const TYPE_NAMES: Readonly<Record<ParameterType, string>> = {
  string: "string",
  int: "int",
  bool: "boolean",
  flag: "Boolean(int)",
  json: "JSON",
};

function defaultOf(parameter: OperationParameter): string {
  return parameter.default === null ? "" : canonicalJson(parameter.default);
}

/** A schema in a few words; records are referred to by name. */
function shapeOf(schema: JsonSchema): string {
  const { type, properties, required = [], items, anyOf, additionalProperties } = schema;
  const name = recordNameOf(schema);
  if (name !== undefined) return name;
  if (anyOf !== undefined) return shapesOf(anyOf);
  if (properties !== undefined) {
    return `{${Object.entries(properties)
      .map(([name, member]) => `${name}${required.includes(name) ? "" : "?"}: ${shapeOf(member)}`)
      .join(", ")}}`;
  }
  if (typeof additionalProperties === "object") return `a map of ${shapeOf(additionalProperties)}`;
  if (schema.maxItems === 0) return "an empty list";
  if (items !== undefined) return `a list of ${shapeOf(items)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return type ?? "any value";
}

/** Alternatives. An empty list that only stands for an empty map (PROTOCOL 13.5) is left out. */
function shapesOf(schemas: readonly JsonSchema[]): string {
  const isMap = schemas.some((schema) => schema.propertyNames !== undefined);
  return schemas
    .filter((schema) => !isMap || schema.maxItems !== 0)
    .map(shapeOf)
    .join(" or ");
}
