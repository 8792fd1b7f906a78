import { METHOD_VERSION } from "./code-layout.js";
import { describeOperator } from "./operators/describe.js";
import { OPERATORS } from "./operators/table.js";
import { PARAMETER_TYPES } from "./parameter.js";

const KIND = {
  enum: ["contract", "request"],
  description: "A contract changes state, a request answers.",
} as const;
const NAME = { type: "string", pattern: "^[A-Za-z_0-9]+$" } as const;
const VERSION = {
  type: ["string", "number"],
  description: "A number. It must be greater than the registered one.",
} as const;
const EXPRESSION = { $ref: "#/$defs/expression" } as const;
const EXPRESSIONS = { type: "array", items: EXPRESSION } as const;
const PARAMETERS = { $ref: "#/$defs/parameters" } as const;

const PARAMETER = {
  type: "object",
  properties: {
    name: { type: "string", description: "The name under which a call gives the value." },
    type: { enum: [...PARAMETER_TYPES], description: "Checked when the parameter is required." },
    maxlength: {
      type: ["integer", "string"],
      description: "The maximum length of the value's text in bytes.",
    },
    requirements: { type: "boolean", description: "Whether every call must give it." },
    default: { description: "The value when a call leaves it out." },
    cases: { type: ["array", "object", "null"], description: "The only values that it may have." },
  },
  required: ["name", "maxlength"],
  additionalProperties: false,
} as const;

/** The JSON Schema of the records of codes, in both formats, for editors (PROTOCOL 6.1, 6.3). */
export function codeSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Code of a contract or request",
    anyOf: [{ $ref: "#/$defs/code" }, { type: "array", items: { $ref: "#/$defs/code" } }],
    $defs: {
      code: { oneOf: [{ $ref: "#/$defs/method" }, { $ref: "#/$defs/classic" }] },
      method: record(
        {
          t: KIND,
          m: { const: METHOD_VERSION },
          n: NAME,
          v: VERSION,
          s: { type: ["string", "null"], description: "The space; null for the network's own." },
          w: {
            type: ["string", "null"],
            description: "The address that publishes it; null for the signer's.",
          },
          p: PARAMETERS,
          e: { ...EXPRESSIONS, description: "The executions, in order." },
        },
        [],
      ),
      classic: record(
        {
          type: KIND,
          name: NAME,
          version: VERSION,
          nonce: { type: ["string", "null"], description: "The space; null for the network's own." },
          writer: { type: ["string", "null"], description: "The zero address; null is filled in." },
          parameters: PARAMETERS,
          conditions: {
            type: "array",
            items: { type: "array", prefixItems: [EXPRESSION, EXPRESSION], minItems: 2, maxItems: 2 },
            description: "Pairs of an expression that must be true and the message when it is not.",
          },
          updates: { ...EXPRESSIONS, description: "What a contract writes." },
          response: { ...EXPRESSION, description: "What a request answers." },
        },
        ["conditions", "updates", "response"],
      ),
      parameters: {
        anyOf: [
          { type: "object", additionalProperties: PARAMETER },
          { type: "array", items: PARAMETER },
          { type: "null" },
        ],
      },
      expression: {
        anyOf: [
          { type: ["null", "boolean", "number", "string"] },
          EXPRESSIONS,
          { type: "object", properties: operators(), additionalProperties: EXPRESSION },
        ],
      },
    },
  };
}

function record(properties: Readonly<Record<string, object>>, optional: readonly string[]): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

function operators(): Readonly<Record<string, object>> {
  const entries = [...OPERATORS].map(([name, spec]) => {
    const { signature, sentence } = describeOperator(name, spec);
    return [`$${name}`, { description: `${signature}\n${sentence}`, items: EXPRESSION }] as const;
  });
  return Object.fromEntries(entries);
}
