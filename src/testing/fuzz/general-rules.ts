import { subtractDecimals, ZERO, type Decimal } from "../../codec/decimal.js";
import { padStateKey, PREFIX_LENGTH } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import type { Ground, GroundChange, GroundOutcome } from "./ground.js";
import { amountIn, prefixId, shortDecimal, sumOf, type FuzzedCode, type FuzzWorld } from "./world.js";

/** The rules that every contract is expected to keep. */

/** `value`: value came from nothing. `stranger`: cells of another address changed. `machine`: the machine failed. */
const GENERAL_RULES = ["value", "stranger", "machine"] as const;
type GeneralRule = (typeof GENERAL_RULES)[number];

interface RuleBreach {
  readonly rule: GeneralRule;
  readonly sentence: string;
}

interface MadeCall {
  readonly code: FuzzedCode;
  readonly from: string;
  readonly outcome: GroundOutcome;
  /** Whether neither a code nor a cell named the sender before the call. */
  readonly isStranger: boolean;
}

/** Whether no code and no value of a cell names an address. */
export function isStranger({ named }: FuzzWorld, ground: Ground, address: string): boolean {
  if (named.has(address)) return false;
  for (const kind of ["universal", "local"] as const)
    for (const value of ground.cells(kind).values()) if (value === address) return false;
  return true;
}

/** The first rule that a call broke; null when it kept all of them. */
export function findBreach(world: FuzzWorld, made: MadeCall, mints: ReadonlySet<string>): RuleBreach | null {
  const { outcome, code } = made;
  if (outcome.status === "broke")
    return { rule: "machine", sentence: `the machine fails: ${outcome.message.trim()}` };
  if (outcome.status !== "accepted" || !made.isStranger) return null;
  const value = mints.has(code.method.name) ? null : valueFromNothing(world, code, outcome.changes);
  if (value !== null) return { rule: "value", sentence: value };
  const cell = code.use.hasConditionOnSender
    ? undefined
    : changeOfAnothers(world, made.from, outcome.changes);
  if (cell === undefined) return null;
  const attribute = world.attributes.get(prefixId(cell.kind, cell.cell)) ?? "a cell";
  return {
    rule: "stranger",
    sentence: `a stranger changes ${attribute} of another, and no condition depends on the sender`,
  };
}

/**
 * The sum of an attribute that a code both increases and decreases must not rise. An attribute that a code only increases
 * may rise when another amount falls. Only amounts above zero count, because a debt is not a payment.
 */
function valueFromNothing(
  world: FuzzWorld,
  code: FuzzedCode,
  changes: readonly GroundChange[],
): string | null {
  const rises = new Map<string, Decimal>();
  for (const change of changes) {
    const id = prefixId(change.kind, change.cell);
    if (!world.amounts.has(id)) continue;
    const rise = subtract(positive(change.new), positive(change.old));
    rises.set(id, sumOf([rises.get(id) ?? ZERO, rise]));
  }
  const isPaidFor = [...rises.values()].some(({ units }) => units < 0n);
  for (const [id, rise] of rises) {
    const use = code.amounts.get(id);
    if (use === undefined || rise.units <= 0n) continue;
    const isMoved = use.isAddedTo && use.isTakenFrom;
    if (isMoved || (use.isAddedTo && !isPaidFor))
      return `value from nothing: the sum of ${world.amounts.get(id)} rises by ${shortDecimal(rise)}`;
  }
  return null;
}

/** Finds a changed cell of another address: its key is one, or its old value is one and its key is not the sender. */
function changeOfAnothers(
  { senders }: FuzzWorld,
  from: string,
  changes: readonly GroundChange[],
): GroundChange | undefined {
  const others = senders.filter(({ address }) => address !== from);
  return changes.find(
    ({ cell, old }) =>
      !isKeyedBy(cell, from) && others.some(({ address }) => old === address || isKeyedBy(cell, address)),
  );
}

function isKeyedBy(cell: string, address: string): boolean {
  return padStateKey(cell.slice(0, PREFIX_LENGTH) + address) === cell;
}

function positive(value: Value): Decimal {
  const amount = amountIn(value);
  return amount.units > 0n ? amount : ZERO;
}

function subtract(left: Decimal, right: Decimal): Decimal {
  return subtractDecimals(left, right, Math.max(left.scale, right.scale));
}
