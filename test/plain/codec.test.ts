import { expect } from "chai";
import {
  hash,
  idHash,
  isAddress,
  merkleRoot,
  shortHash,
  spaceId,
  stateKey,
  cell,
  timeHash,
} from "./hashes.js";
import { NotJson, readJson, writeJson } from "./json.js";
import { at, listAt, readRecording, textAt } from "./recordings.js";
import { text } from "./text.js";

describe("Plain interpreter: canonical JSON, text and hashes (codec.json; PROTOCOL 1, 2)", () => {
  const recording = readRecording("codec.json");

  it("parses or refuses each value and computes its text, canonical JSON and hashes", () => {
    for (const recorded of listAt(recording, "values")) {
      const source = textAt(recorded, "value");
      if (at(recorded, "decode_error") !== null) {
        expect(() => readJson(source), source).to.throw(NotJson);
        continue;
      }
      const value = readJson(source);
      expect(text(value), source).to.equal(at(recorded, "string"));
      expect(writeJson(value), source).to.equal(at(recorded, "json_encoded"));
      expect(hash(value), source).to.equal(at(recorded, "hash"));
      expect(shortHash(value), source).to.equal(at(recorded, "shortHash"));
      expect(idHash(value), source).to.equal(at(recorded, "idHash"));
    }
  });

  it("computes the Merkle root of lists (PROTOCOL 2.2)", () => {
    for (const recorded of listAt(recording, "merkle"))
      expect(merkleRoot(listAt(recorded, "items"))).to.equal(at(recorded, "root"));
  });

  it("prefixes a hash with a time", () => {
    for (const recorded of listAt(recording, "time")) {
      const timestamp = at(recorded, "timestamp");
      if (typeof timestamp !== "bigint") throw new TypeError("The timestamp is not an integer. ");
      expect(timeHash([], timestamp)).to.equal(at(recorded, "timeHash_of_empty_array"));
    }
  });

  it("computes the cell of a state key and refuses invalid keys (PROTOCOL 2.5, 2.7)", () => {
    for (const recorded of listAt(recording, "status")) {
      const owner = { writer: textAt(recorded, "writer"), space: textAt(recorded, "space") };
      const key = stateKey(owner, at(recorded, "attr"), at(recorded, "key"));
      expect(key ?? null).to.equal(at(recorded, "hash"));
      expect(key === undefined ? null : cell(key)).to.equal(at(recorded, "filled"));
    }
  });

  it("computes space ids and checks addresses (PROTOCOL 2.3, 2.4)", () => {
    for (const recorded of listAt(recording, "spaceId"))
      expect(spaceId(at(recorded, "writer"), at(recorded, "space"))).to.equal(at(recorded, "id"));
    for (const recorded of listAt(recording, "addressValidity"))
      expect(isAddress(textAt(recorded, "address"))).to.equal(at(recorded, "valid"));
  });
});
