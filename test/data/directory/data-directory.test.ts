import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  dataDirectory,
  initDataDirectory,
  openDataDirectory,
  readNodeIdentity,
  type DataDirectory,
} from "../../../src/data/directory/data-directory.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { appendDurably } from "../../../src/base/files/durable.js";
import { silentLog } from "../../../src/base/log.js";
import { writeBansFile } from "../../../src/data/directory/bans-file.js";
import { PeersFile } from "../../../src/data/directory/peers-file.js";
import { writeTipNote } from "../../../src/data/directory/tip-note.js";
import { createIdentity } from "../../../src/data/directory/identity.js";
import { devNetwork } from "../../../src/data/dev-network.js";
import { openStore } from "../../../src/data/directory/open-store.js";
import { readNetworkFile, writeNetworkFile } from "../../../src/data/directory/network-file.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory } from "../../support/temp-store.js";

describe("The data directory of a node", () => {
  let parent: string;
  let directory: DataDirectory;

  beforeEach(async () => {
    parent = await makeTempDirectory();
    directory = dataDirectory(join(parent, "node"));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it("is read as it was made", async () => {
    const made = await initDataDirectory(directory, devNetwork);
    expect(await openDataDirectory(directory)).to.deep.equal(made);
  });

  it("is readable by its owner alone, and so are the keys", async () => {
    await initDataDirectory(directory, devNetwork);
    expect((await stat(directory.path)).mode & 0o777).to.equal(0o700);
    expect((await stat(directory.identityFile)).mode & 0o777).to.equal(0o600);
  });

  it("is refused while others may write to it, with the mode that it needs, and nothing is written", async () => {
    for (const mode of [0o777, 0o770, 0o702]) {
      await mkdir(directory.path, { recursive: true });
      await chmod(directory.path, mode);
      const refused = { code: "SHARED_DIRECTORY", advice: `Run: chmod 700 ${directory.path}` };
      const fails = async (work: Promise<unknown>): Promise<void> => {
        expect(await work.catch((error: unknown) => error)).to.include(refused);
      };
      await fails(initDataDirectory(directory, devNetwork));
      expect(await readdir(directory.path)).to.deep.equal([]);
      await chmod(directory.path, 0o755);
      await initDataDirectory(directory, devNetwork);
      await chmod(directory.path, mode);
      await fails(openDataDirectory(directory));
      await fails(readNodeIdentity(directory));
      await fails(openStore(directory));
      await rm(directory.path, { recursive: true });
    }
  });

  it("has no link that is written through", async () => {
    await initDataDirectory(directory, devNetwork);
    const victim = join(parent, "victim");
    await writeFile(victim, "kept");
    const { tipFile, signaturesFile, peersFile, bansFile } = directory;
    for (const file of [tipFile, signaturesFile, peersFile, bansFile]) await symlink(victim, file);
    const end = { main: { height: 1, blockhash: "ab" }, resource: { height: 1, blockhash: "cd" } };
    await expectRejection(writeTipNote(tipFile, end), "FILE_LINK", "local");
    await expectRejection(appendDurably(signaturesFile, "note"), "FILE_LINK", "local");
    const peers = new PeersFile(peersFile, silentLog);
    peers.write(["127.0.0.1:9900"]);
    await peers.settled();
    await writeBansFile(bansFile, []);
    expect(await readFile(victim, "utf8")).to.equal("kept");
    for (const file of [peersFile, bansFile]) expect((await lstat(file)).isFile(), file).to.equal(true);
  });

  it("is not held by an attempt to open its chain that failed", async () => {
    await initDataDirectory(directory, devNetwork);
    for (const blocked of [directory.tipFile, directory.databaseFile]) {
      await mkdir(blocked);
      const failed = await openStore(directory).catch((error: unknown) => error);
      expect(failed, blocked).to.be.instanceOf(Error);
      await rmdir(blocked);
      await (await openStore(directory)).close();
      await rm(directory.tipFile);
      await rm(directory.databaseFile);
    }
  });

  it("is not made twice", async () => {
    await initDataDirectory(directory, devNetwork);
    await expectRejection(initDataDirectory(directory, devNetwork), "DATA_DIRECTORY_EXISTS", "local");
  });

  it("uses the keys that an interrupted attempt left behind", async () => {
    const { identity } = await initDataDirectory(directory, devNetwork);
    await rm(directory.networkFile);
    expect((await initDataDirectory(directory, devNetwork)).identity).to.deep.equal(identity);
  });

  it("is refused when it is missing, or when its keys are damaged or readable by others", async () => {
    await expectRejection(openDataDirectory(directory), "DATA_DIRECTORY_MISSING", "local");
    await initDataDirectory(directory, devNetwork);
    await chmod(directory.identityFile, 0o640);
    await expectRejection(openDataDirectory(directory), "IDENTITY_MODE", "local");
    await chmod(directory.identityFile, 0o600);
    await writeFile(directory.identityFile, '{"node_private_key":"00"}');
    await expectRejection(openDataDirectory(directory), "IDENTITY_INVALID", "local");
    await writeFile(directory.identityFile, "no JSON");
    await expectRejection(openDataDirectory(directory), "IDENTITY_INVALID", "local");
  });

  it("has keys with a checksum: one changed digit is damage, and a file without a checksum is read as before", async () => {
    const { identity } = await initDataDirectory(directory, devNetwork);
    const text = await readFile(directory.identityFile, "utf8");
    const content = JSON.parse(text) as Record<string, string>;
    for (const name of ["node_private_key", "peer_private_key"]) {
      const key = content[name] ?? "";
      const changed = text.replace(key, key.slice(0, -1) + (key.endsWith("0") ? "1" : "0"));
      await writeFile(directory.identityFile, changed);
      await expectRejection(openDataDirectory(directory), "IDENTITY_INVALID", "local");
    }
    const { checksum, ...earlier } = content;
    expect(checksum).to.match(/^[0-9a-f]{16}$/);
    await writeFile(directory.identityFile, JSON.stringify(earlier));
    expect((await openDataDirectory(directory)).identity).to.deep.equal(identity);
  });

  it("writes every constant of its network (PROTOCOL 4.2)", async () => {
    const { definition } = await initDataDirectory(directory, devNetwork);
    const text = await readFile(directory.networkFile, "utf8");
    for (const name of Object.keys(definition.constants))
      expect(text).to.match(new RegExp(`^${name} = `, "m"));
  });

  it("reads back a network with any characters in its texts", async () => {
    const every = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join("");
    const definition = { ...devNetwork(createIdentity()), network_name: every, system_nonce: `'"\\${every}` };
    const file = join(parent, "network.toml");
    await writeNetworkFile(file, definition);
    expect(await readNetworkFile(file)).to.deep.equal(definition);
  });

  it("reports an invalid network file", async () => {
    const file = join(parent, "network.toml");
    await expectRejection(readNetworkFile(file), "FILE_MISSING", "not-found");
    await writeFile(file, "network_name = ");
    await expectRejection(readNetworkFile(file), "NETWORK_FILE", "local");
    await writeFile(file, "peers = []\nnetwork_name = = 1\n");
    const error: unknown = await readNetworkFile(file).catch((error: unknown) => error);
    expect(error).to.be.instanceOf(ChainError);
    const place = { line: 2, column: 16, text: "network_name = = 1", here: "               ^" };
    expect((error as ChainError).details).to.deep.equal({ file, ...place });
    expect((error as ChainError).message).not.to.match(/\n./);
    await writeFile(file, 'network_nam = "x"');
    await expectRejection(readNetworkFile(file), "NETWORK_DEFINITION", "local");
  });
});
