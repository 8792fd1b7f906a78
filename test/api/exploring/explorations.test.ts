import { expect } from "chai";
import { Explorations } from "../../../src/api/exploring/explorations.js";
import { exploredChain } from "../../../src/api/exploring/lists-view.js";
import { searchChain } from "../../../src/api/exploring/search.js";
import { useDevNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("the limits of the explorer's questions", () => {
  const test = useDevNode();

  it("refuse the seventeenth question of one caller and the sixty-fifth of all, until others are answered", async () => {
    const explorations = new Explorations(test().node.ledger, test().clock, () => ({
      pool: test().node.pool,
      peers: 0,
      refusal: null,
    }));
    const ask = (caller: string) =>
      explorations.answer(
        { view: ({ ledger }, given) => searchChain(exploredChain(ledger), given), given: { text: "Send" } },
        caller,
      );
    const asked = Array.from({ length: 16 }, () => ask("192.0.2.1"));
    await expectRejection(ask("192.0.2.1"), "EXPLORER_BUSY", "busy");
    for (let caller = 2; caller < 50; caller += 1) asked.push(ask(`192.0.2.${caller}`));
    await expectRejection(ask("192.0.2.99"), "EXPLORER_BUSY", "busy");
    expect((await Promise.all(asked)).length).to.equal(64);
    await ask("192.0.2.1");
  });
});
