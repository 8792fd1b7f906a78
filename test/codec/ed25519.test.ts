import { expect } from "chai";
import { isAddress, publicKeyToAddress } from "../../src/codec/address.js";
import {
  isAdmissible,
  isKey,
  isSignature,
  isSignatureValid,
  privateKeyToPublicKey,
  sign,
} from "../../src/codec/ed25519.js";
import { hashOf } from "../../src/codec/hash.js";
import * as browser from "../../src/codec/primitives.browser.js";
import * as native from "../../src/codec/primitives.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const codec = mapIn(readVector("codec.json"));
const keys = listIn(codec.get("keys")).map(mapIn);
const cases = listIn(mapIn(readVector("ed25519.json")).get("cases")).map((entry) => {
  const member = mapIn(entry);
  return {
    name: textIn(member.get("name")),
    message: Buffer.from(textIn(member.get("message_hex")), "hex").toString("utf8"),
    messageHex: textIn(member.get("message_hex")),
    publicKey: textIn(member.get("public_key")),
    signature: textIn(member.get("signature")),
    valid: member.get("valid"),
  };
});

describe("keys and signatures (PROTOCOL 3.1, 3.2, 3.3, 3.4)", () => {
  it("match codec.json's public keys, addresses and signatures", () => {
    for (const key of keys) {
      const privateKey = textIn(key.get("private_key"));
      expect(privateKeyToPublicKey(privateKey)).to.equal(key.get("public_key"));
      expect(publicKeyToAddress(textIn(key.get("public_key")))).to.equal(key.get("address"));
      expect(sign("hello", privateKey)).to.equal(key.get("sig_of_string_hello"));
    }
    expect(keys).to.have.length(3);
  });

  for (const { name, message, messageHex, publicKey, signature, valid } of cases) {
    it(`${valid === true ? "accept" : "refuse"} "${name}" (ed25519.json)`, () => {
      expect(Buffer.from(message, "utf8").toString("hex")).to.equal(messageHex);
      expect(isSignatureValid(message, publicKey, signature)).to.equal(valid);
    });
  }

  it("accept an upper-case signature, but no upper-case key", () => {
    const [key] = keys;
    const signature = textIn(key?.get("sig_of_string_hello"));
    const publicKey = textIn(key?.get("public_key"));
    expect(isSignatureValid("hello", publicKey, signature.toUpperCase())).to.equal(true);
    expect(isSignatureValid("hello", publicKey.toUpperCase(), signature)).to.equal(false);
    expect(isSignatureValid("hellO", publicKey, signature)).to.equal(false);
  });

  it("are not valid when they are malformed, and do not throw", () => {
    for (const text of ["", "00", "zz".repeat(32), "00".repeat(31), `${"00".repeat(32)}\n`, "é".repeat(64)]) {
      expect(isSignatureValid("x", text, "00".repeat(64)), text).to.equal(false);
      expect(isSignatureValid("x", textIn(keys[0]?.get("public_key")), text), text).to.equal(false);
      expect(isSignature(text)).to.equal(false);
    }
  });

  it("refuse a malformed private key", () => {
    for (const text of ["", "zz".repeat(32), "00".repeat(31), "00".repeat(33)]) {
      expect(() => sign("x", text), text).to.throw(Error);
      expect(() => privateKeyToPublicKey(text), text).to.throw(Error);
    }
  });
});

describe("the forms of keys and addresses (PROTOCOL 2.3, 2.4; codec.json)", () => {
  it("match the recording", () => {
    for (const entry of listIn(codec.get("addressValidity")).map(mapIn))
      expect(isAddress(textIn(entry.get("address")))).to.equal(entry.get("valid"));
    // PROTOCOL 3.2: a key ends with its hex digits; the recorded node accepted a line feed as its last character.
    const entries = listIn(codec.get("keyValidity")).map(mapIn);
    for (const entry of entries.filter((candidate) => !textIn(candidate.get("key")).endsWith("\n")))
      expect(isKey(textIn(entry.get("key")))).to.equal(entry.get("valid"));
    expect(isKey(`${"0".repeat(63)}\n`)).to.equal(false);
    expect(isKey(`${"0".repeat(64)}\n`)).to.equal(false);
  });
});

describe("the primitives for browsers and for Node.js", () => {
  it("agree on SHA-256 of every recorded value", () => {
    const texts = listIn(codec.get("values")).map((entry) => canonicalJson(entry));
    for (const text of [...texts, "", "é한😀", "x".repeat(10_000)]) {
      expect(browser.sha256Hex(text)).to.equal(native.sha256Hex(text));
      expect(hashOf(text)).to.equal(native.sha256Hex(text));
    }
  });

  for (const { name, message, publicKey, signature } of cases) {
    // What libsodium refuses by its encoding does not reach the primitives.
    if (!isAdmissible(publicKey, signature)) continue;
    it(`agree on "${name}"`, () => {
      const verdicts = [browser, native].map(({ verifyEd25519 }) =>
        verifyEd25519(message, publicKey, signature),
      );
      expect(verdicts[0]).to.equal(verdicts[1]);
    });
  }

  it("have the same public keys", () => {
    for (const privateKey of keys.map((key) => textIn(key.get("private_key"))))
      expect(browser.publicKeyOfEd25519(privateKey)).to.equal(native.publicKeyOfEd25519(privateKey));
  });

  it("make the same signatures", () => {
    for (const key of keys) {
      const privateKey = textIn(key.get("private_key"));
      for (const text of ["", "hello", "é한😀", "x".repeat(10_000)])
        expect(browser.signEd25519(text, privateKey)).to.equal(native.signEd25519(text, privateKey));
    }
  });
});
