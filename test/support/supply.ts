import type { StateKind } from "../../src/codec/state-key.js";
import { parseDecimal, rescale } from "../../src/codec/decimal.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToText } from "../../src/codec/text.js";
import type { Value } from "../../src/codec/value.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import type { Network } from "../../src/records/network.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import type { StoreReader } from "../../src/store/store.js";
import { mainBlock } from "../../src/store/reads.js";

/** The digits after the point of a sum. An amount has at most 40 characters. */
const SCALE = 40;
const ONE = 10n ** BigInt(SCALE);
const FIRST_LIMIT = 10n ** 27n;
const SMALLEST_MULTIPLIER = ONE / 10n ** 7n;
const FAUCET = 30_000n * 10n ** 18n;
const BYTE_FEE = 10n ** 6n;
const STATE_KEY_PART = /^(?:[0-9a-f]{2}){1,32}$/;

/** The whole supply, in units of 10^-`SCALE`. */
export interface Supply {
  readonly balance: bigint;
  readonly resource: bigint;
  readonly recycle: bigint;
}

export async function readSupply(store: StoreReader, { prefixes }: Network): Promise<Supply> {
  const sum = async (kind: StateKind, prefix: string): Promise<bigint> =>
    (await store.listState(kind, prefix)).reduce((all, { value }) => all + unitsOf(value), 0n);
  return {
    balance: await sum("universal", prefixes.balance),
    resource: await sum("universal", prefixes.resource),
    recycle: await sum("local", prefixes.recycle_resource),
  };
}

export function addSupply(left: Supply, right: Supply): Supply {
  return {
    balance: left.balance + right.balance,
    resource: left.resource + right.resource,
    recycle: left.recycle + right.recycle,
  };
}

export function subtractSupply(left: Supply, right: Supply): Supply {
  return addSupply(left, { balance: -right.balance, resource: -right.resource, recycle: -right.recycle });
}

/** A value that is not decimal text counts as 0 (PROTOCOL 7). */
function unitsOf(value: Value | undefined): bigint {
  const decimal = parseDecimal(valueToText(value ?? "0"));
  return decimal === null ? 0n : rescale(decimal, SCALE).units;
}

function whole(units: bigint): bigint {
  return units / ONE;
}

/**
 * The changes of the supply by a block's transactions and reward, by the formulas of PROTOCOL 6 and 8 alone. It uses
 * neither the texts of the codes nor the machine.
 */
export class SupplyModel {
  readonly #network: Network;
  #multiplier = ONE;
  #limit = FIRST_LIMIT;
  #season = 0n;
  #recycle: bigint;

  /** Starts with the fees that wait to be recycled. */
  constructor(network: Network, { recycle }: Pick<Supply, "recycle">) {
    this.#network = network;
    this.#recycle = recycle;
  }

  get multiplier(): bigint {
    return this.#multiplier;
  }

  /** `weight` is the weight of the only transaction when Fee is registered, otherwise null. */
  apply(block: MainBlock, weight: bigint | null): Supply {
    let change: Supply = { balance: 0n, resource: 0n, recycle: 0n };
    for (const transaction of block.transactions)
      change = addSupply(change, this.#transact(transaction, weight));
    this.#recycle += change.recycle;
    return addSupply(change, this.#reward(block));
  }

  #transact({ type, size, transaction }: SignedTransaction, weight: bigint | null): Supply {
    const pays = weight === null && (type === "Send" || type === "Refine");
    const fee = weight === null ? (pays ? BigInt(size) * BYTE_FEE : 0n) : weight * 10n ** 9n;
    const amount = unitsOf(transaction.get("amount"));
    const before = this.#multiplier;
    const refined = type === "Refine" ? this.#refine(whole(amount)) : 0n;
    // The post-process sees the multiplier that Refine is about to write (PROTOCOL 7); Refine 2 itself does not.
    const recycle = ((fee * ONE) / (weight === null ? before : this.#multiplier)) * ONE;
    if (type === "Refine") return { balance: (refined - fee) * ONE, resource: -amount, recycle };
    if (type === "Faucet") return { balance: (FAUCET - fee) * ONE, resource: 0n, recycle };
    // A write to an invalid cell key is dropped (PROTOCOL 2), so the amount is lost.
    const isLost = type === "Send" && !STATE_KEY_PART.test(valueToText(transaction.get("to") ?? ""));
    return { balance: -fee * ONE - (isLost ? amount : 0n), resource: 0n, recycle };
  }

  #refine(amount: bigint): bigint {
    const refined = whole(amount * this.#multiplier);
    if (this.#season > this.#limit) {
      const decayed = (this.#multiplier * 84_375n) / 100_000n;
      const scaled = decayed - (decayed % 10n ** BigInt(SCALE - 10));
      this.#multiplier = scaled < SMALLEST_MULTIPLIER ? SMALLEST_MULTIPLIER : scaled;
      this.#limit = whole(FIRST_LIMIT * this.#multiplier);
      this.#season = 0n;
    } else this.#season += refined;
    return refined;
  }

  /** The whole grant. The caller allows for the loss by rounding. */
  #reward({ local_updates }: MainBlock): Supply {
    const { keys, constants } = this.#network;
    const update = local_updates.get(keys.fixed_height);
    if (update === undefined) return { balance: 0n, resource: 0n, recycle: 0n };
    const isCredit = Number(update.new) <= constants.resource_confirm_count;
    const granted = (isCredit ? constants.credit_amount : constants.standard_amount) * ONE;
    const recycled = this.#recycle;
    this.#recycle = 0n;
    return { balance: 0n, resource: granted + recycled, recycle: -recycled };
  }
}

/** The most that a reward loses by rounding down: less than one unit for each recipient. */
export function isRounding(units: bigint): boolean {
  return units <= 0n && units > -10n * ONE;
}

export async function readBlock(store: StoreReader, height: number): Promise<MainBlock> {
  const stored = await mainBlock(store, { height });
  if (stored === null) throw new RangeError(`There is no block ${height}. `);
  return readMainBlock(parseJson(mainBlockToText(stored)));
}
