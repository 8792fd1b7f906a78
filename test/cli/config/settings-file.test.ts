import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { readConfigFile, resolveSettings } from "../../../src/cli/config/resolve.js";
import { givenAsFlags, settingsFileText, settingsSchemaText } from "../../../src/cli/config/settings-file.js";
import { CONFIG, DATA_DIR, isPath, SETTINGS, type SettingValue } from "../../../src/cli/config/settings.js";
import type { ChainError } from "../../../src/codec/chain-error.js";
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

  it("writes texts that read back as they were given, whatever characters they have", async () => {
    const every = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))
      .slice(1)
      .join("");
    const texts = [every, "'\\'\"", "\u2028\u202e\ufeff", "안녕 😀", "# a", "a = 1"];
    for (const text of texts) {
      const settings = await resolveSettings({
        flags: new Map<string, SettingValue>([
          ["host", text],
          ["peer", [text, text]],
        ]),
        environment: { CHAINNODE_HOME: directory() },
        homeDirectory: null,
      });
      const toml = settingsFileText(givenAsFlags(settings));
      expect(parse(toml), JSON.stringify(text)).to.deep.equal({ host: text, peer: [text, text] });
    }
  });

  it("writes a path of the command line as an absolute one", async () => {
    await init("--tls-cert", "cert.pem", "--tls-key", "/etc/key.pem");
    expect(parse(read())).to.deep.equal({ "tls-cert": resolve("cert.pem"), "tls-key": "/etc/key.pem" });
  });

  it("never changes a file that exists, exit code 5", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "mine = true\n");
    const { code, stderr } = await init();
    expect(code).to.equal(5);
    expect(stderr).to.include("chainnode.toml");
    expect(read()).to.equal("mine = true\n");
  });
});

describe("chainnode.toml", () => {
  const directory = useTemporaryDirectory();
  const write = (text: string): string => {
    const file = join(directory(), "chainnode.toml");
    writeFileSync(file, text);
    return file;
  };

  it("names files relative to itself", async () => {
    const paths = SETTINGS.filter((setting) => isPath(setting) && setting.name !== CONFIG);
    expect(paths.map(({ name }) => name)).to.include.members([
      DATA_DIR,
      "tls-cert",
      "postgres-password-file",
    ]);
    const file = write(paths.map(({ name }) => `${name} = "../a/${name}"\n`).join(""));
    for (const [name, value] of (await readConfigFile(file)) ?? [])
      expect(value).to.equal(resolve(directory(), "../a", name));
    const settings = await resolveSettings({
      flags: new Map([["config", file]]),
      environment: { CHAINNODE_TLS_KEY: "key.pem" },
      homeDirectory: null,
    });
    expect(settings.text("tls-cert")).to.equal(resolve(directory(), "../a/tls-cert"));
    // Where the user stands is what a flag or a variable is relative to.
    expect(settings.text("tls-key")).to.equal("key.pem");
  });

  it("names files in the address of a database relative to itself too", async () => {
    const url = (ca: string, key: string): string =>
      `postgres://db1/chain?sslmode=verify-full&sslrootcert=${ca}&sslkey=/k/key.pem,postgres://db2/chain?sslkey=${key}`;
    const values = await readConfigFile(write(`postgres = "${url("ca%20one.pem", "../key.pem")}"`));
    const [ca, key] = [resolve(directory(), "ca one.pem"), resolve(directory(), "../key.pem")];
    expect(values?.get("postgres")).to.equal(url(ca.replaceAll(" ", "%20"), key));
  });

  it("shows the line and the place of a syntax error", async () => {
    for (const [text, place] of [
      ["port = 1\nmine = = true\n", { line: 2, column: 8, text: "mine = = true", here: "       ^" }],
      ["\tport = yes\r\nmine = true", { line: 1, column: 9, text: " port = yes", here: "        ^" }],
      [`host = "${"a".repeat(80)}`, { line: 1, column: 8 }],
    ] as const) {
      const file = write(text);
      const error = await readConfigFile(file).then(
        () => null,
        (error: unknown) => error as ChainError,
      );
      expect(error?.code, text).to.equal("CONFIG_SYNTAX");
      expect(error?.details, text).to.include({ file, ...place });
      expect(Object.values(error?.details ?? {}).join("")).not.to.match(/[\n\r\t]/);
    }
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
