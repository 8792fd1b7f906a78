import { expect } from "chai";
import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createKeyPair } from "../../../src/data/directory/identity.js";
import { createKeystore, createPrivateKey, type Keystore } from "../../../src/data/keys/keystore.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { useRememberedScrypt } from "../../support/remembered-scrypt.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const PRIVATE_KEY = "0123456789abcdef".repeat(4);

describe("The keystore", () => {
  useRememberedScrypt();
  const directory = useTemporaryDirectory();
  const open = (): Keystore => createKeystore(join(directory(), "keystore"));

  let original: string;
  before(async () => {
    original = await makeTempDirectory();
    await createKeystore(join(original, "keystore")).add("alice", PRIVATE_KEY, "pass");
  });
  after(() => rm(original, { recursive: true }));

  /** Opens a keystore with alice's key. The key is encrypted once for all tests. */
  const openWithAlice = (): Keystore => {
    cpSync(original, directory(), { recursive: true });
    // Node.js 24.21 gives the copy of a directory other permissions.
    chmodSync(join(directory(), "keystore"), 0o700);
    return open();
  };

  it("keeps a key under a name, and decrypts it only with its password", async () => {
    const keystore = open();
    const entry = await keystore.add("alice", PRIVATE_KEY, "pass");
    expect(entry).to.include({ name: "alice", isDefault: true });
    expect((await keystore.unlock(entry, async () => "pass")).privateKey).to.equal(PRIVATE_KEY);
    expect(await failureOf(keystore.unlock(entry, async () => "Pass"))).to.include({
      code: "KEY_PASSWORD",
      kind: "local",
    });
    expect(readFileSync(join(keystore.directory, "alice.json"), "utf8")).not.to.include(PRIVATE_KEY);
  });

  it("keeps a key without a password, until it gets one", async () => {
    const keystore = open();
    const entry = await keystore.addPublic("alice", PRIVATE_KEY);
    const neverAsked = (): never => {
      throw new Error("There is no password to ask for. ");
    };
    expect(entry).to.include({ name: "alice", isDefault: true, hasPassword: false });
    const key = await keystore.unlock(entry, neverAsked);
    expect(key.privateKey).to.equal(PRIVATE_KEY);
    expect(await failureOf(keystore.addPublic("alice", PRIVATE_KEY))).to.include({ code: "KEY_EXISTS" });
    await keystore.changePassword(key, "pass");
    expect(await keystore.find("alice")).to.include({ hasPassword: true });
    expect(readFileSync(join(keystore.directory, "alice.json"), "utf8")).not.to.include(PRIVATE_KEY);
  });

  it("keeps one key under two names", async () => {
    const keystore = open();
    const alice = await keystore.addPublic("alice", PRIVATE_KEY);
    const other = await keystore.addPublic("other", PRIVATE_KEY);
    expect(other.address).to.equal(alice.address);
    expect((await keystore.find("other")).name).to.equal("other");
  });

  it("refuses a private key in clear text that is not that of the address", async () => {
    const keystore = open();
    await keystore.addPublic("alice", PRIVATE_KEY);
    const file = join(keystore.directory, "alice.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(PRIVATE_KEY, "ab".repeat(32)));
    expect(await failureOf(keystore.find("alice"))).to.include({ code: "KEY_FILE_FORMAT" });
  });

  it("accepts a password in composed and decomposed form", async () => {
    const keystore = open();
    const entry = await keystore.add("alice", PRIVATE_KEY, "caf\u00e9");
    expect((await keystore.unlock(entry, async () => "cafe\u0301")).privateKey).to.equal(PRIVATE_KEY);
  });

  it("makes the directory with mode 0700 and the files with 0600, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      await open().add("alice", PRIVATE_KEY, "pass");
    } finally {
      process.umask(before);
    }
    const keystore = open();
    expect(statSync(keystore.directory).mode & 0o777).to.equal(0o700);
    expect(statSync(join(keystore.directory, "alice.json")).mode & 0o777).to.equal(0o600);
    expect(statSync(join(keystore.directory, "default")).mode & 0o777).to.equal(0o600);
  });

  it("refuses a directory or file that others may read, and advises how to close it", async () => {
    const keystore = openWithAlice();
    const file = join(keystore.directory, "alice.json");
    chmodSync(file, 0o640);
    expect(await failureOf(keystore.list())).to.include({
      code: "LOOSE_MODE",
      advice: `Run: chmod 600 ${file}`,
    });
    chmodSync(file, 0o600);
    chmodSync(keystore.directory, 0o755);
    expect(await failureOf(keystore.list())).to.include({
      code: "LOOSE_MODE",
      advice: `Run: chmod 700 ${keystore.directory}`,
    });
  });

  it("never overwrites a key", async () => {
    const keystore = openWithAlice();
    expect(await failureOf(keystore.add("alice", createPrivateKey(), "pass"))).to.include({
      code: "KEY_EXISTS",
    });
    expect((await keystore.unlock(await keystore.find("alice"), async () => "pass")).privateKey).to.equal(
      PRIVATE_KEY,
    );
  });

  it("finds keys by name, by address and by default", async () => {
    const keystore = openWithAlice();
    const [alice] = await keystore.list();
    const bob = await keystore.add("bob", createPrivateKey(), "pass");
    expect(await keystore.find()).to.deep.equal(alice);
    expect(await keystore.find(bob.address)).to.deep.equal(bob);
    expect((await keystore.list()).map(({ name }) => name)).to.deep.equal(["alice", "bob"]);
    await keystore.setDefault(bob);
    expect((await keystore.find()).name).to.equal("bob");
    await keystore.remove(await keystore.find("bob"));
    expect(await failureOf(keystore.find())).to.include({ code: "KEY_NO_DEFAULT", kind: "not-found" });
    expect(await failureOf(keystore.find("bob"))).to.include({ code: "KEY_UNKNOWN", kind: "not-found" });
  });

  it("changes a password in place", async () => {
    const keystore = openWithAlice();
    const entry = await keystore.find("alice");
    await keystore.changePassword(await keystore.unlock(entry, async () => "pass"), "new");
    expect(await failureOf(keystore.unlock(entry, async () => "pass"))).to.include({ code: "KEY_PASSWORD" });
    expect((await keystore.unlock(entry, async () => "new")).privateKey).to.equal(PRIVATE_KEY);
  });

  it("binds the address to the private key: a file with another address cannot be decrypted", async () => {
    const keystore = openWithAlice();
    const alice = await keystore.find("alice");
    const file = join(keystore.directory, "alice.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(alice.address, createKeyPair().address));
    expect(await failureOf(keystore.unlock(await keystore.find("alice"), async () => "pass"))).to.include({
      code: "KEY_PASSWORD",
    });
  });

  it("refuses files of another format or with weaker parameters", async () => {
    const keystore = openWithAlice();
    const file = join(keystore.directory, "alice.json");
    const good = readFileSync(file, "utf8");
    for (const bad of [
      "",
      "[]",
      good.replace('"n": 131072', '"n": 2'),
      good.replace('"version": 1', '"version": 2'),
      good.replace(/"tag": "../, '"tag": "'),
    ]) {
      writeFileSync(file, bad);
      expect(await failureOf(keystore.list())).to.include({ code: "KEY_FILE_FORMAT", kind: "local" });
    }
  });

  for (const name of ["", "../x", ".hidden", "a b", "a/b", "x".repeat(65)]) {
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      expect(await failureOf(open().add(name, PRIVATE_KEY, "pass"))).to.include({
        code: "KEY_NAME",
        kind: "usage",
      });
    });
  }

  it("refuses an invalid private key (PROTOCOL 3.1, 3.2), and does not repeat it in the message", async () => {
    const error = await failureOf(open().add("alice", "ABCDEF", "pass"));
    expect(error).to.include({
      code: "KEY_FORMAT",
      message: "Invalid private key.",
    });
  });

  it("is empty when there is no directory", async () => {
    expect(await open().list()).to.deep.equal([]);
  });
});
