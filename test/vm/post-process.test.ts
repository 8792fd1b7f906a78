import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import { collectStateKeys, execute } from "../../src/vm/machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";

const SEEING = `[{"$write_universal":["seen","00",{"$read_universal":["a","00","absent"]}]}]`;

/** The value that the post-process `SEEING` reads. */
function seenBy(executions: string): unknown {
  const execution = execute(callWith(executions, { postProcess: SEEING }), NO_STATE);
  return execution.ok ? execution.writes.at(-1)?.value : execution.message;
}

describeMachine("The post-process (PROTOCOL 7.8, 7.9)", () => {
  it("reads the value that the transaction writes", () => {
    expect(seenBy(`[{"$write_universal":["a","00","5"]}]`)).to.equal("5");
  });

  it("reads the value of a write in a branch that was not chosen", () => {
    expect(seenBy(`[{"$if":[false,{"$write_universal":["a","00","5"]},null]}]`)).to.equal("5");
  });

  it("does not read a null that the transaction writes", () => {
    expect(seenBy(`[{"$write_universal":["a","00","5"]},{"$write_universal":["a","00",null]}]`)).to.equal(
      "5",
    );
    expect(seenBy(`[{"$write_universal":["a","00",null]}]`)).to.equal("absent");
  });

  it("does not read its own writes", () => {
    const twice = `[{"$write_universal":["a","00","own"]},${SEEING.slice(1)}`;
    const execution = execute(callWith("[]", { postProcess: twice }), NO_STATE);
    expect(execution.ok && execution.writes.at(-1)?.value).to.equal("absent");
  });

  it("adds nothing to the weight (PROTOCOL 7.13)", () => {
    const execution = execute(callWith(`["nothing"]`, { postProcess: SEEING }), NO_STATE);
    expect(execution).to.deep.include({ ok: true, weight: 414n });
    expect(execution.ok && execution.writes.length).to.equal(1);
  });

  it("can end the transaction with its own response (PROTOCOL 7.7)", () => {
    expect(execute(callWith("[]", { postProcess: `[{"$response":["paid"]}]` }), NO_STATE)).to.deep.include({
      ok: true,
      result: "paid",
    });
  });

  it("stops the transaction with its own condition, and nothing is written (PROTOCOL 7.10, 7.12)", () => {
    const refusing = `[{"$condition":[false,"No fee. "]}]`;
    const execution = execute(
      callWith(`[{"$write_universal":["a","00","5"]}]`, { postProcess: refusing }),
      NO_STATE,
    );
    expect(execution).to.deep.include({ ok: false, reason: "refusal", message: "No fee. ", weight: 481n });
  });

  it("collects its cells after those of the transaction, each cell once (PROTOCOL 7.5, 7.8)", () => {
    const keys = collectStateKeys(callWith(`[{"$write_universal":["a","00","5"]}]`, { postProcess: SEEING }));
    expect(keys.ok && keys.universal.length).to.equal(2);
  });
});
