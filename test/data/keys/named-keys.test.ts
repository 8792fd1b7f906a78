import { expect } from "chai";
import { chmod, mkdir } from "node:fs/promises";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { dataDirectory, initDataDirectory } from "../../../src/data/directory/data-directory.js";
import { devNetwork } from "../../../src/data/dev-network.js";
import { createKeyPair } from "../../../src/data/directory/identity.js";
import { createKeystore } from "../../../src/data/keys/keystore.js";
import { createNamedKeys, type NamedKeys } from "../../../src/data/keys/named-keys.js";
import { useTemporaryDirectory } from "../../cli/binary.js";

const PASSWORD = "open sesame";
const PAIR = createKeyPair("ab".repeat(32));

describe("Names of keys and addresses", () => {
  const path = useTemporaryDirectory();
  const open = (): NamedKeys => {
    const directory = dataDirectory(path());
    return createNamedKeys(createKeystore(directory.keystore), directory);
  };
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  const neverAsked = (): Promise<string> => Promise.reject(new Error("No password is needed. "));

  it("include those of the keystore, and resolve to the key's address", async () => {
    const keys = open();
    await keys.keystore.add("bob", PAIR.privateKey, PASSWORD);
    for (const word of ["bob", "default", PAIR.address, `${PAIR.address}\n`, undefined])
      expect(await keys.resolve(word), word).to.equal(PAIR.address);
    expect(await keys.unlock("default", async ({ name }) => (name === "bob" ? PASSWORD : ""))).to.include({
      privateKey: PAIR.privateKey,
    });
  });

  it("include any valid address, but no other text (PROTOCOL 2.4)", async () => {
    const keys = open();
    const { address } = createKeyPair();
    const last = address.endsWith("0") ? "1" : "0";
    expect(await keys.resolve(address)).to.equal(address);
    for (const word of [address.slice(0, -1) + last, address.slice(0, -1), address.toUpperCase()])
      expect(await failureOf(keys.resolve(word)), word).to.include({ code: "ADDRESS", kind: "usage" });
    for (const word of ["bob", "", "0", "ab"])
      expect(await failureOf(keys.resolve(word)), word).to.include({
        code: "KEY_UNKNOWN",
        kind: "not-found",
      });
    expect(await failureOf(keys.resolve(undefined))).to.include({ code: "KEY_NO_DEFAULT" });
  });

  it("include the zero address only where nothing can be lost", async () => {
    const keys = open();
    expect(await keys.resolve(ZERO_ADDRESS)).to.equal(ZERO_ADDRESS);
    expect(await failureOf(keys.resolve(ZERO_ADDRESS, { refusesZero: true }))).to.include({
      code: "ADDRESS",
    });
  });

  it("include the node of the data directory, which signs without a password", async () => {
    const { identity } = await initDataDirectory(dataDirectory(path()), devNetwork);
    const keys = open();
    expect(await keys.resolve("node")).to.equal(identity.node.address);
    expect(await keys.unlock("node", neverAsked)).to.deep.equal({
      name: "node",
      address: identity.node.address,
      publicKey: identity.node.publicKey,
      privateKey: identity.node.privateKey,
      isDefault: false,
      hasPassword: false,
    });
    expect(await keys.names()).to.deep.equal(["node"]);
  });

  it("report why the node's keys cannot be used", async () => {
    expect(await failureOf(open().unlock("node", neverAsked))).to.include({ code: "DATA_DIRECTORY_MISSING" });
    const directory = dataDirectory(path());
    await initDataDirectory(directory, devNetwork);
    await chmod(directory.identityFile, 0o644);
    expect(await failureOf(open().unlock("node", neverAsked))).to.include({
      code: "IDENTITY_MODE",
      kind: "local",
    });
    const other = dataDirectory(`${path()}/other`);
    await mkdir(other.identityFile, { recursive: true, mode: 0o700 });
    const keys = createNamedKeys(createKeystore(other.keystore), other);
    expect(await failureOf(keys.unlock("node", neverAsked))).to.include({ code: "IS_A_DIRECTORY" });
  });

  it("reserve `node` and `default`: new keys cannot have them", async () => {
    const { keystore } = open();
    for (const name of ["node", "default"]) {
      expect(await failureOf(keystore.assertFree(name)), name).to.include({ code: "KEY_NAME_RESERVED" });
      expect(await failureOf(keystore.add(name, PAIR.privateKey, PASSWORD)), name).to.include({
        code: "KEY_NAME_RESERVED",
      });
    }
  });
});
