import { expect } from "chai";
import { writeJson } from "./json.js";
import { checkParameter } from "./parameters.js";
import { at, readRecording } from "./recordings.js";
import { isContainer, members } from "./value.js";

describe("Plain interpreter: parameters (parameters.json; PROTOCOL 5.8, 5.9, 5.10)", () => {
  const recording = readRecording("parameters.json");

  it("accepts each value or refuses it with the recorded message", () => {
    if (!isContainer(recording)) throw new TypeError("The recording is not a list. ");
    for (const recorded of members(recording)) {
      const definition = at(recorded, "parameter");
      const value = at(recorded, "value");
      const message = checkParameter({ definition, value, kind: "transaction" });
      expect(message ?? null, writeJson(recorded)).to.equal(at(recorded, "err_msg"));
      expect(message === undefined).to.equal(at(recorded, "ok"));
    }
  });
});
