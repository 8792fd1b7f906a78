import { expect } from "chai";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfigFile } from "../../../src/cli/config/resolve.js";
import { Input } from "../../../src/cli/input/input.js";
import { readParameters } from "../../../src/cli/input/parameters.js";
import { readSecret } from "../../../src/cli/input/secrets.js";
import { readJsonLines } from "../../../src/cli/input/source.js";
import type { Value } from "../../../src/codec/value.js";
import { databaseServersOf } from "../../../commands/options.js";
import { readBansFile } from "../../../src/data/directory/bans-file.js";
import { createIdentity, readIdentity, writeIdentity } from "../../../src/data/directory/identity.js";
import { foundNetwork, networkToToml, readNetworkFile } from "../../../src/data/directory/network-file.js";
import { readPeersFile } from "../../../src/data/directory/peers-file.js";
import { createKeystore, createPrivateKey } from "../../../src/data/keys/keystore.js";
import { useTemporaryDirectory } from "../binary.js";
import { createTestTerminal } from "../terminal-stub.js";

interface Kind {
  readonly text: string;
  readonly read: (file: string) => Promise<unknown>;
}

const terminal = createTestTerminal();
const context = { terminal, note: () => undefined };
const PRIVATE = { mode: 0o600 };

const databasePassword = async (file: string): Promise<unknown> => {
  const options = new Map([
    ["postgres", "postgres://localhost/chain"],
    ["postgres-password-file", file],
  ]);
  const [{ config }] = await databaseServersOf(new Input(new Map(), options));
  return (config.password as () => Promise<string>)();
};

const lines = async (file: string): Promise<readonly Value[]> => {
  const all: Value[] = [];
  for await (const value of readJsonLines(file, terminal)) all.push(value);
  return all;
};

const KINDS: Readonly<Record<string, Kind>> = {
  "a password": { text: "secret words", read: (file) => readSecret(file, context) },
  "a password of a database": { text: " secret words ", read: databasePassword },
  "a parameter's JSON": { text: '{"a":[1]}', read: (file) => readParameters([`a:=@${file}`], terminal) },
  "all parameters": { text: '{"a":[1]}', read: (file) => readParameters([`@${file}`], terminal) },
  "lines of JSON": { text: '{"a":1}\n\n{"b":1}', read: lines },
  settings: { text: 'port = 9910\npeer = ["a:1"]', read: readConfigFile },
  "a network": { text: networkToToml(foundNetwork(createIdentity().node.address)), read: readNetworkFile },
  peers: { text: '["a:1"]', read: readPeersFile },
  bans: { text: '[{"host":"a:1","until":null}]', read: readBansFile },
};

describe("a file that an editor began with a byte order mark", () => {
  const directory = useTemporaryDirectory();

  for (const [name, { text, read }] of Object.entries(KINDS)) {
    it(`reads as without: ${name}`, async () => {
      const file = join(directory(), "file");
      writeFileSync(file, text, PRIVATE);
      const expected = await read(file);
      for (const written of [
        `\ufeff${text}`,
        `\ufeff${text}\n`,
        `\ufeff${text.replaceAll("\n", "\r\n")}\r\n`,
      ]) {
        writeFileSync(file, written, PRIVATE);
        expect(await read(file), JSON.stringify(written)).to.deep.equal(expected);
      }
    });
  }

  const markFile = (file: string): void =>
    writeFileSync(file, Buffer.concat([Buffer.from("\ufeff"), readFileSync(file)]), PRIVATE);

  it("reads as without: the identity of a node", async () => {
    const file = join(directory(), "identity.json");
    const identity = createIdentity();
    await writeIdentity(file, identity);
    markFile(file);
    expect(await readIdentity(file)).to.deep.equal(identity);
  });

  it("reads as without: a key of the keystore, and the name of the default key", async () => {
    const keys = join(directory(), "keys");
    mkdirSync(keys, { mode: 0o700 });
    const keystore = createKeystore(keys);
    const entry = await keystore.addPublic("alice", createPrivateKey());
    for (const name of ["alice.json", "default"]) markFile(join(keys, name));
    expect(await keystore.find(undefined)).to.deep.equal(entry);
  });
});
