import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import { execute } from "../../src/vm/machine.js";
import { callWith, NO_STATE, SIGNER, SIZE } from "../support/machine-calls.js";
import { expectValue } from "../support/machine-vectors.js";

const ASKING = `[{"$response":[[{"$load_param":["from"]},{"$load_param":["hash"]},{"$load_param":["size"]},{"$load_param":["version"]}]]}]`;
const FORGED = `{"from":"someone","hash":"00","size":-1000000,"version":"9"}`;

describeMachine("Implicit parameters (PROTOCOL 7.17, 14.1)", () => {
  it("cannot be replaced by parameters of a transaction", () => {
    const execution = execute(callWith(ASKING, { parameters: FORGED }), NO_STATE);
    expectValue(execution.ok ? execution.result : null, [SIGNER, "ab", BigInt(SIZE), "2.1.9.6"]);
  });

  it("charge a transaction for its real size when it claims another", () => {
    const fee = `[{"$write_universal":["paid","00",{"$precise_mul":[{"$load_param":["size"]},"1000000",0]}]}]`;
    const execution = execute(callWith(fee, { parameters: FORGED }), NO_STATE);
    expect(execution.ok && execution.writes.map((write) => write.value)).to.deep.equal([`${SIZE}000000`]);
    expect(execution.weight > BigInt(SIZE)).to.equal(true);
  });

  it("are only the version in a request, whose own from, hash and size are ordinary parameters", () => {
    const silent = execute(callWith(ASKING, { kind: "request" }), NO_STATE);
    expectValue(silent.ok ? silent.result : null, [null, null, null, "2.1.9.6"]);
    const given = execute(callWith(ASKING, { kind: "request", parameters: FORGED }), NO_STATE);
    expectValue(given.ok ? given.result : null, ["someone", "00", -1000000n, "2.1.9.6"]);
  });
});
