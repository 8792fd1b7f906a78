import { expect } from "chai";
import { parseCode } from "../../src/records/code.js";
import { presetCodes } from "../../src/system/presets.js";
import { compileMethod, execute, TraceTree, type TraceCall } from "../../src/vm/machine.js";
import { describeMachine } from "../support/describe-machine.js";
import { callWith, NO_STATE, SIGNER, SIZE } from "../support/machine-calls.js";
import { mapIn } from "../support/vectors.js";
import { objectToValue } from "../../src/codec/value.js";

function findFailed(calls: readonly TraceCall[]): TraceCall | undefined {
  return calls.find((call) => call.failure !== null);
}

describeMachine("The trace of a run", () => {
  it("shows the two numbers that a Send above the balance compared", () => {
    const send = presetCodes("classic", { rootSpace: "ab".repeat(32) })
      .map((text) => compileMethod(parseCode(text)))
      .find((program) => program.method.name === "Send");
    if (send === undefined) throw new Error("The preset has no Send.");
    const trace = new TraceTree();
    const execution = execute(
      {
        program: send,
        postProcess: null,
        parameters: mapIn(objectToValue({ type: "Send", to: SIGNER, amount: "100" })),
        implicit: { from: SIGNER, hash: "ab", size: SIZE },
      },
      { read: () => "5" },
      { tracer: trace },
    );
    expect(execution.ok).to.equal(false);
    const condition = findFailed(trace.roots);
    expect(condition?.operator).to.equal("condition");
    expect(condition?.failure).to.equal("You can't send more than what you have. ");
    const compared = condition?.calls[0];
    expect([compared?.operator, compared?.arguments, compared?.value]).to.deep.equal([
      "gte",
      ["5", "414000100"],
      false,
    ]);
  });

  it("nests calls as the code does, with their part and pass", () => {
    const trace = new TraceTree();
    const call = callWith(`[{"$add":[{"$mul":["2","3"]},"1"]}]`, { postProcess: `[{"$weight":[]}]` });
    execute(call, NO_STATE, { tracer: trace });
    const [add, weight] = trace.roots;
    expect([add?.operator, add?.arguments, add?.value, add?.part]).to.deep.equal([
      "add",
      ["6", "1"],
      "7",
      "own",
    ]);
    expect(add?.calls.map(({ operator, value }) => [operator, value])).to.deep.equal([["mul", "6"]]);
    expect([weight?.operator, weight?.part, weight?.pass]).to.deep.equal([
      "weight",
      "post-process",
      "condition",
    ]);
  });

  it("marks the call that stopped the run and the calls that contain it", () => {
    const trace = new TraceTree();
    execute(callWith(`[{"$concat":["a",{"$div":[]}]}]`), NO_STATE, { tracer: trace });
    const [concat] = trace.roots;
    expect([concat?.arguments, concat?.failure]).to.deep.equal([null, concat?.calls[0]?.failure]);
    expect(concat?.calls[0]?.arguments).to.deep.equal([]);
  });

  it("does not change the result of the run", () => {
    const call = callWith(`[{"$write_universal":["a","00",{"$add":["1","2"]}]},{"$response":[1]}]`);
    expect(execute(call, NO_STATE, { tracer: new TraceTree() })).to.deep.equal(execute(call, NO_STATE));
  });
});
