import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { isContainer, memberOf, valuesOf, type Value } from "../../../src/codec/value.js";
import { runBinary } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { listIn, readVector, textIn } from "../../support/vectors.js";

const vector = readVector("codec.json");
const recordings = (name: string): readonly Value[] => listIn(memberOf(vector, name));
const textOf = (recording: Value, name: string): string => textIn(memberOf(recording, name));

function itemsOf(value: Value | undefined): readonly Value[] {
  return isContainer(value) ? valuesOf(value) : [];
}

async function hash(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(["hash", ...words]);
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
  return stdout.trimEnd();
}

describe("chainnode hash (codec.json, PROTOCOL 2.1, 2.2, 2.3)", () => {
  it("prints the recorded hash, short hash and id hash of every value", async () => {
    for (const recording of recordings("values")) {
      const operand = `:=${textOf(recording, "value")}`;
      if (memberOf(recording, "decode_error") !== undefined) {
        expect((await runInProcess(["hash", "value", operand])).code, operand).to.equal(2);
        continue;
      }
      expect(await hash("value", operand), operand).to.equal(textOf(recording, "hash"));
      expect(await hash("short", operand), operand).to.equal(textOf(recording, "shortHash"));
      expect(await hash("id", operand), operand).to.equal(textOf(recording, "idHash"));
    }
  });

  it("prints the recorded merkle roots", async () => {
    for (const recording of recordings("merkle")) {
      const items = itemsOf(memberOf(recording, "items")).map((item) => `:=${canonicalJson(item)}`);
      expect(await hash("merkle", ...items)).to.equal(textOf(recording, "root"));
    }
  });

  it("prints the recorded time hashes", async () => {
    for (const recording of recordings("time")) {
      const timestamp = canonicalJson(memberOf(recording, "timestamp") ?? null);
      expect(await hash("time", ":=[]", timestamp)).to.equal(textOf(recording, "timeHash_of_empty_array"));
    }
  });

  it("prints the recorded addresses and space ids", async () => {
    for (const recording of recordings("keys")) {
      expect(await hash("address", textOf(recording, "public_key"))).to.equal(textOf(recording, "address"));
    }
    for (const recording of recordings("spaceId")) {
      const writer = memberOf(recording, "writer");
      const space = memberOf(recording, "space");
      if (typeof writer !== "string" || typeof space !== "string") continue;
      expect(await hash("space", "--raw", writer, space)).to.equal(textOf(recording, "id"));
    }
  });

  it("prints the recorded state keys, and refuses a key that names no cell (PROTOCOL 2.5)", async () => {
    for (const recording of recordings("status")) {
      const key = memberOf(recording, "key");
      if (typeof key !== "string") continue;
      const words = ["writer", "space", "attr"].map((name) => textOf(recording, name));
      const ended = await runInProcess(["hash", "state-key", "--raw", "--", ...words, key]);
      const expected = memberOf(recording, "hash");
      expect(ended.stdout, key).to.equal(typeof expected === "string" ? `${expected}\n` : "");
      expect(ended.code, key).to.equal(typeof expected === "string" ? 0 : 2);
    }
  });

  it("reads a text from stdin to its last byte", async () => {
    expect(await runBinary(["hash", "value", "-"], { input: "hello" })).to.deep.equal({
      code: 0,
      stdout: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\n",
      stderr: "",
    });
  });

  it("refuses invalid JSON and invalid keys, exit 2", async () => {
    expect((await runBinary(["hash", "value", ":={"])).code).to.equal(2);
    expect((await runInProcess(["hash", "address", "abc"])).stderr).to.include(
      "64 lower-case hex characters",
    );
  });
});
