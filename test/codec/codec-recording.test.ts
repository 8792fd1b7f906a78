import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import {
  hashOf,
  idHashOf,
  shortHashOf,
  spaceIdOf,
  hexTime,
  timeHash,
  timeHashToTime,
  merkleRoot,
} from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { isStateKeyPart } from "../../src/codec/state-key-part.js";
import { padStateKey, stateKeyOf, stateKeyPrefix } from "../../src/codec/state-key.js";
import { valueToText } from "../../src/codec/text.js";
import { EMPTY, isContainer, valuesOf, type ValueMap } from "../../src/codec/value.js";
import { listIn, mapIn, readVector, readVectorText, textIn } from "../support/vectors.js";

const recording = mapIn(readVector("codec.json"));

function entries(name: string): readonly ValueMap[] {
  const list = listIn(recording.get(name)).map(mapIn);
  expect(list).not.to.have.length(0);
  return list;
}

describe("values of codec.json (PROTOCOL 1.8, 1.9, 1.11, 2.1)", () => {
  for (const entry of entries("values")) {
    const json = textIn(entry.get("value"));
    if (entry.has("decode_error")) {
      it(`refuse ${json}`, () => {
        expect(() => parseJson(json))
          .to.throw(ChainError)
          .with.property("code", "JSON_SYNTAX");
      });
      continue;
    }
    it(`give ${json} its text, canonical JSON and hashes`, () => {
      const value = parseJson(json);
      expect(valueToText(value)).to.equal(entry.get("string"));
      expect(canonicalJson(value)).to.equal(entry.get("json_encoded"));
      expect(hashOf(value)).to.equal(entry.get("hash"));
      expect(shortHashOf(value)).to.equal(entry.get("shortHash"));
      expect(idHashOf(value)).to.equal(entry.get("idHash"));
    });
  }
});

describe("merkleRoot (PROTOCOL 2.2; codec.json)", () => {
  it("matches the recording for lists and for a map's values", () => {
    for (const entry of entries("merkle")) {
      const items = entry.get("items");
      expect(merkleRoot(isContainer(items) ? valuesOf(items) : [])).to.equal(entry.get("root"));
    }
  });

  it("moves an odd last node up unchanged at every level", () => {
    const [a, b, c] = ["a", "b", "c"].map(hashOf);
    expect(merkleRoot(["a", "b", "c"])).to.equal(hashOf(`${hashOf(`${a}${b}`)}${c}`));
  });
});

describe("hexTime and timeHash (PROTOCOL 2.1; codec.json)", () => {
  it("match the recording, also for times beyond 56 bits and below 0", () => {
    // The recording's own timestamps are exact: its JSON holds them as integers.
    for (const entry of entries("time")) {
      const timestamp = entry.get("timestamp");
      if (typeof timestamp !== "bigint") throw new TypeError("The recorded timestamp is not an integer. ");
      expect(hexTime(timestamp)).to.equal(entry.get("hextime"));
      expect(timeHash(EMPTY, timestamp)).to.equal(entry.get("timeHash_of_empty_array"));
    }
  });

  it("can be read back as the time", () => {
    expect(timeHashToTime(timeHash("x", 1_666_666_666_666_666))).to.equal(1_666_666_666_666_666);
  });

  it("refuse a time that is not a whole number", () => {
    expect(() => hexTime(1.5)).to.throw(RangeError);
    expect(() => hexTime(Number.NaN)).to.throw(RangeError);
  });
});

describe("state keys (PROTOCOL 2.1, 2.5, 2.6; codec.json)", () => {
  it("match the recording, null when the key part is invalid", () => {
    for (const entry of entries("status")) {
      const key = stateKeyOf(
        textIn(entry.get("writer")),
        textIn(entry.get("space")),
        textIn(entry.get("attr")),
        textIn(entry.get("key")),
      );
      expect(key).to.equal(entry.get("hash"));
      if (key === null) continue;
      expect(padStateKey(key)).to.equal(entry.get("filled"));
      expect(stateKeyPrefix(padStateKey(key))).to.equal(key.slice(0, 64));
    }
  });

  it("have a key part of 2 to 64 lower-case hex characters, an even number", () => {
    for (const key of ["00", "ab", "0".repeat(64)]) expect(isStateKeyPart(key), key).to.equal(true);
    for (const key of ["", "0", "abc", "AB", "zz", "ab\n", " ab", "0".repeat(66)])
      expect(isStateKeyPart(key), JSON.stringify(key)).to.equal(false);
  });
});

describe("spaceIdOf (PROTOCOL 2.1; codec.json)", () => {
  it("matches the recording, also for null and text beyond ASCII", () => {
    for (const entry of entries("spaceId"))
      expect(spaceIdOf(entry.get("writer") ?? null, entry.get("space") ?? null)).to.equal(entry.get("id"));
  });
});

describe("every recording", () => {
  it("prints, once read, to a text that reads and prints the same", () => {
    for (const name of ["codec.json", "mainnet.json", "parameters.json", "math.json", "ed25519.json"]) {
      const text = canonicalJson(parseJson(readVectorText(name)));
      expect(canonicalJson(parseJson(text)), name).to.equal(text);
    }
  });
});
