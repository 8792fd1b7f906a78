import { expect } from "chai";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveSettings } from "../../../src/cli/config/resolve.js";
import type { SettingValue } from "../../../src/cli/config/settings.js";
import { peerSettings } from "../../../commands/start/node-settings.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { useTemporaryDirectory } from "../binary.js";

describe("settings", () => {
  const directory = useTemporaryDirectory();

  const resolve = (flags: Record<string, SettingValue> = {}, environment: Record<string, string> = {}) =>
    resolveSettings({
      flags: new Map(Object.entries(flags)),
      environment: { CHAINNODE_HOME: directory(), ...environment },
      homeDirectory: "/home/user",
    });

  const failure = (...given: Parameters<typeof resolve>): Promise<unknown> =>
    resolve(...given).catch((error: unknown) => error);

  const originOf = async (name: string, ...given: Parameters<typeof resolve>) =>
    (await resolve(...given)).all.find((setting) => setting.name === name);

  it("come from a flag, then the environment, then the file, then the default", async () => {
    expect(await originOf("port")).to.include({ value: 9900n, origin: "default" });
    const file = join(directory(), "chainnode.toml");
    writeFileSync(file, "port = 1\n");
    expect(await originOf("port")).to.include({ value: 1n, origin: "file", source: file });
    const environment = { CHAINNODE_PORT: "2" };
    expect(await originOf("port", {}, environment)).to.include({
      value: 2n,
      origin: "environment",
      source: "CHAINNODE_PORT",
    });
    expect(await originOf("port", { port: 3n }, environment)).to.include({
      value: 3n,
      origin: "flag",
      source: "--port",
    });
  });

  it("take a number in the file for a port that may be a word too", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "port = 25000\nops-port = 25001\n");
    const settings = await resolve();
    expect([settings.integer("port"), settings.text("ops-port")]).to.deep.equal([25_000, "25001"]);
  });

  it("keep data in CHAINNODE_HOME, else in XDG_DATA_HOME, else below the home directory", async () => {
    const dataDirectory = async (environment: Record<string, string>): Promise<string> =>
      (await resolveSettings({ flags: new Map(), environment, homeDirectory: directory() })).text("data-dir");
    expect(await dataDirectory({ CHAINNODE_HOME: "/a/b", XDG_DATA_HOME: "/c" })).to.equal("/a/b");
    expect(await dataDirectory({ XDG_DATA_HOME: "/c" })).to.equal("/c/chainnode");
    expect(await dataDirectory({})).to.equal(join(directory(), ".local/share/chainnode"));
  });

  it("treat an empty variable as unset, and refuse an empty path", async () => {
    for (const variable of ["CHAINNODE_DATA_DIR", "CHAINNODE_PORT", "CHAINNODE_JSON", "CHAINNODE_PEER"]) {
      const settings = await resolve({}, { [variable]: "" });
      expect(settings.all.filter(({ source }) => source === variable)).to.deep.equal([]);
      expect(settings.text("data-dir")).to.equal(directory());
    }
    writeFileSync(join(directory(), "chainnode.toml"), 'tls-cert = ""\n');
    expect(await failure()).to.include({ code: "SETTING_VALUE", kind: "usage" });
  });

  it("ignore empty items of a list in a variable", async () => {
    for (const [text, list] of [
      ["a:1,", ["a:1"]],
      [",a:1", ["a:1"]],
      [" a:1 ,, b:2 , ", ["a:1", "b:2"]],
      [",", []],
      [" ", []],
    ] as const)
      expect((await resolve({}, { CHAINNODE_PEER: text })).list("peer"), text).to.deep.equal(list);
  });

  it("are named by the error of an invalid peer", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), 'peer = ["a:1", "b c"]');
    for (const [settings, source] of [
      [await resolve({}, { CHAINNODE_PEER: "a:1,b c" }), "CHAINNODE_PEER"],
      [await resolve({ peer: ["b c"] }), "--peer"],
      [await resolve(), join(directory(), "chainnode.toml")],
    ] as const)
      expect(() => peerSettings(settings))
        .to.throw(ChainError)
        .that.deep.include({ code: "PEER_HOST", details: { source, host: "b c" } });
  });

  it("report CHAINNODE_HOME as the source of the data directory, and make a relative path absolute", async () => {
    expect(await originOf("data-dir")).to.include({ origin: "environment", source: "CHAINNODE_HOME" });
    expect(await originOf("data-dir", { "data-dir": "chain" })).to.include({
      value: join(process.cwd(), "chain"),
      origin: "flag",
    });
  });

  it("refuse an unknown key in the file and suggest a similar one", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "prot = 1\n");
    expect(await failure()).to.include({
      code: "CONFIG_KEY",
      kind: "usage",
      advice: "Did you mean port? List the known keys: chainnode help config",
    });
  });

  it("refuse a value of the wrong type", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), 'port = "1"\n');
    expect(await failure()).to.include({ code: "SETTING_VALUE", kind: "usage" });
    expect(await failure({}, { CHAINNODE_MINE: "maybe" })).to.include({ code: "SETTING_VALUE" });
  });

  it("refuse an invalid port from every source", async () => {
    const message = "The setting port must be a whole number up to 65535.";
    expect(await failure({}, { CHAINNODE_PORT: "65536" })).to.include({ message, kind: "usage" });
    writeFileSync(join(directory(), "chainnode.toml"), "port = 65536\n");
    expect(await failure()).to.include({ message, kind: "usage" });
  });

  it("refuse a file that is not TOML", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "port = \n");
    expect(await failure()).to.include({ code: "CONFIG_SYNTAX", kind: "usage" });
  });

  it("may all be in a file that --config names, the data directory too", async () => {
    const file = join(directory(), "other.toml");
    writeFileSync(file, 'data-dir = "/srv/chain"\npeer = ["a:1", "b:2"]\n');
    const settings = await resolve({ config: file });
    expect(settings.text("data-dir")).to.equal("/srv/chain");
    expect(settings.list("peer")).to.deep.equal(["a:1", "b:2"]);
  });

  it("do not let the file in the data directory change the data directory", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), 'data-dir = "/elsewhere"\n');
    expect(await failure()).to.include({ code: "CONFIG_DATA_DIR" });
  });

  it("refuse a missing or unreadable file that --config names", async () => {
    expect(await failure({ config: join(directory(), "none") })).to.include({
      code: "CONFIG_MISSING",
      kind: "not-found",
    });
    mkdirSync(join(directory(), "chainnode.toml"));
    expect(await failure()).to.include({ code: "CONFIG_READ", kind: "local" });
  });
});
