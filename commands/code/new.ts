import { basename, relative, resolve, dirname, join } from "node:path";
import { positional, type Command } from "../../src/cli/command.js";
import { objectToValue } from "../../src/codec/value.js";
import { listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import * as errors from "./errors.js";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { fileError } from "../../src/codec/file-error.js";
import { createFile } from "../../src/base/files/write-file.js";

export const TEMPLATES = [
  "token",
  "nft",
  "escrow",
  "voting",
  "multisig",
  "crowdfunding",
  "exchange",
  "names",
  "empty",
] as const;
type TemplateName = (typeof TEMPLATES)[number];

const EXAMPLES = new URL("../../../examples/", import.meta.url);
/** What a space, a package and a directory may all be called. */
const NAME = /^[a-z][a-z0-9._-]{0,63}$/;
const COPIED = ["contract.ts", "contract.test.ts", "README.md"] as const;

/** TypeScript as Node runs it: only types are removed. */
const TSCONFIG = {
  compilerOptions: {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    types: ["node"],
  },
  include: ["*.ts"],
};

/** Where editors look for the schemas of JSON files: `*.code.json` holds codes as `chainnode code get` prints them. */
const EDITOR_SETTINGS = ".vscode/settings.json";
const EDITOR = {
  "json.schemas": [{ fileMatch: ["*.code.json"], url: "./node_modules/chainnode/docs/schemas/code.json" }],
};

/** Writes a project and returns the names of its files. Throws `PROJECT_NAME`, `PROJECT_EXISTS`. */
export async function createProject(
  template: TemplateName,
  directory: string,
  name: string,
): Promise<readonly string[]> {
  if (!NAME.test(name)) throw errors.projectName({ name });
  await makeEmpty(directory);
  const sources = COPIED.map(async (file) => {
    const text = await readFile(new URL(`${template}/${file}`, EXAMPLES), "utf8");
    // An example's space has its name.
    return [file, text.replace(`space: "${template}"`, `space: "${name}"`)] as const;
  });
  const files = [...(await Promise.all(sources)), ...(await projectSettings(name))];
  await mkdir(dirname(join(directory, EDITOR_SETTINGS)));
  for (const [file, text] of files) await createFile(join(directory, file), text);
  return files.map(([file]) => file);
}

async function makeEmpty(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    if ((await readdir(directory)).length === 0) return;
  } catch (cause) {
    throw fileError(cause, directory) ?? cause;
  }
  throw errors.projectExists({ directory });
}

/** The files of a project, by name, that say nothing about its contract. */
export async function projectSettings(
  name: string,
): Promise<readonly (readonly [file: string, text: string])[]> {
  return [
    [EDITOR_SETTINGS, jsonText(EDITOR)],
    ["package.json", jsonText(await packageOf(name))],
    ["tsconfig.json", jsonText(TSCONFIG)],
  ];
}

async function packageOf(name: string): Promise<object> {
  const own = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return {
    name,
    private: true,
    type: "module",
    scripts: { test: "chainnode code test" },
    devDependencies: { "@types/node": "^20.19.43", chainnode: `^${own.version}`, typescript: "^5.9.0" },
  };
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

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
