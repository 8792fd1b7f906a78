import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { readConfigFile } from "../../../src/cli/config/resolve.js";
import { settingsSchemaText } from "../../../src/cli/config/settings-file.js";
import { CONFIG, DATA_DIR, SETTINGS } from "../../../src/cli/config/settings.js";
import { runBinary, useTemporaryDirectory } from "../binary.js";

const NAMES = SETTINGS.map(({ name }) => name).filter((name) => name !== CONFIG && name !== DATA_DIR);

describe("chainnode config init", () => {
  const directory = useTemporaryDirectory();
  const init = (...flags: readonly string[]) =>
    runBinary(["config", "init", "--data-dir", directory(), ...flags]);
  const read = (): string => readFileSync(join(directory(), "chainnode.toml"), "utf8");

  it("writes the settings that are given, and every other one as a comment", async () => {
    const { code } = await init("--port", "9910", "--mine", "--peer", "a.example:1", "--peer", "b.example:2");
    expect(code).to.equal(0);
    expect(parse(read())).to.deep.equal({ port: 9910, mine: true, peer: ["a.example:1", "b.example:2"] });
    const named = Array.from(read().matchAll(/^(?:# )?([a-z-]+) = /gm), ([, name]) => name);
    expect(named).to.deep.equal(NAMES);
  });

  it("writes comments that are valid settings once their # is removed", async () => {
    await init();
    expect(parse(read())).to.deep.equal({});
    const file = join(directory(), "other.toml");
    writeFileSync(file, read().replaceAll(/^# (?=[a-z-]+ = )/gm, ""));
    expect([...((await readConfigFile(file))?.keys() ?? [])]).to.deep.equal(NAMES);
  });

  it("never changes a file that exists, exit code 5", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "mine = true\n");
    const { code, stderr } = await init();
    expect(code).to.equal(5);
    expect(stderr).to.include("chainnode.toml");
    expect(read()).to.equal("mine = true\n");
  });
});

describe("the schema of chainnode.toml", () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(settingsSchemaText()) as object);

  it("accepts and refuses what the command line does", () => {
    expect(validate({ port: 9900, mine: true, peer: ["a:1"], "log-format": "json" })).to.equal(true);
    for (const wrong of [
      { port: 65_536 },
      { port: "9900" },
      { mine: 1 },
      { "log-format": "xml" },
      { prot: 1 },
    ])
      expect(validate(wrong), JSON.stringify(wrong)).to.equal(false);
  });
});
