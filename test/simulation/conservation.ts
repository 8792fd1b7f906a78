import { expect } from "chai";
import { valueToText } from "../../src/codec/text.js";
import type { Value } from "../../src/codec/value.js";
import type { MainBlock } from "../../src/records/main-block.js";
import type { Network } from "../../src/records/network.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import type { Update } from "../../src/records/updates.js";
import type { Tally } from "./tally.js";

/** The fee of a classic Send or Refine, by byte of the transaction (PROTOCOL 6). */
const FEE_A_BYTE = 1_000_000n;
/** The most shares that are rounded down: nine slots and the receipts of a round. */
const MAX_SHARES = 9n + 256n;

/**
 * The changes of the supply that a block may cause (PROTOCOL 6, 8). Balance is created by Refine alone and leaves as
 * fees, which wait to be recycled. Resource is created by payments alone; rounding down loses less than a unit for each
 * share. The multiplier is 1.
 */
export function checkConservation(network: Network, block: MainBlock, tally: Tally): void {
  const { prefixes, keys, constants, ruleSet } = network;
  const fees = sum(block.transactions, ({ size }) => BigInt(size) * FEE_A_BYTE);
  const refined = sum(block.transactions, refinedBy);
  const label = `main block ${block.height}`;
  expect(gainOf(block, prefixes.balance), `${label}, balance`).to.equal(refined - fees);

  const recycle = block.local_updates.get(ruleSet.cellName(keys.recycle_resource)) ?? {
    old: null,
    new: null,
  };
  const waiting = amount(recycle.old) + fees;
  const paid = gainOf(block, prefixes.resource) + refined;
  const fixed = block.local_updates.get(ruleSet.cellName(keys.fixed_height));
  if (fixed === undefined) {
    expect(paid, `${label}, paid`).to.equal(0n);
    expect(amount(recycle.new), `${label}, waiting`).to.equal(waiting);
    return;
  }
  tally.count("reward paid");
  const isCredit = amount(fixed.old) < BigInt(constants.resource_confirm_count);
  const lost = (isCredit ? constants.credit_amount : constants.standard_amount) + waiting - paid;
  expect(lost >= 0n && lost < MAX_SHARES, `${label}, lost ${lost}`).to.equal(true);
  expect(amount(recycle.new), `${label}, waiting`).to.equal(0n);
}

function refinedBy({ type, transaction }: SignedTransaction): bigint {
  return type === "Refine" ? amount(transaction.get("amount") ?? null) : 0n;
}

/** The sum of the changes of all cells under a prefix. */
function gainOf({ universal_updates }: MainBlock, prefix: string): bigint {
  const updates = [...universal_updates].filter(([key]) => key.startsWith(prefix));
  return sum(updates, ([, update]: readonly [string, Update]) => amount(update.new) - amount(update.old));
}

function sum<T>(items: readonly T[], amountOf: (item: T) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n);
}

function amount(value: Value): bigint {
  return BigInt(valueToText(value ?? "0"));
}
