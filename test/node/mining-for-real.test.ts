import { expect } from "chai";
import { devNetwork } from "../../src/data/dev-network.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { Node } from "../../src/node/node.js";
import { includeAll, prepareChain } from "../../src/node/preset.js";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { memberOf } from "../../src/codec/value.js";

const SECOND_US = 1_000_000;

describe("A node that mines with threads, on the system clock (PROTOCOL 8.8, 8.9, 10.5)", () => {
  it("mines, is paid, refines and sends", async () => {
    const identity = createIdentity();
    const definition = devNetwork(identity);
    const constants = {
      ...definition.constants,
      resource_interval: SECOND_US / 2,
      resource_confirm_count: 3,
      confirm_interval: 2 * SECOND_US,
      // Low enough for threads of the lowest priority on a busy machine.
      default_difficulty: 20_000n,
    };
    const store = await openSqliteStore({ file: IN_MEMORY });
    const node = await Node.open({
      store,
      network: { ...definition, constants },
      identity,
      clock: systemClock,
      signingMemory: new VolatileSigningMemory(),
    });
    const ask = async (type: string, name: string): Promise<unknown> => {
      const answer = await node.request({
        request: new Map([
          ["type", type],
          ["address", identity.node.address],
        ]),
      });
      return "value" in answer ? memberOf(answer.value, name) : undefined;
    };
    node.start();
    await prepareChain(node, "dev");
    node.mining.start();
    // The first main block after a resource block is confirmed pays. An Oracle makes one and writes nothing else.
    while ((await ask("GetResource", "resource")) === "0") {
      await includeAll(node, identity.node, [{ type: "Oracle", code: "" }]);
    }
    expect(node.mining.status().hash_rate).to.be.greaterThan(0);
    await includeAll(node, identity.node, [{ type: "Refine", amount: (10n ** 24n).toString() }]);
    const refined = BigInt(String(await ask("GetBalance", "balance")));
    expect(refined >= 10n ** 24n - 10n ** 10n).to.equal(true);
    const to = createIdentity().node.address;
    await includeAll(node, identity.node, [{ type: "Send", to, amount: "5" }]);
    expect(BigInt(String(await ask("GetBalance", "balance"))) < refined).to.equal(true);
    await node.stop();
  });
});
