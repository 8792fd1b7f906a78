import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import {
  createIdentity,
  devAccounts,
  devNetwork,
  IN_MEMORY,
  Node,
  objectToValue,
  openSqliteStore,
  prepareDevChain,
  signTransaction,
  VirtualClock,
  VolatileSigningMemory,
} from "../src/index.js";
import { mapIn } from "./support/vectors.js";

const START_US = 1_800_000_000_000_000;
const STEP_US = 50_000;
/** Each entry with its file in the bundle and one of its exports. */
const ENTRIES = [
  ["chainnode", "node", "Node"],
  ["chainnode/client", "client", "createClient"],
  ["chainnode/contract", "contract", "contract"],
  ["chainnode/testing", "testing", "sandbox"],
] as const;

describe("The package's entry points", () => {
  it("are files of one bundle, so that they share their classes", async () => {
    for (const [entry, name, exported] of ENTRIES) {
      const bundled = new URL(`../bundle/${name}.js`, import.meta.url).href;
      expect(import.meta.resolve(entry)).to.equal(bundled);
      expect(await import(bundled)).to.have.property(exported);
    }
  });

  it("`chainnode` is enough to run a development chain in memory and send on it", async () => {
    const identity = createIdentity();
    const clock = new VirtualClock(START_US);
    const store = await openSqliteStore({ file: IN_MEMORY });
    const signingMemory = new VolatileSigningMemory();
    const node = await Node.open({ store, network: devNetwork(identity), identity, clock, signingMemory });
    const progress = { isDone: false };
    const sent = sendOne(node).finally(() => {
      progress.isDone = true;
    });
    node.start();
    while (!progress.isDone) {
      await clock.advance(STEP_US);
      await setImmediate();
      await node.settled();
    }
    expect(await sent).to.equal("30000000000000000000007");
    await node.stop();
  });
});

/** Prepares the chain, sends 7 from one account to the next, and returns the recipient's balance. */
async function sendOne(node: Node): Promise<unknown> {
  await prepareDevChain(node);
  const [alice, bob] = devAccounts();
  if (alice === undefined || bob === undefined) throw new Error("There are no accounts. ");
  const timestamp = BigInt(node.clock.nowUs());
  const members = objectToValue({ type: "Send", timestamp, to: bob.address, amount: "7" });
  await node.whenIncluded([await node.sendTransaction(signTransaction(mapIn(members), alice.privateKey))]);
  const request = objectToValue({ type: "GetBalance", address: bob.address });
  const answer = await node.request({ request });
  return "value" in answer ? mapIn(answer.value).get("balance") : answer;
}
