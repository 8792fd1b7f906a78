import { compareDecimals, subtractDecimals, ZERO, type Decimal } from "../../codec/decimal.js";
import { padStateKey } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { GroundChange, GroundOutcome, Ground } from "./ground.js";
import { amountIn, prefixId, shortDecimal, sumOf, type FuzzedCode, type FuzzWorld } from "./world.js";

/** The sums of amounts along a sequence, and how much was ever put in. */
export class Money {
  readonly #world: FuzzWorld;
  readonly #sums = new Map<string, Decimal>();
  /** By currency: attributes that give to each other. */
  readonly #put = new Map<number, Decimal>();

  /** The sums of a state. What its cells hold counts as put in. */
  static of(world: FuzzWorld, ground: Ground): Money {
    const money = new Money(world);
    for (const kind of ["universal", "local"] as const)
      for (const [cell, value] of ground.cells(kind)) {
        const id = prefixId(kind, cell);
        money.#raise(id, amountIn(value));
        money.#putIn(id, amountIn(value));
      }
    return money;
  }

  private constructor(world: FuzzWorld) {
    this.#world = world;
  }

  copy(): Money {
    const copy = new Money(this.#world);
    for (const [id, sum] of this.#sums) copy.#sums.set(id, sum);
    for (const [currency, put] of this.#put) copy.#put.set(currency, put);
    return copy;
  }

  /** Notes an accepted call. What an issuer's contract creates is put in. */
  note({ guards }: FuzzedCode, changes: readonly GroundChange[]): void {
    const net = new Map<string, Decimal>();
    for (const [id, rise] of risesOf(changes)) {
      this.#raise(id, rise);
      if (this.#world.holders.has(id)) net.set(id, rise);
    }
    if (!guards.isIssuer || sumOf([...net.values()]).units <= 0n) return;
    for (const [id, rise] of net) this.#putIn(id, rise);
  }

  /** An attribute that holds more than was ever put in; undefined when none does. */
  excess(changes: readonly GroundChange[]): string | undefined {
    return [...risesOf(changes)].flatMap(([id, rise]) => {
      const currency = this.#world.currencies.get(id);
      if (rise.units <= 0n || currency === undefined || !this.#world.holders.has(id)) return [];
      const sum = this.#sums.get(id) ?? ZERO;
      const put = this.#put.get(currency) ?? ZERO;
      if (compareDecimals(sum, put) <= 0) return [];
      const attribute = this.#world.attributes.get(id) ?? "an amount";
      return [`${attribute} holds ${shortDecimal(sum)} although ${shortDecimal(put)} was put in`];
    })[0];
  }

  #raise(id: string, by: Decimal): void {
    this.#sums.set(id, sumOf([this.#sums.get(id) ?? ZERO, by]));
  }

  #putIn(id: string, by: Decimal): void {
    const currency = this.#world.currencies.get(id);
    if (currency !== undefined) this.#put.set(currency, sumOf([this.#put.get(currency) ?? ZERO, by]));
  }
}

/** By how much each attribute rises, by kind and state prefix. */
export function risesOf(
  changes: readonly GroundChange[],
  valueOf: (value: Value) => Decimal = amountIn,
): ReadonlyMap<string, Decimal> {
  const rises = new Map<string, Decimal>();
  for (const change of changes) {
    const id = prefixId(change.kind, change.cell);
    const rise = difference(valueOf(change.new), valueOf(change.old));
    rises.set(id, sumOf([rises.get(id) ?? ZERO, rise]));
  }
  return rises;
}

/** Only amounts above zero count in a call, because a debt is not a payment. */
export function positive(value: Value): Decimal {
  const amount = amountIn(value);
  return amount.units > 0n ? amount : ZERO;
}

export function difference(left: Decimal, right: Decimal): Decimal {
  return subtractDecimals(left, right, Math.max(left.scale, right.scale));
}

/** An amount that a call writes and another write of the same call replaces; otherwise undefined. */
export function lostWrite(
  world: FuzzWorld,
  outcome: GroundOutcome & { readonly status: "accepted" },
): string | undefined {
  const isChange = ({ kind, cell, value }: { kind: string; cell: string; value: Value }): boolean => {
    const change = outcome.changes.find((one) => one.kind === kind && one.cell === cell);
    return change !== undefined && compareDecimals(amountIn(value), amountIn(change.old)) !== 0;
  };
  const placed = outcome.writes.map(({ kind, key, value }) => ({ kind, cell: padStateKey(key), value }));
  const lost = placed.find(
    (write, index) =>
      world.amounts.has(prefixId(write.kind, write.cell)) &&
      isChange(write) &&
      placed
        .slice(index + 1)
        .some(
          (later) =>
            later.kind === write.kind &&
            later.cell === write.cell &&
            compareDecimals(amountIn(later.value), amountIn(write.value)) !== 0,
        ),
  );
  return lost && world.attributes.get(prefixId(lost.kind, lost.cell));
}
