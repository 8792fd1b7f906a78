import { compareDecimals, ZERO } from "../../codec/decimal.js";
import type { Ground, GroundChange, GroundOutcome } from "./ground.js";
import { difference, lostWrite, positive, risesOf, type Money } from "./money.js";
import { amountIn, prefixId, shortDecimal, sumOf, type FuzzedCode, type FuzzWorld } from "./world.js";
import { padStateKey, PREFIX_LENGTH } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";

/** The rules that every contract is expected to keep. */

/** `value`: value came from nothing. `stranger`: cells of another address changed. `machine`: the machine failed. */
const GENERAL_RULES = ["value", "stranger", "machine", "attribute"] as const;
type GeneralRule = (typeof GENERAL_RULES)[number];

export interface RuleBreach {
  readonly rule: GeneralRule;
  readonly sentence: string;
}

type AcceptedCall = GroundOutcome & { readonly status: "accepted" };

interface MadeCall {
  readonly code: FuzzedCode;
  readonly from: string;
  readonly outcome: AcceptedCall;
  /** After the call. */
  readonly ground: Ground;
  readonly money: Money;
  readonly owners: Owners;
  /** Whether calls lead to the state. Of a generated state, only what a call changes is judged. */
  readonly isReachable: boolean;
  /** Whether neither a code nor a cell named the sender before the call. */
  readonly isStranger: boolean;
  /** Whether the author says what is conserved: then the rules about sums are silent. */
  readonly isConserved: boolean;
  /** The same call again, at the same time. */
  readonly again: () => GroundOutcome;
}

/** Whether no code and no value of a cell names an address. */
export function isStranger({ named }: FuzzWorld, ground: Ground, address: string): boolean {
  if (named.has(address)) return false;
  for (const kind of ["universal", "local"] as const)
    for (const value of ground.cells(kind).values()) if (value === address) return false;
  return true;
}

/** The first rule that an accepted call broke; null when it kept all of them. */
export function findBreach(world: FuzzWorld, made: MadeCall): RuleBreach | null {
  const value = valueBreach(world, made);
  if (value !== null) return { rule: "value", sentence: value };
  const attribute = attributeBreach(world, made);
  if (attribute !== null) return { rule: "attribute", sentence: attribute };
  const cell = made.isStranger ? changeOfAnothers(world, made) : undefined;
  if (cell === undefined) return null;
  const name = world.attributes.get(prefixId(cell.kind, cell.cell)) ?? "a cell";
  return {
    rule: "stranger",
    sentence: `a stranger changes ${name} of another, and no condition compares who the sender is`,
  };
}

function valueBreach(world: FuzzWorld, made: MadeCall): string | null {
  const { code, outcome, money, isReachable, isConserved } = made;
  const { changes } = outcome;
  const isSilent = isConserved || code.guards.isIssuer;
  const risen = isSilent ? undefined : risesFromNothing(world, code, changes);
  if (risen !== undefined && paysAgain(world, made, risen))
    return `value from nothing: the sum of ${world.attributes.get(risen.id)} rises by ${shortDecimal(risen.rise)}`;
  const lost = lostWrite(world, outcome);
  if (lost !== undefined) return `a write is lost: two writes of one call change the same cell of ${lost}`;
  if (!isReachable) return null;
  const debt = changes.find(
    ({ kind, cell, new: value }) => world.positive.has(prefixId(kind, cell)) && amountIn(value).units < 0n,
  );
  if (debt !== undefined)
    return `below zero: ${world.attributes.get(prefixId(debt.kind, debt.cell))} falls to ${shortDecimal(amountIn(debt.new))}`;
  const excess = isSilent ? undefined : money.excess(changes);
  return excess === undefined ? null : `more than was put in: ${excess}`;
}

interface Risen {
  readonly id: string;
  readonly rise: ReturnType<typeof amountIn>;
}

/** An amount whose sum rises although no amount falls; otherwise undefined. */
function risesFromNothing(
  { holders, amounts }: FuzzWorld,
  code: FuzzedCode,
  changes: readonly GroundChange[],
): Risen | undefined {
  const rises = [...risesOf(changes, positive)].filter(([id]) => holders.has(id) || amounts.has(id));
  if (rises.some(([, { units }]) => units < 0n)) return undefined;
  const risen = rises.find(
    ([id, { units }]) =>
      units > 0n && (holders.size > 0 ? holders.has(id) : code.amounts.get(id)?.isAddedTo === true),
  );
  return risen && { id: risen[0], rise: risen[1] };
}

