import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { objectToValue } from "../../src/codec/value.js";
import {
  findParameterFailure,
  parseParameterDefinition,
  parseParameterDefinitions,
} from "../../src/records/parameter.js";
import { listIn, mapIn, readVector } from "../support/vectors.js";

describeMachine("Parameter validation (PROTOCOL 5.9, 5.10, 13.15; parameters.json)", () => {
  for (const entry of listIn(readVector("parameters.json")).map(mapIn)) {
    const definition = entry.get("parameter") ?? null;
    const value = entry.get("value") ?? null;
    it(`${canonicalJson(definition)} given ${canonicalJson(value)}`, () => {
      expect(parseParameterDefinition(definition) !== null).to.equal(entry.get("obj_ok"));
      const failure = findParameterFailure(
        parseParameterDefinitions([definition]),
        mapIn(objectToValue({ p: value })),
        "transaction",
      );
      expect(failure).to.equal(entry.get("err_msg") ?? null);
    });
  }
});

describeMachine("Parameter definitions (PROTOCOL 5.8)", () => {
  it("name the carrier when they are malformed", () => {
    expect(findParameterFailure(parseParameterDefinitions(["x"]), new Map(), "request")).to.equal(
      "request error. ",
    );
    expect(findParameterFailure(parseParameterDefinitions("x"), new Map(), "transaction")).to.equal(
      "transaction error. ",
    );
  });
});
