import { readFileSync, writeFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { spaceIdOf } from "../../../src/codec/hash.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import type { RulesNumber } from "../../../src/records/rules.js";
import { startDevProcess, type DevProcess } from "../../support/dev-process.js";
import { startFoundedProcess } from "../../support/founded-process.js";
import { stockModule } from "../../support/stock-codes.js";
import { makeTempDirectory } from "../../support/temp-store.js";

/** The environment of the tables' commands: a node with a short chain, a user with keys, and other directories. */
export interface World {
  readonly node: DevProcess;
  /** The directory of the running node. */
  readonly nodeDirectory: string;
  /** The directory of a stopped node with the same chain. */
  readonly stoppedDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A path for the output of a command. */
  readonly path: (name: string) => string;
  readonly passwordFile: string;
  readonly alice: string;
  readonly aliceKey: string;
  readonly alicePublicKey: string;
  readonly bob: string;
  /** The hash of a Send from alice to bob in a block. */
  readonly hash: string;
  /** Methods that alice may publish, and the space they are in. */
  readonly moduleFile: string;
  readonly cid: string;
  /** A project with one code of alice, for the network `here`. */
  readonly projectFile: string;
  /** A program in TypeScript. */
  readonly scriptFile: string;
  /** A file with one test. */
  readonly testFile: string;
  /** A classic record that the key `manager` may register. */
  readonly classicFile: string;
  close(): Promise<void>;
}

export const PASSWORD = "secret words";

const SHELF = {
  t: "request",
  m: "0.2.0",
  n: "Shelf",
  v: "1",
  s: null,
  w: null,
  p: {},
  e: [{ $response: ["oak"] }],
};

/** @param rules by rules 2 the chain is no development chain, but has its accounts and codes. */
export async function createWorld(rules: RulesNumber = 1): Promise<World> {
  const start = rules === 1 ? startDevProcess : startFoundedProcess;
  const directory = await makeTempDirectory();
  const path = (name: string): string => join(directory, name);
  const [nodeDirectory, stoppedDirectory] = [path("node"), path("stopped")];
  const passwordFile = path("password");
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 });

  const first = await start(stoppedDirectory);
  const [account] = first.accounts;
  if (account === undefined) throw new Error("A development chain has accounts. ");
  const chainnode = async (words: readonly string[], input = ""): Promise<string> => {
    const environment = { CHAINNODE_RPC: first.url, CHAINNODE_HOME: path("user") };
    const { code, stdout, stderr } = await runInProcess(words, { environment, input });
    if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  const password = ["--password-file", passwordFile];
  const keyOf = async (name: string): Promise<Record<string, string>> =>
    JSON.parse(await chainnode(["key", "show", name, "--json"])) as Record<string, string>;
  await chainnode(["key", "import", "alice", "--key-file", "-", ...password], account.privateKey);
  const manager = JSON.parse(readFileSync(join(stoppedDirectory, "identity.json"), "utf8")) as Identity;
  await chainnode(["key", "import", "manager", "--key-file", "-", ...password], manager.node_private_key);
  await chainnode(["key", "new", "bob", ...password]);
  const hash = await chainnode(["send", "bob", "1.5", "--wait", ...password]);
  const [alice, bob] = [await keyOf("alice"), await keyOf("bob")];

  const [moduleFile, classicFile] = [path("stock.mjs"), path("Closed.json")];
  writeFileSync(moduleFile, stockModule(account.address));
  const projectFile = path("chainnode.deploy.toml");
  writeFileSync(path("shelf.json"), JSON.stringify(SHELF));
  writeFileSync(
    projectFile,
    '[codes.shelf]\nfile = "shelf.json"\nspace = "shelf"\n[writers]\nowner = "alice"\n[networks.here]\n',
  );
  const scriptFile = path("height.ts");
  writeFileSync(scriptFile, "const least: bigint = BigInt(args[0]);\nleast + BigInt(await chain.height())\n");
  const testFile = path("one.test.mjs");
  writeFileSync(testFile, 'import { test } from "node:test";\ntest("one", () => undefined);\n');
  const hotFix = JSON.parse(await chainnode(["code", "get", "HotFix", "--text"])) as object;
  writeFileSync(classicFile, JSON.stringify({ ...hotFix, name: "Closed", version: "1" }));
  await first.stop();
  await cp(stoppedDirectory, nodeDirectory, { recursive: true });
  // Mining does not matter here.
  const node = await start(nodeDirectory, ["--mining-duty", "1"]);
  return {
    node,
    nodeDirectory,
    stoppedDirectory,
    environment: { CHAINNODE_RPC: node.url, CHAINNODE_HOME: path("user"), XDG_CONFIG_HOME: path("config") },
    path,
    passwordFile,
    alice: account.address,
    aliceKey: account.privateKey,
    alicePublicKey: alice["public_key"] ?? "",
    bob: bob["address"] ?? "",
    hash,
    moduleFile,
    cid: spaceIdOf(account.address, "shop"),
    projectFile,
    scriptFile,
    testFile,
    classicFile,
    async close() {
      await node.kill();
      await rm(directory, { recursive: true });
    },
  };
}

interface Identity {
  readonly node_private_key: string;
}
