import { expect } from "chai";
import { at, listAt, readRecording, textAt } from "./recordings.js";
import { verify } from "./signature.js";

describe("Plain interpreter: signatures (ed25519.json, codec.json; PROTOCOL 3.4)", () => {
  it("accepts and refuses each signature as libsodium does", () => {
    for (const recorded of listAt(readRecording("ed25519.json"), "cases")) {
      const signed = {
        message: Buffer.from(textAt(recorded, "message_hex"), "hex"),
        publicKey: textAt(recorded, "public_key"),
        signature: textAt(recorded, "signature"),
      };
      expect(verify(signed), textAt(recorded, "name")).to.equal(at(recorded, "valid"));
    }
  });

  it("accepts the signatures of the recorded keys, and refuses them for another message", () => {
    for (const recorded of listAt(readRecording("codec.json"), "keys")) {
      const signed = {
        publicKey: textAt(recorded, "public_key"),
        signature: textAt(recorded, "sig_of_string_hello"),
      };
      expect(verify({ ...signed, message: Buffer.from("hello") })).to.equal(true);
      expect(verify({ ...signed, message: Buffer.from("hellx") })).to.equal(false);
    }
  });
});
