import type { JsonSchema } from "../../records/operations/json-schema.js";
import { RECORD_SCHEMAS, referring, referringTo } from "../../records/operations/record-schemas.js";
import type { Command } from "../command.js";

const INDENT = 2;
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The JSON Schema of a command's result as a document of its own, with the records it refers to. */
export function resultToSchemaText(path: string, { result }: Command): string {
  const schemas = referredTo(result);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `chainnode ${path} --json`,
    ...referringTo(result),
    ...(Object.keys(schemas).length === 0 ? {} : { components: { schemas } }),
  };
  return `${JSON.stringify(schema, referring, INDENT)}\n`;
}

/** The records that a schema refers to, and those that they refer to. */
function referredTo(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name = ""] of JSON.stringify(next, referring).matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      // A copy: the record's schema itself is written as a reference.
      const record = { ...RECORD_SCHEMAS[name] };
      found.set(name, record);
      open.push(record);
    }
  }
  return Object.fromEntries(found);
}
