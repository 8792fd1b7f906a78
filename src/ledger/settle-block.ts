import { isStateKey, padStateKey } from "../codec/state-key.js";
import { type Value, entriesOf, isContainer, isMap } from "../codec/value.js";
import type { Network } from "../records/network.js";
import type { Store, StoredResourceBlock } from "../store/store.js";
import { confirmedHeight, paidMiners } from "./validators.js";
import type { WorkingState } from "./working-state.js";
import { finishSliced } from "../base/yield-to-loop.js";
import * as errors from "./errors.js";
import { ChainError } from "../codec/chain-error.js";
import { parseJsonInSteps } from "../codec/parse-json.js";
import type { Steps } from "../codec/steps.js";
import type { Receipt } from "../records/receipt.js";
import { readReceiptsInSteps } from "../records/resource-block.js";
import { recordMalformed } from "../records/errors.js";
import { addDecimals, decimalToText, parseDecimal, ZERO } from "../codec/decimal.js";
import { valueToText } from "../codec/text.js";
import type { Reward } from "../records/reward-shares.js";

/** The block that is settled: what is known once its transactions are executed. */
interface UnsettledBlock {
  readonly s_timestamp: number;
  readonly transactionCount: number;
}

/** The state after a block's transactions, and the chain that it continues. */
interface SettleContext {
  readonly store: Store;
  readonly network: Network;
  readonly state: WorkingState;
}

/**
 * What every main block writes after its transactions: the transaction count (PROTOCOL 8.7) and, while the confirmed
 * height is ahead of the fixed height, the payment of one resource block (PROTOCOL 8.8).
 */
export async function settleBlock(context: SettleContext, block: UnsettledBlock): Promise<void> {
  const { store, network, state } = context;
  const { transaction_count, fixed_height, recycle_resource } = network.keys;
  const cells = [transaction_count, fixed_height, recycle_resource].map(padStateKey);
  await state.load(store, "local", cells);
  const count = toInteger(state.read("local", transaction_count)) + BigInt(block.transactionCount);
  state.write("local", transaction_count, count);

  const confirmed = await confirmedHeight(store, network, block.s_timestamp);
  const fixedHeight = Number(toInteger(state.read("local", fixed_height)));
  if (confirmed <= fixedHeight) return;
  const shares = rewardShares(network, {
    fixedHeight,
    recycleResource: state.read("local", recycle_resource),
    miners: await paidMiners(store, network, { confirmed, paid: fixedHeight + 1 }),
    beneficiaries: await beneficiariesOf(store, fixedHeight + 1),
  });
  await pay(context, shares);
  state.write("local", fixed_height, BigInt(fixedHeight + 1));
  state.write("local", recycle_resource, "0");
}

async function pay(
  { store, network, state }: SettleContext,
  shares: ReadonlyMap<string, bigint>,
): Promise<void> {
  // An address need not be hexadecimal but a key must (PROTOCOL 2.4, 2.5): such a write is dropped (PROTOCOL 2.6).
  const payments = Array.from(shares, ([address, units]) => ({
    key: network.prefixes.resource + address,
    units,
  })).filter(({ key }) => isStateKey(key));
  const cells = payments.map(({ key }) => padStateKey(key));
  await state.load(store, "universal", cells);
  for (const { key, units } of payments) {
    state.write("universal", key, addUnits(state.read("universal", key), units));
  }
}

/** The beneficiaries of a resource block's receipts, in their order. */
async function beneficiariesOf(store: Store, height: number): Promise<readonly string[]> {
  const block = await store.resourceBlock({ height });
  if (block === null) throw errors.resourceBlockMissing({ height });
  const receipts = await finishSliced(readStoredReceiptsInSteps(block));
  return Array.from(receipts.values(), ({ beneficiary }) => beneficiary);
}

/** Reads a count in state; an absent one is 0. */
export function toInteger(value: Value): bigint {
  return typeof value === "bigint" ? value : 0n;
}

/**
 * Reads the receipts of a stored block, with their askers, in their order. They were valid when they were stored, so text
 * that cannot be read is damage: throws `BLOCK_DAMAGED`, kind "local".
 */
function* readStoredReceiptsInSteps({
  height,
  receipts,
}: StoredResourceBlock): Steps<ReadonlyMap<string, Receipt>> {
  try {
    const members = yield* parseJsonInSteps(receipts);
    if (!isContainer(members)) throw recordMalformed({ record: "map", rule: "it must be a map" });
    // An empty map is the empty list (PROTOCOL 1.5).
    return yield* readReceiptsInSteps(isMap(members) ? members : new Map(entriesOf(members)));
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause;
    throw errors.blockDamaged({ block: `resource block ${height}` }, { cause });
  }
}

export interface RewardInput extends Omit<Reward, "total"> {
  /** Local `fixed_height` before this block. */
  readonly fixedHeight: number;
  /** Local `recycle_resource` before the payment. */
  readonly recycleResource: Value;
}

/**
 * What one resource block pays (PROTOCOL 8.9, 16.3): resource units by address, miners in slot order first, then the
 * beneficiaries.
 */
export function rewardShares(network: Network, input: RewardInput): ReadonlyMap<string, bigint> {
  const {
    resource_confirm_count: confirmCount,
    credit_amount: credit,
    standard_amount: standard,
  } = network.constants;
  const granted = input.fixedHeight < confirmCount ? credit : standard;
  const total = granted + wholePart(input.recycleResource);
  return network.ruleSet.shareReward({ ...input, total });
}

/** Adds units to an amount in state and returns decimal text. Text that is not decimal counts as 0. */
export function addUnits(amount: Value, units: bigint): string {
  const before = parseDecimal(valueToText(amount)) ?? ZERO;
  return decimalToText(addDecimals(before, { units, scale: 0 }, before.scale));
}

function wholePart(amount: Value): bigint {
  const decimal = parseDecimal(valueToText(amount)) ?? ZERO;
  return decimal.units / 10n ** BigInt(decimal.scale);
}
