import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { hashOf, spaceIdOf } from "../../../src/codec/hash.js";
import type { Value } from "../../../src/codec/value.js";
import { parseCode } from "../../../src/records/code.js";
import { unsignedTransaction, type SignedTransaction } from "../../../src/records/transaction.js";
import { feeUnder } from "../../../src/replay/trial/fee.js";
import { contractToText } from "../../../src/system/classic-code.js";
import { FEE_2, SEND_3 } from "../../../src/system/codes.js";

const ROOT = hashOf("Fiat lux. ");
const WRITER = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const withMethod = (text: string) => ({ text, method: parseCode(text) });
const own = (name: string) =>
  withMethod(
    JSON.stringify({ t: "contract", m: "0.2.0", n: name, v: "1", s: "art", w: WRITER, p: [], e: [] }),
  );
const calling = (type: string, cid?: string): SignedTransaction =>
  unsignedTransaction(
    new Map<string, Value>([
      ["type", type],
      ["timestamp", 1_700_000_000_000_000n],
      ["from", WRITER],
      ...(cid === undefined ? [] : [["cid", cid] as const]),
    ]),
  );

describe("The fee of a call", () => {
  const cid = spaceIdOf(WRITER, "art");
  const fee = withMethod(contractToText(FEE_2, ROOT));

  it("of a contract in a space of its own is that of the network alone: it cannot write balances (PROTOCOL 2.1)", () => {
    expect(feeUnder([own("Paint")], calling("Paint", cid), 700n)).to.equal(0n);
    expect(feeUnder([own("Paint"), fee], calling("Paint", cid), 700n)).to.equal(700_000_000_000n);
  });

  it("of a contract named as a system contract is not that of the system contract", () => {
    expect(feeUnder([own("Grant"), fee], calling("Grant", cid), 700n)).to.equal(700_000_000_000n);
    expect(feeUnder([fee], calling("Grant"), 700n)).to.equal(0n);
  });

  it("is unknown for another code of the root space, and for no code", () => {
    const other = withMethod(contractToText({ ...SEND_3, version: "4" }, ROOT));
    expect(other.method.writer).to.equal(ZERO_ADDRESS);
    expect(feeUnder([other], calling("Send"), 700n)).to.equal(null);
    expect(feeUnder([fee], calling("Paint", cid), 700n)).to.equal(null);
  });
});
