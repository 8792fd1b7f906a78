import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { ed25519 } from "@noble/curves/ed25519.js";
import { expect } from "chai";
import { isAdmissible, privateKeyToPublicKey, sign } from "../../src/codec/ed25519.js";
import { hashOf } from "../../src/codec/hash.js";
import { loadLibsodium, type VerifyEd25519 } from "../../src/codec/libsodium.js";
import * as browser from "../../src/codec/primitives.browser.js";
import { verifyByNode, verifyEd25519 } from "../../src/codec/primitives.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { skip } from "../support/skip.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const { Point } = ed25519;
/** A point of order 8. */
const TORSION = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
const ROUNDS = 100;

/** No verdict: node:crypto and noble throw where a key is not on the curve. */
function verdictOf(verify: VerifyEd25519, signed: readonly [string, string, string]): boolean {
  try {
    return verify(...signed);
  } catch {
    return false;
  }
}

describe("signatures verified by libsodium (PROTOCOL 3.4)", () => {
  let verify: VerifyEd25519;
  before(async function () {
    verify = (await loadLibsodium()) ?? skip(this, "sodium-native is not installed");
  });

  it("have the recorded verdicts (ed25519.json)", () => {
    let tried = 0;
    for (const entry of listIn(mapIn(readVector("ed25519.json")).get("cases")).map(mapIn)) {
      const [publicKey, signature] = [textIn(entry.get("public_key")), textIn(entry.get("signature"))];
      if (!isAdmissible(publicKey, signature)) continue;
      const message = Buffer.from(textIn(entry.get("message_hex")), "hex").toString("utf8");
      expect(verify(message, publicKey, signature), textIn(entry.get("name"))).to.equal(entry.get("valid"));
      tried += 1;
    }
    expect(tried).to.be.greaterThan(3);
  });

  it(seeded("have those of node:crypto and noble, with points of mixed order and changed bytes"), () => {
    const random = createSeededRandom();
    const verdicts = { true: 0, false: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const privateKey = hashOf(`key ${random()}`);
      const message = hashOf(`message ${random()}`);
      const publicKey = privateKeyToPublicKey(privateKey);
      const signature = sign(message, privateKey);
      const mixed = (hex: string): string => Point.fromHex(hex).add(TORSION).toHex();
      const at = Math.floor(random() * 128);
      const changed = signature.slice(0, at) + (signature[at] === "0" ? "1" : "0") + signature.slice(at + 1);
      for (const [key, given] of [
        [publicKey, signature],
        [publicKey, changed],
        [mixed(publicKey), signature],
        [publicKey, mixed(signature.slice(0, 64)) + signature.slice(64)],
        [mixed(publicKey), mixed(signature.slice(0, 64)) + signature.slice(64)],
      ] as const) {
        if (!isAdmissible(key, given)) continue;
        const [first, ...others] = [verify, verifyByNode, browser.verifyEd25519].map((each) =>
          verdictOf(each, [message, key, given]),
        );
        expect(others, `${message} ${key} ${given}`).to.deep.equal([first, first]);
        verdicts[first === true ? "true" : "false"] += 1;
      }
    }
    expect(Math.min(verdicts.true, verdicts.false)).to.be.at.least(ROUNDS);
  });

  it("come after the first few hundred of a process, with the same verdicts", async () => {
    const privateKey = randomBytes(32).toString("hex");
    const publicKey = privateKeyToPublicKey(privateKey);
    for (let count = 0; count < 600; count += 1) {
      // It is loaded meanwhile.
      if (count % 50 === 0) await turn();
      const text = String(count);
      expect(verifyEd25519(text, publicKey, sign(text, privateKey))).to.equal(true);
      expect(verifyEd25519(`${text}!`, publicKey, sign(text, privateKey))).to.equal(false);
    }
  });
});
