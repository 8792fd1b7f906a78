import type { JsonSchema } from "../../records/operations/json-schema.js";
import { RECORD_SCHEMAS } from "../../records/operations/record-schemas.js";
import type { Command } from "../command.js";

const INDENT = 2;
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;
const RECORDS: ReadonlyMap<string, JsonSchema> = new Map(Object.entries(RECORD_SCHEMAS));

/** The JSON Schema of a command's result as a document of its own, with the records it refers to. */
export function resultToSchemaText(path: string, { result }: Command): string {
  const schemas = referredTo(result);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `chainnode ${path} --json`,
    ...result,
    ...(Object.keys(schemas).length === 0 ? {} : { components: { schemas } }),
  };
  return `${JSON.stringify(schema, null, INDENT)}\n`;
}

/** The records that a schema refers to, and those that they refer to. */
function referredTo(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name = ""] of JSON.stringify(next).matchAll(REFERENCE)) {
      const record = RECORDS.get(name);
      if (record === undefined || found.has(name)) continue;
      found.set(name, record);
      open.push(record);
    }
  }
  return Object.fromEntries(found);
}
