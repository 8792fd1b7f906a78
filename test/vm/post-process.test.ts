import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import { collectStateKeys, execute } from "../../src/vm/machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";

const SEEING = `[{"$write_universal":["seen","00",{"$read_universal":["a","00","absent"]}]}]`;

/** What the post-process above wrote. */
function seenBy(executions: string): unknown {
  const execution = execute(callWith(executions, { postProcess: SEEING }), NO_STATE);
  return execution.ok ? execution.writes.at(-1)?.value : execution.message;
}

describeMachine("The post-process (PROTOCOL 7)", () => {
  it("sees the value that the transaction is about to write", () => {
    expect(seenBy(`[{"$write_universal":["a","00","5"]}]`)).to.equal("5");
  });

  it("sees a write's value when the branch it stands in was not chosen", () => {
    expect(seenBy(`[{"$if":[false,{"$write_universal":["a","00","5"]},null]}]`)).to.equal("5");
  });

  it("does not see a null that was written", () => {
    expect(seenBy(`[{"$write_universal":["a","00","5"]},{"$write_universal":["a","00",null]}]`)).to.equal(
      "5",
    );
    expect(seenBy(`[{"$write_universal":["a","00",null]}]`)).to.equal("absent");
  });

  it("does not see its own writes", () => {
    const twice = `[{"$write_universal":["a","00","own"]},${SEEING.slice(1)}`;
    const execution = execute(callWith("[]", { postProcess: twice }), NO_STATE);
    expect(execution.ok && execution.writes.at(-1)?.value).to.equal("absent");
  });

  it("adds nothing to the weight", () => {
    const execution = execute(callWith(`["nothing"]`, { postProcess: SEEING }), NO_STATE);
    expect(execution).to.deep.include({ ok: true, weight: 414n });
    expect(execution.ok && execution.writes.length).to.equal(1);
  });

  it("answers for the transaction with its own response", () => {
    expect(execute(callWith("[]", { postProcess: `[{"$response":["paid"]}]` }), NO_STATE)).to.deep.include({
      ok: true,
      result: "paid",
    });
  });

  it("stops the transaction with its own condition, and nothing is written", () => {
    const refusing = `[{"$condition":[false,"No fee. "]}]`;
    const execution = execute(
      callWith(`[{"$write_universal":["a","00","5"]}]`, { postProcess: refusing }),
      NO_STATE,
    );
    expect(execution).to.deep.include({ ok: false, reason: "refusal", message: "No fee. ", weight: 481n });
  });

  it("is collected after the transaction, each cell once", () => {
    const keys = collectStateKeys(callWith(`[{"$write_universal":["a","00","5"]}]`, { postProcess: SEEING }));
    expect(keys.ok && keys.universal.length).to.equal(2);
  });
});
