import { expect } from "chai";
import { slowly } from "../support/slowly.js";
import { describeMachine } from "../support/describe-machine.js";
import { collectStateKeys, execute, type Execution } from "../../src/vm/machine.js";
import { COSTS, ofBlock } from "../../src/vm/work.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";

const LONG = "7".repeat(1_000_000);

function run(executions: string): Execution {
  return execute(callWith(executions, { parameters: JSON.stringify({ long: LONG }) }), NO_STATE);
}

function messageOf(execution: Execution): string | null {
  return execution.ok ? null : execution.message;
}

function nest(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

describeMachine("Depth (PROTOCOL 1.7)", () => {
  it("does not overflow the stack at 512 levels, the deepest JSON", () => {
    const call = callWith(`[${nest(255, `{"$concat":[`, `"deep"`, `]}`)}]`);
    expect(collectStateKeys(call).ok).to.equal(true);
    expect(execute(call, NO_STATE).ok).to.equal(true);
    expect(run(`[{"$count":[${nest(500, "[", "", "]")}]}]`).ok).to.equal(true);
  });

  it("fails when a value nests deeper than 512 levels", () => {
    const parameters = `{"deep":${nest(500, "[", "", "]")}}`;
    const nested = nest(100, "[", `{"$load_param":["deep"]}`, "]");
    for (const operator of ["$encode_json", "$hash", "$response"]) {
      const execution = execute(callWith(`[{"${operator}":[${nested}]}]`, { parameters }), NO_STATE);
      expect(messageOf(execution), operator).to.equal("A value nests deeper than 512 levels. ");
    }
  });
});

describeMachine("The work limit stops expensive calls (PROTOCOL 7.16, 14.3)", () => {
  const many = Array.from({ length: 400 }, () => `{"$load_param":["long"]}`).join(",");

  for (const operator of ["$concat", "$mul", "$add", "$is_numeric"]) {
    it(`stops ${operator} over 400 texts of a million digits`, () => {
      expect(messageOf(run(`[{"$count":[{"${operator}":[${many}]}]}]`))).to.equal("Too long processing. ");
    });
  }

  it("stops the compilation of many patterns", () => {
    const patterns = Array.from({ length: 800 }, (_, index) => `{"$reg_match":["/a{900}${index}/","x"]}`);
    expect(messageOf(run(`[[${patterns.join(",")}]]`))).to.equal("Too long processing. ");
  });

  it("stops $in with a long number and many long members", () => {
    expect(messageOf(run(`[{"$in":[{"$load_param":["long"]},[${many}]]}]`))).to.equal(
      "Too long processing. ",
    );
  });

  it("stops a value that holds one long text many times", () => {
    expect(messageOf(run(`[{"$hash":[[${many}]]}]`))).to.equal("Too long processing. ");
    expect(messageOf(run(`[[${many}]]`))).to.equal("Too long processing. ");
  });

  describe("at the cost of the operation, not only the length of its text", () => {
    const list = `[${"1,".repeat(400_000)}1]`;
    const parameters = `{"list":${list},"text":"${list}"}`;
    const slow = new Set(["encoding JSON", "hashing a container"]);
    const expensive: readonly (readonly [string, string])[] = [
      ["decoding JSON", `{"$decode_json":[{"$load_param":["text"]}]}`],
      ["encoding JSON", `{"$encode_json":[{"$load_param":["list"]}]}`],
      ["hashing a container", `{"$hash":[{"$load_param":["list"]}]}`],
      ["arguments from a parameter", `{"$is_int":{"$load_param":["list"]}}`],
    ];
    for (const [what, expression] of expensive) {
      const declare = slow.has(what) ? slowly : it;
      declare(`stops ${what}, fifty times`, () => {
        const executions = Array.from({ length: 50 }, () => `{"$count":[${expression}]}`).join(",");
        const execution = execute(callWith(`[${executions}]`, { parameters }), NO_STATE);
        expect(messageOf(execution)).to.equal("Too long processing. ");
      });
    }
  });

  it("stops at the limit that the caller sets, and returns the work done", () => {
    const call = callWith(`[{"$strlen":[{"$concat":["1234","5678"]}]}]`);
    // 8 characters are concatenated, 8 measured, and the 3 characters of the result, `[8]`, walked.
    const work = 8 + 8 + 3 * COSTS.walk;
    expect(execute(call, NO_STATE, { budget: ofBlock(work) })).to.deep.include({ ok: true, work });
    expect(execute(call, NO_STATE, { budget: ofBlock(work - 1) })).to.deep.include({
      ok: false,
      reason: "refusal",
      message: "Too long processing. ",
      work,
    });
  });

  it("allows numbers with a million digits (PROTOCOL 7.19)", () => {
    const execution = run(`[{"$strlen":[{"$mul":[{"$load_param":["long"]},"10"]}]},{"$response":["done"]}]`);
    expect(execution).to.deep.include({ ok: true, result: "done" });
  });
});
