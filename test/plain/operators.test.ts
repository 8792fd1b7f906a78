import { expect } from "chai";
import { executeBlock, executeRequest, type Code, type Result } from "./block.js";
import { readJson, writeJson } from "./json.js";
import { at, listAt, mapAt, ownerAt, readRecording, signedAt, textAt } from "./recordings.js";
import type { Value } from "./value.js";

/** Without the chain operators of requests, such as `$get_block` and `$list_universal`. */
const REQUEST_EXPRESSIONS_WITHOUT_CHAIN_OPERATORS = 1;
const EMPTY = { universal: new Map<string, Value>(), local: new Map<string, Value>() };

describe("Plain interpreter: operators (operators.json; PROTOCOL 7)", () => {
  const recording = readRecording("operators.json");
  const expressions = listAt(recording, "expressions");
  const ofMode = (mode: string): Value[] => expressions.filter((one) => at(one, "mode") === mode);

  for (const pass of ["condition", "execution"] as const)
    it(`computes the recorded value of each expression in the ${pass} pass`, () => {
      for (const recorded of ofMode("transaction")) {
        const source = textAt(recorded, "expression_json");
        const expected = at(recorded, "both") ?? at(recorded, pass);
        // The value of the condition pass is compared as JSON, before its pending calls are executed.
        const probe = pass === "condition" ? `{"$encode_json":[${source}]}` : source;
        const stops = at(expected, "break") === true;
        const result = run(readJson(stops ? source : `{"$response":[${probe}]}`));
        if (at(expected, "fails") === true) {
          expect(result.kind, source).to.equal("failed");
          continue;
        }
        if (result.kind !== "executed") throw new Error(`${source} ${result.kind}`);
        // A failed condition stops in the condition pass, so there is no execution pass to compare.
        if (!result.outcome.ok && pass === "execution") continue;
        const wanted = stops ? at(expected, "message") : at(expected, "result");
        const jsonInResult = pass === "condition" && !stops;
        expect(jsonInResult ? result.outcome.result : writeJson(result.outcome.result), source).to.equal(
          writeJson(wanted),
        );
      }
    });

  it("has no writes in requests (PROTOCOL 7.34)", () => {
    const left = ofMode("request").filter((one) => textAt(one, "op").startsWith("write_"));
    expect(left).to.have.length(REQUEST_EXPRESSIONS_WITHOUT_CHAIN_OPERATORS);
    for (const recorded of left) {
      const expression = readJson(`{"$response":[${textAt(recorded, "expression_json")}]}`);
      const code = codeOf([expression]);
      const result = executeRequest({
        given: mapAt(at(recording, "fixture", "signed_data"), "transaction"),
        code,
        before: EMPTY,
      });
      if (result.kind !== "executed") throw new Error(result.kind);
      expect(writeJson(result.outcome.result)).to.equal(writeJson(at(recorded, "both", "result")));
    }
  });

  function codeOf(executions: Value[]): Code {
    return { ...ownerAt(recording, "fixture", "code"), parameters: [], executions };
  }

  function run(expression: Value): Result {
    const signed = signedAt(recording, "fixture", "signed_data");
    const block = executeBlock({ transactions: [{ signed, code: codeOf([expression]) }], before: EMPTY });
    const [result] = block.results;
    if (result === undefined) throw new Error("There is no result. ");
    return result;
  }
});
