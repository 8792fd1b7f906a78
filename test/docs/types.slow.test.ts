import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { createProject } from "../../commands/code/new.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { HOSTILE_CODES } from "../contract/source/hostile-codes.js";
import { presetCodes } from "../../src/system/presets.js";
import { toCallTypes } from "../../src/contract/source/to-call-types.js";
import { layOut } from "../support/transcript.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);
const USE = `import type { Client } from "chainnode/client";
import { contract_a_b, deleteRequest, GetBalance, Send } from "./calls.ts";

export const calls = (client: Client, key: string) => [
  client.callContract(Send, { to: "ab", amount: "5" }, key),
  client.callRequest(GetBalance, { address: "ab" }),
  client.callContract(contract_a_b, { "x*/y": 5n, ratio: 0.5, colour: "red", list: [1] }, key),
  client.callRequest(deleteRequest, {}),
  // @ts-expect-error the amount is missing
  client.callContract(Send, { to: "ab" }, key),
  // @ts-expect-error an amount is text
  client.callContract(Send, { to: "ab", amount: 5 }, key),
  // @ts-expect-error there is no such parameter
  client.callRequest(GetBalance, { address: "ab", of: "cd" }),
  // @ts-expect-error no such colour
  client.callContract(contract_a_b, { "x*/y": 5n, ratio: 0.5, colour: "blue" }, key),
];
`;

describe("the TypeScript of the documents", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("compiles what code types writes, hostile names too, and refuses other parameters", async () => {
    const texts = [...presetCodes("classic", { rootSpace: "ab".repeat(32) }), ...HOSTILE_CODES];
    await mkdir(join(directory, "work"));
    writeFileSync(join(directory, "work", "calls.ts"), toCallTypes(texts));
    writeFileSync(join(directory, "work", "use.ts"), USE);
    await expectCompiled(directory);
  });

  for (const name of ["language/tutorial.md", "language/upgrade.md", "client.md"]) {
    it(`compiles in ${name}, with the settings of a new project`, async () => {
      layOut(readFileSync(join(ROOT, "docs", name), "utf8"), directory);
      await expectCompiled(directory);
    });
  }
});

/** Expects that the files in `work` compile with the settings of a new project. */
async function expectCompiled(directory: string): Promise<void> {
  const work = join(directory, "work");
  await createProject("empty", join(directory, "project"), "project");
  for (const file of ["tsconfig.json", "package.json"])
    writeFileSync(join(work, file), readFileSync(join(directory, "project", file)));
  const modules = join(work, "node_modules");
  mkdirSync(modules);
  symlinkSync(ROOT, join(modules, "chainnode"));
  symlinkSync(join(ROOT, "node_modules/@types"), join(modules, "@types"));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const output = await run(process.execPath, [compiler, "-p", work]).catch((error: unknown) => error);
  expect(output).to.deep.include({ stdout: "" });
}
