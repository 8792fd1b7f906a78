import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { commands } from "../../commands/index.js";
import { resultToSchemaText } from "../../src/cli/help/generate.js";
import { findRoute } from "../../src/cli/route.js";

/** Fails unless every document of a command's `--json` output fits the command's schema. */
export async function assertResultShape(words: readonly string[], stdout: string): Promise<void> {
  const { path } = findRoute(words, commands);
  const load = commands.commands.get(path);
  if (load === undefined) throw new TypeError(`${path} is not a command. `);
  const schema = JSON.parse(resultToSchemaText(path, (await load()).command)) as object;
  const ajv = new Ajv2020({ strict: false });
  const validate = ajv.compile(schema);
  for (const line of stdout.trimEnd().split("\n")) {
    expect(validate(JSON.parse(line)), `${path}: ${ajv.errorsText(validate.errors)}\n${line}`).to.equal(true);
  }
}
