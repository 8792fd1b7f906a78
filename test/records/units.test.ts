import { expect } from "chai";
import { createClient } from "../../src/client/index.js";
import { coinsToUnits } from "../../src/codec/coins.js";
import type { Value } from "../../src/codec/value.js";
import { assertOwnUnits, assertWholeUnits } from "../../src/records/units.js";

const codeOf = (run: () => void): unknown => {
  try {
    run();
    return null;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
};

describe("Amounts in units", () => {
  const check = (amount: Value) => codeOf(() => assertWholeUnits(new Map([["amount", amount]]), ["amount"]));

  it("refuse a fraction, as text or as a number", () => {
    for (const amount of ["1.5", "1.0", ".5", "-0.1", "0.0000000000000000000001", 1.5])
      expect(check(amount), String(amount)).to.equal("UNITS_FRACTION");
  });

  it("leave whole numbers and what is no number to the code", () => {
    for (const amount of ["15", 15n, "-3", "1.5.5", "1e18", "", null, true])
      expect(check(amount), String(amount)).to.equal(null);
  });

  it("are spelled out in both readings", () => {
    const run = (): void => assertWholeUnits(new Map([["amount", "1.5"]]), ["amount"]);
    expect(run)
      .to.throw()
      .with.property("advice")
      .that.includes("1500000000000000000")
      .and.includes("such as 1.");
  });

  it("are known of the contracts of the network's own space, which rules 2 name", () => {
    const send = (cid?: string): ReadonlyMap<string, Value> =>
      new Map([["type", "Send"], ["amount", "1.5"], ...(cid === undefined ? [] : [["cid", cid] as const])]);
    const network = new Map([["cid", "own"]]);
    expect(codeOf(() => assertOwnUnits(send(), network))).to.equal("UNITS_FRACTION");
    expect(codeOf(() => assertOwnUnits(send("own"), network))).to.equal("UNITS_FRACTION");
    expect(codeOf(() => assertOwnUnits(send("other"), network))).to.equal(null);
    expect(
      codeOf(() =>
        assertOwnUnits(
          new Map([
            ["type", "Mine"],
            ["amount", "1.5"],
          ]),
          network,
        ),
      ),
    ).to.equal(null);
  });

  it("are refused by the client before it signs and sends", async () => {
    const client = createClient({ url: "http://127.0.0.1:1" });
    const call = new Map<string, Value>([
      ["type", "Send"],
      ["amount", "1.5"],
    ]);
    const failure: unknown = await client.signAndSend(call, "0".repeat(64)).catch((error: unknown) => error);
    expect(failure).to.have.property("code", "UNITS_FRACTION");
  });

  it("are converted from coins exactly", () => {
    expect(coinsToUnits("1.5")).to.equal("1500000000000000000");
    for (const text of ["0.0000000000000000001", "+1", "1e3", "", "x"])
      expect(coinsToUnits(text), text).to.equal(null);
  });
});
