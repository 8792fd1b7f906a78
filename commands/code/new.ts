import { basename, relative, resolve } from "node:path";
import { positional, type Command } from "../../src/cli/command.js";
import { objectToValue } from "../../src/codec/value.js";
import { listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { createProject, TEMPLATES } from "./new-project.js";
import * as errors from "./errors.js";

export const command: Command = {
  summary: "make a project with a contract and its tests",
  description: [
    `Makes a directory with a copy of an example: contract.ts, contract.test.ts, README.md, package.json, tsconfig.json and settings for editors. Its last name is the space of the codes. The templates are ${TEMPLATES.join(", ")}; docs/language/examples.md describes them.`,
    "The tests pass at once: chainnode code test. After npm install, or npm link chainnode where chainnode is a clone, an editor finds the types, and checks files *.code.json by the JSON Schema of codes.",
  ],
  arguments: [
    positional("<template>", "what the contract is about", { complete: async () => [...TEMPLATES] }),
    positional("<directory>", "directory to make; it must be empty or not exist"),
  ],
  examples: ["chainnode code new token coins", "chainnode code new empty ./greeting"],
  result: objectOf({ directory: TEXT, files: listOf(TEXT) }),
  async run({ note, style }, input) {
    const template = TEMPLATES.find((name) => name === input.argument("template"));
    if (template === undefined)
      throw errors.templateUnknown({ template: input.argument("template"), templates: TEMPLATES.join(", ") });
    const directory = resolve(input.argument("directory"));
    const files = await createProject(template, directory, basename(directory));
    const place = relative(process.cwd(), directory) || ".";
    note(style.dim(`Next: cd ${place} && chainnode code test`));
    return {
      data: objectToValue({ directory, files: [...files] }),
      text: () => files.map((file) => `${place}/${file}\n`).join(""),
    };
  },
};
