import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { memberOf, objectToMap, type Value } from "../../../src/codec/value.js";
import { textIn } from "../../../src/codec/text.js";
import { createDevActions, type DevActions } from "../../../src/node/network/dev-actions.js";
import { namedDevAccounts } from "../../../src/node/network/dev-network.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("the actions of a development chain", () => {
  let test: TestNode;
  let actions: DevActions;
  before(async () => {
    test = await startDevNode();
    actions = createDevActions(test.node);
  });
  after(() => test.run(test.node.stop()));

  const act = (name: string, given: Readonly<Record<string, Value>> = {}): Promise<Value> => {
    const action = actions.get(name);
    if (action === undefined) throw new Error(`There is no ${name}. `);
    return action(objectToMap(given));
  };

  it("name the accounts, but not their keys", async () => {
    const text = canonicalJson(await act("accounts"));
    for (const { name, address, privateKey, publicKey } of namedDevAccounts()) {
      expect(text).to.include(name).and.include(address);
      expect(text).not.to.include(privateKey);
      expect(text).not.to.include(publicKey);
    }
  });

  it("send a call from an account by its name or address, twice in one moment too", async () => {
    const [, bob, carol] = namedDevAccounts();
    const call = objectToMap({ type: "Send", to: bob?.address ?? "", amount: "1" });
    const sent = await Promise.all([
      act("send", { from: "alice", call }),
      act("send", { from: "alice", call }),
      act("send", { from: carol?.address ?? "", call }),
    ]);
    const hashes = sent.map((answer) => textIn(answer, "hash"));
    expect(new Set(hashes).size).to.equal(3);
    await test.run(test.node.whenIncluded(hashes));
  });

  it("refuse what a chain refuses, and what is no call of an account", async () => {
    const [, bob] = namedDevAccounts();
    const to = bob?.address ?? "";
    const call = objectToMap({ type: "Send", to, amount: "9".repeat(30) });
    await expectRejection(act("send", { from: "alice", call }), "EXECUTION_FAILED", "refused");
    for (const given of [{}, { from: "mallory", call }, { from: "alice" }, { from: "alice", call: "x" }])
      await expectRejection(act("send", given), "DEV_ACTION", "usage");
    // Whose key signs is not for the call to say.
    const forged = objectToMap({ type: "Send", to, amount: "1", from: to, timestamp: 1n });
    const hash = textIn(await act("send", { from: "carol", call: forged }), "hash");
    await test.run(test.node.whenIncluded([hash]));
  });

  it("turn mining on and off", async () => {
    const turned = [
      await act("mining", { on: true }),
      await act("mining"),
      await act("mining", { on: false }),
    ];
    expect(turned.map((answer) => memberOf(answer, "on"))).to.deep.equal([true, true, false]);
  });
});
