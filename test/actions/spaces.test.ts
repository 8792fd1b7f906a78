import { expect } from "chai";
import { join } from "node:path";
import { resolveCid } from "../../src/actions/spaces.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { createKeystore } from "../../src/data/keys/keystore.js";
import { createNamedKeys } from "../../src/data/keys/named-keys.js";
import { namedDevAccounts } from "../../src/data/dev-network.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { isReadable, readStoredCode } from "../../src/records/stored-code.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import { presetCodes } from "../../src/system/presets.js";
import { useTemporaryDirectory } from "../cli/binary.js";

describe("A space as people name it", () => {
  const path = useTemporaryDirectory();
  const network = createNetwork(PUBLIC_NETWORK);
  const codes = presetCodes("classic", network)
    .map((value) => {
      const method = parseCode(value);
      return readStoredCode({ kind: method.kind, id: codeIdOf(method), value });
    })
    .filter(isReadable);
  const cidOf = async (text: string): Promise<string> => {
    const directory = dataDirectory(path());
    const keystore = createKeystore(join(path(), "keystore"));
    const [alice] = namedDevAccounts();
    if (alice !== undefined && (await keystore.list()).length === 0)
      await keystore.addPublic(alice.name, alice.privateKey);
    const spaces = ["art", "a/b ", ""].map((space) => ({ method: { writer: alice?.address, space } }));
    const listed = async () => [...codes, ...(spaces as typeof codes)];
    return resolveCid(text, { keys: createNamedKeys(keystore, directory), codes: listed });
  };
  const failureOf = (text: string): Promise<unknown> => cidOf(text).catch((error: unknown) => error);

  it("is a writer and a name: of a key, or an address; the name may contain anything", async () => {
    const [alice] = namedDevAccounts();
    const writer = alice?.address ?? "";
    expect(await cidOf("alice/art")).to.equal(spaceIdOf(writer, "art"));
    expect(await cidOf(`${writer}/art`)).to.equal(spaceIdOf(writer, "art"));
    expect(await cidOf("alice/a/b ")).to.equal(spaceIdOf(writer, "a/b "));
    expect(await cidOf("alice/")).to.equal(spaceIdOf(writer, ""));
    expect(await failureOf("zoe/art")).to.include({ code: "KEY_UNKNOWN" });
  });

  it("has a code, else it is refused with the nearest name of the writer's spaces", async () => {
    const failure = await failureOf("alice/arr");
    expect(failure).to.include({ code: "SPACE_EMPTY", kind: "not-found" });
    expect(failure).to.have.property("message").that.includes("alice/arr");
    expect(failure).to.have.property("advice").that.includes("Did you mean alice/art?");
  });

  it("is a cid, or part of that of a registered code", async () => {
    expect(await cidOf("ab".repeat(32))).to.equal("ab".repeat(32));
    expect(await cidOf(network.rootCid.slice(0, 8))).to.equal(network.rootCid);
    expect(await failureOf("abcdef")).to.include({ code: "SPACE_UNKNOWN", kind: "not-found" });
    for (const text of ["art", "/art", "AB".repeat(32), ""])
      expect(await failureOf(text), text).to.include({ code: "SPACE", kind: "usage" });
  });
});
