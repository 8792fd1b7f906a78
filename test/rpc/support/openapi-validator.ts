import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import type { Value } from "../../../src/codec/value.js";
import { openApiText } from "../../../src/rpc/openapi.js";

interface OpenApiDocument {
  readonly openapi: string;
  readonly tags?: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly responses: object;
}

export const openApi = JSON.parse(openApiText()) as OpenApiDocument;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ ...openApi, $id: "document" });

/** The schema at a JSON pointer of the document. Throws when the pointer names no schema. */
export function schemaAt(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`document#${pointer}`);
  if (validate === undefined) throw new Error(`The document has nothing at ${pointer}. `);
  return validate;
}

export function component(name: string): ValidateFunction {
  return schemaAt(`/components/schemas/${name}`);
}

/** The schema of an operation's successful answer. */
export function answerOf(path: string): ValidateFunction {
  const pointer = path.replaceAll("/", "~1");
  return schemaAt(`/paths/${pointer}/get/responses/200/content/application~1json/schema`);
}

export function isValid(validate: ValidateFunction, value: Value): boolean {
  return validate(JSON.parse(canonicalJson(value)));
}

export function expectValid(validate: ValidateFunction, value: Value): void {
  expect(isValid(validate, value), ajv.errorsText(validate.errors)).to.equal(true);
}