/** Whether the same call pays as much again at once: what it pays is then counted nowhere. */
function paysAgain(world: FuzzWorld, { code, again }: MadeCall, { id, rise }: Risen): boolean {
  const outcome = again();
  if (outcome.status !== "accepted") return false;
  const risen = risesFromNothing(world, code, outcome.changes);
  return risen?.id === id && compareDecimals(risen.rise, rise) >= 0;
}

/** What the author said of an attribute, and the call did not keep. */
function attributeBreach({ kinds, attributes }: FuzzWorld, { outcome }: MadeCall): string | null {
  for (const { kind, cell, old, new: value } of outcome.changes) {
    const id = prefixId(kind, cell);
    const said = kinds.get(id);
    const rise = difference(amountIn(value), amountIn(old));
    if ((said === "counter" || said === "maximum") && rise.units < 0n)
      return `${attributes.get(id)} is a ${said}, and falls by ${shortDecimal({ ...rise, units: -rise.units })}`;
    if ((said === "share" || said === "amount") && amountIn(value).units < 0n)
      return `${attributes.get(id)} is a${said === "share" ? " share" : "n amount"}, and falls below zero`;
  }
  return null;
}

/**
 * A changed cell of another address. Who compares the sender in a condition may change it, and so may who pays. After a
 * deadline anyone may, but not to gain.
 */
function changeOfAnothers(world: FuzzWorld, made: MadeCall): GroundChange | undefined {
  const { code, from, outcome, ground, owners } = made;
  const { guards } = code;
  const { changes } = outcome;
  if (guards.bySender) return undefined;
  const own = changes.filter(
    ({ kind, cell }) => world.amounts.has(prefixId(kind, cell)) && owners.isKeyOf(cell, from),
  );
  const gained = sumOf(own.map(({ old, new: value }) => difference(amountIn(value), amountIn(old))));
  if (guards.onSender && compareDecimals(gained, ZERO) < 0) return undefined;
  if (guards.byTime && compareDecimals(gained, ZERO) <= 0) return undefined;
  const others = world.senders.filter(({ address }) => address !== from);
  return changes.find((change) => {
    const isGift =
      world.holders.has(prefixId(change.kind, change.cell)) &&
      difference(amountIn(change.new), amountIn(change.old)).units >= 0n;
    return (
      !isGift &&
      !owners.isKeyOf(change.cell, from) &&
      others.some(({ address }) => owners.isOf(change, address, ground, changes))
    );
  });
}

/** The most hashes that are known at a time. */
const MOST_HASHES = 4096;

/** Knows whose a cell is: that of the address in its key, in what the key is a hash of, or in a cell of the same key. */
export class Owners {
  readonly #hashed = new Map<string, string>();

  /** Notes a hash with its text, in which known hashes are what they are made of. */
  learn(hashed: ReadonlyMap<string, string>): void {
    for (const [hash, text] of hashed) {
      if (this.#hashed.size >= MOST_HASHES) this.#hashed.clear();
      this.#hashed.set(
        keyOf(hash),
        text.replace(/[0-9a-f]{40,64}/g, (key) => `${key} ${this.#hashed.get(keyOf(key)) ?? ""}`),
      );
    }
  }

  /** Whether the key of a cell is an address, or a hash of it. */
  isKeyOf(cell: string, address: string): boolean {
    const key = cell.slice(PREFIX_LENGTH);
    return key === keyOf(address) || this.#hashed.get(key)?.includes(address) === true;
  }

  /** Whether a changed cell was that of an address before the call. */
  isOf(
    { cell, old }: GroundChange,
    address: string,
    before: Ground,
    changes: readonly GroundChange[],
  ): boolean {
    if (old === address || this.isKeyOf(cell, address)) return true;
    const key = cell.slice(PREFIX_LENGTH);
    // What stands under `00` is the whole contract's.
    if (/^0*$/.test(key)) return false;
    const oldOf = (kind: GroundChange["kind"], each: string, value: Value): Value => {
      const change = changes.find((one) => one.kind === kind && one.cell === each);
      return change === undefined ? value : change.old;
    };
    for (const kind of ["universal", "local"] as const)
      for (const [each, value] of before.cells(kind))
        if (each.endsWith(key) && oldOf(kind, each, value) === address) return true;
    return false;
  }
}

function keyOf(text: string): string {
  return padStateKey("0".repeat(PREFIX_LENGTH) + text).slice(PREFIX_LENGTH);
}
