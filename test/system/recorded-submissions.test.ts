import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, type ValueMap } from "../../src/codec/value.js";
import { formToSignedInput } from "../support/recorded-form.js";
import { assertSender } from "../../src/records/transaction-rules.js";
import {
  assertSigned,
  readSignedTransaction,
  type SignedTransaction,
} from "../../src/records/transaction.js";
import { recordedNetwork, TestState } from "../support/machine-run.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

/** Submissions that are refused before the contract runs. The tests of records and pool cover them. */
const BEFORE_EXECUTION = /Timestamp must be|There is no contract code|already added/;

function transactionOf(exchange: ValueMap): SignedTransaction | null {
  const form = exchange.get("form");
  if (form === undefined || !/^\/(sendtransaction|weight)$/.test(textIn(exchange.get("path")))) return null;
  try {
    const tx = readSignedTransaction(formToSignedInput(form));
    assertSigned(tx);
    assertSender(tx);
    return tx;
  } catch {
    return null;
  }
}

/** The recorded refusal: null for an accepted one, undefined where the recorded node had an internal error. */
function refusalOf(exchange: ValueMap): string | null | undefined {
  if (exchange.get("http_status") === 200n) return null;
  if (exchange.get("http_status") === 500n) return undefined;
  return textIn(memberOf(parseJson(textIn(exchange.get("body"))), "msg"));
}

describe("Recorded submissions on the system contracts and presets (http.json; PROTOCOL 5.11, 13.7)", () => {
  const finalState = mapIn(readVector("chain/final_state.json"));
  const exchanges = listIn(readVector("http.json")).map(mapIn);
  let count = 0;
  for (const exchange of exchanges) {
    const tx = transactionOf(exchange);
    const refusal = refusalOf(exchange);
    if (tx === null || BEFORE_EXECUTION.test(refusal ?? "")) continue;
    count += 1;
    it(`answer "${textIn(exchange.get("name"))}" as recorded`, () => {
      const execution = recordedState().apply(tx);
      expect(execution.ok).to.equal(refusal === null);
      if (!execution.ok && refusal !== undefined) expect(execution.message).to.equal(refusal);
    });
  }

  it('have the weight of the answer "weight ok"', () => {
    const exchange = exchanges.find((candidate) => candidate.get("name") === "weight ok");
    const tx = exchange === undefined ? null : transactionOf(exchange);
    if (exchange === undefined || tx === null) throw new Error("The recording lacks its weight. ");
    const state = recordedState();
    // recycle_resource had 11 digits then and has 10 in the final state. Each digit weighs 10^9 (PROTOCOL 7.13).
    state.write("local", state.network.keys.recycle_resource, "10000000000");
    const answer = memberOf(parseJson(textIn(exchange.get("body"))), "data");
    expect(state.apply(tx).weight.toString()).to.equal(answer);
  });

  it("are more than 30", () => {
    expect(count).to.be.greaterThan(30);
  });

  /** The state at the end of the chain, shortly after the recording. */
  function recordedState(): TestState {
    const state = new TestState(recordedNetwork());
    state.writeAll("universal", mapIn(finalState.get("universal")));
    state.writeAll("local", mapIn(finalState.get("local")));
    return state;
  }
});
