import { expect } from "chai";
import { answerToValue } from "../../src/ledger/answer.js";
import { isMap, memberOf } from "../../src/codec/value.js";
import { forwardTo } from "../support/forward-to.js";
import { withRules } from "../support/with-rules.js";
import { FORK_NETWORK, ForkPair } from "./fork-pair.js";

describe("The receipts of a round (PROTOCOL 10.9, 16.3)", () => {
  for (const [rules, isAny] of [
    [1, true],
    [2, false],
  ] as const)
    it(`are ${isAny ? "" : "neither "}earned ${isAny ? "and" : "nor"} collected by rules ${rules}`, async () => {
      const pair = await ForkPair.open("in the process", withRules(FORK_NETWORK, rules));
      const { nodes, ours, theirs } = pair;
      await pair.part();
      let asked = 0;
      await pair.meet(
        forwardTo(() => theirs, {
          broadcast: (query) => {
            if (query.chain_type === "resource" || query.chain_type === "all") asked += 1;
            return theirs.broadcast(query);
          },
        }),
      );
      await nodes.until(() => false, 2_000_000);
      const shown = memberOf(
        await answerToValue(await ours.broadcast({ chain_type: "resource" })),
        "receipts",
      );
      expect([asked > 0, isMap(shown) && shown.size > 0]).to.deep.equal([isAny, isAny]);
      await nodes.stop();
    });
});
