import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToText } from "../../src/codec/text.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { includeAll } from "../../src/node/preset.js";
import { rewardShares } from "../../src/ledger/settle-block.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

const STEPS = 60;
const SECOND_US = 1_000_000;
const FAUCET = 30_000n * 10n ** 18n;

interface Tally {
  faucet: bigint;
  refined: bigint;
  fees: bigint;
  granted: bigint;
  payments: bigint;
}

/** What the blocks did, by the formulas of PROTOCOL 6.14, 6.15, 6.17 and 8.9. The multiplier stays 1. */
async function tally({ node }: TestNode): Promise<Tally> {
  const { store, network, tip } = node.ledger;
  const { credit_amount, standard_amount, resource_confirm_count } = network.constants;
  const sums: Tally = { faucet: 0n, refined: 0n, fees: 0n, granted: 0n, payments: 0n };
  for await (const stored of store.streamMainBlocks(1, tip.height)) {
    const block = readMainBlock(parseJson(mainBlockToText(stored)));
    for (const transaction of block.transactions) addTransaction(sums, transaction);
    const paid = paidHeight(block, network.ruleSet.cellName(network.keys.fixed_height));
    if (paid === null) continue;
    sums.payments += 1n;
    sums.granted += paid <= resource_confirm_count ? credit_amount : standard_amount;
  }
  return sums;
}

function addTransaction(sums: Tally, { type, size, transaction }: SignedTransaction): void {
  const fee = BigInt(size) * 1_000_000n;
  const amount = BigInt(valueToText(transaction.get("amount") ?? "0"));
  if (type === "Faucet") sums.faucet += FAUCET;
  if (type === "Refine") sums.refined += amount;
  if (type === "Refine" || type === "Send") sums.fees += fee;
}

/** The height of the resource block that a main block paid; null for none. */
function paidHeight(block: MainBlock, fixedHeightKey: string): number | null {
  const update = block.local_updates.get(fixedHeightKey);
  return update === undefined ? null : Number(update.new);
}

async function sumOf({ node }: TestNode, attribute: "balance" | "resource"): Promise<bigint> {
  const { store, network } = node.ledger;
  const cells = await store.listState("universal", network.prefixes[attribute]);
  return cells.reduce((sum, { value }) => sum + BigInt(valueToText(value)), 0n);
}

async function localAmount({ node }: TestNode, key: string): Promise<bigint> {
  const value: Value = await node.inspect("local", key);
  return BigInt(valueToText(memberOf(value, "value") ?? "0"));
}

/** Sends, refines, uses the faucet and lets time pass, at random. */
async function live(test: TestNode): Promise<void> {
  const random = createSeededRandom();
  const { node, run } = test;
  const people = [...devAccounts().slice(0, 4), node.identity.node];
  const anyone = (): (typeof people)[number] =>
    people[Math.floor(random() * people.length)] ?? node.identity.node;
  node.mining.start();
  for (let step = 0; step < STEPS; step += 1) {
    await test.pass(Math.floor(random() * 3 * SECOND_US));
    const to = anyone().address;
    const amount = Math.floor(random() * 1e9).toString();
    const choices = [
      { from: anyone(), transaction: { type: "Send", to, amount } },
      { from: node.identity.node, transaction: { type: "Refine", amount: `${amount}0000000000` } },
      { from: anyone(), transaction: { type: "Faucet" } },
    ] as const;
    const { from, transaction } = choices[Math.floor(random() * choices.length)] ?? choices[0];
    // A transaction that the contract refuses must leave no trace either.
    await run(includeAll(node, from, [transaction])).catch((error: unknown) => {
      expect(error).to.include({ code: "EXECUTION_FAILED" });
    });
  }
}

for (const rules of [1, 2] as const)
  describe(
    seeded(`${STEPS} random steps by rules ${rules} conserve (PROTOCOL 6.14, 6.15, 6.17, 8.9, 16.3)`),
    () => {
      let test: TestNode;
      let sums: Tally;

      before(async () => {
        test = await startDevNode({ rules });
        await live(test);
        sums = await tally(test);
      });
      after(() => test.node.stop());

      it("include a transfer, a refining, a faucet grant and a reward", () => {
        for (const [name, sum] of Object.entries(sums)) expect(sum > 0n, name).to.equal(true);
      });

      it("balance: only Refine and Faucet add to it, and only fees reduce it", async () => {
        const { faucet, refined, fees } = sums;
        expect(await sumOf(test, "balance")).to.equal(faucet + refined - fees);
      });

      it("resource: what was granted and recycled is held, refined, waiting, or lost in rounding down", async () => {
        const held = await sumOf(test, "resource");
        const waiting = await localAmount(test, test.node.ledger.network.keys.recycle_resource);
        const lost = sums.granted + sums.fees - held - sums.refined - waiting;
        // By rules 1 each payment goes to one miner, who is also the only beneficiary, in up to nine slots of a 32nd.
        expect(lost >= 0n && lost < sums.payments * 10n, String(lost)).to.equal(true);
      });
    },
  );

describe("The shares of any reward (PROTOCOL 8.9)", () => {
  it("never exceed it, and fall short by less than one unit for each recipient", async () => {
    const random = createSeededRandom();
    const test = await startDevNode();
    const { network } = test.node.ledger;
    const { credit_amount, standard_amount, resource_confirm_count } = network.constants;
    for (let round = 0; round < 500; round += 1) {
      const names = (most: number): string[] =>
        Array.from({ length: Math.floor(random() * (most + 1)) }, () => `p${Math.floor(random() * 12)}`);
      const miners = ["p0", ...names(8)];
      const beneficiaries = names(20);
      const fixedHeight = Math.floor(random() * 2 * resource_confirm_count);
      const recycled = BigInt(Math.floor(random() * 1e15));
      const shares = rewardShares(network, {
        fixedHeight,
        recycleResource: recycled.toString(),
        miners,
        beneficiaries,
      });
      const total = (fixedHeight < resource_confirm_count ? credit_amount : standard_amount) + recycled;
      const lost = total - [...shares.values()].reduce((sum, share) => sum + share, 0n);
      expect(lost >= 0n && lost < BigInt(new Set([...miners, ...beneficiaries]).size)).to.equal(true);
    }
    await test.node.stop();
  });
});
