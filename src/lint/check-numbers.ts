import { isContainer, type Value, type ValueList } from "../codec/value.js";
import { hasCall, isSame, loads, type Call, type PlacedExpression } from "./calls.js";
import type { Report } from "./report.js";
import { isChange, type Writing } from "./writing.js";

const S_US = 1_000_000n;
const MINUTE_US = 60n * S_US;
/** From where on a whole number of minutes is expected. */
const LONG_US = 10n * MINUTE_US;
/** The times in µs that a network can have: 2001 to 2286. */
const TIMES_US = { least: 10n ** 15n, most: 10n ** 16n };
export const MOST_SCALE = 10n;
const PRECISE = /^precise_(?:add|sub|mul|div)$/;
const ORDERS: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"]);

/** Checks scales, divisions, times and rewards (PROTOCOL 7.19, 7.20). */
export function checkNumbers(
  writing: Writing,
  executions: readonly PlacedExpression[],
  report: Report,
): void {
  for (const call of writing.calls) {
    checkScale(call, report);
    checkDivision(call, report);
    checkTime(call, report);
  }
  checkRewards(writing, executions, report);
}

/** The literal scale of a call, when it is above the greatest one; otherwise null. */
export function scaleAbove(operator: string, [, , scale]: ValueList): bigint | null {
  const given = PRECISE.test(operator) ? wholeOf(scale) : null;
  return given !== null && given > MOST_SCALE ? given : null;
}

function checkScale({ operator, args, path }: Call, report: Report): void {
  const given = scaleAbove(operator, args);
  if (given !== null)
    report("SCALE_TOO_LARGE", `${path}[2]`, `The scale ${given} counts as 0: the result is a whole number.`);
}

/** A whole quotient that is multiplied: the rest of the division is lost before it counts. */
function checkDivision({ operator, args, path }: Call, report: Report): void {
  if (operator !== "mul" && operator !== "precise_mul") return;
  const factors = operator === "mul" ? args : args.slice(0, 2);
  for (const [index, factor] of factors.entries())
    if (isWholeQuotient(factor))
      report(
        "DIVISION_TRUNCATED",
        `${path}[${index}]`,
        "The quotient is a whole number before it is multiplied.",
      );
}

function isWholeQuotient(value: Value): boolean {
  return hasCall(
    value,
    ({ operator, args, path }) =>
      /^\.\$\w+$/.test(path) &&
      ((operator === "div" && args.length > 1 && args.every((arg) => !isFraction(arg))) ||
        (operator === "precise_div" && (wholeOf(args[2]) ?? 0n) === 0n && !isContainer(args[2] ?? null))),
  );
}

/** Whether an operand certainly has decimals. */
function isFraction(value: Value): boolean {
  return (
    (typeof value === "string" && value.includes(".")) ||
    hasCall(value, ({ operator }) => PRECISE.test(operator))
  );
}

function checkTime({ operator, args, path }: Call, report: Report): void {
  const others = args.filter((arg) => !isTime(arg));
  if (others.length === args.length) return;
  for (const number of others.map(wholeOf)) {
    if (number === null || number <= 0n) continue;
    if (ORDERS.has(operator) && (number < TIMES_US.least || number > TIMES_US.most) && args.some(isNow))
      report("TIME_UNIT", path, `timestamp is in µs; ${number} is no time in µs.`);
    else if (/^(?:precise_)?(?:add|sub)$/.test(operator) && args.some(isNow) && !isDuration(number))
      report("TIME_UNIT", path, `timestamp is in µs; ${number} µs is no whole number of seconds or minutes.`);
    else if (ORDERS.has(operator) && !args.some(isNow) && !isDuration(number))
      report(
        "TIME_UNIT",
        path,
        `The difference is in µs; ${number} µs is no whole number of seconds or minutes.`,
      );
  }
}

function isNow(value: Value): boolean {
  return isSame(value, NOW);
}

const NOW: Value = new Map([["$load_param", ["timestamp"]]]);

/** Whether it is the time, or a difference from it. */
function isTime(value: Value): boolean {
  return (
    isNow(value) ||
    hasCall(
      value,
      ({ operator, args, path }) => path === `.$${operator}` && operator === "sub" && args.some(isNow),
    )
  );
}

function isDuration(us: bigint): boolean {
  return us % S_US === 0n && (us < LONG_US || us % MINUTE_US === 0n);
}

/** What is added for the time that has passed, without a last moment and without a cell from which it is taken. */
function checkRewards({ writes }: Writing, executions: readonly PlacedExpression[], report: Report): void {
  const isBounded = executions.some(({ expression }) => hasCall(expression, boundsTime));
  const isTaken = writes.some((write) => isChange(write, ["sub", "precise_sub"]));
  if (isBounded || isTaken) return;
  const reward = writes.find(
    (write) =>
      isChange(write, ["add", "precise_add"]) &&
      hasCall(
        write.args[2],
        ({ operator, args }) => operator.endsWith("mul") && args.some((value) => loads(value, "timestamp")),
      ),
  );
  if (reward !== undefined)
    report("REWARD_UNBOUNDED", reward.path, "The amount grows with the time, and nothing limits it.");
}

/** Whether a condition or branch says what happens from a time on. */
function boundsTime({ operator, args }: Call): boolean {
  const [holds, then, otherwise] = args;
  const isOrder = (names: readonly string[]): boolean =>
    hasCall(holds, (call) => names.includes(call.operator) && call.args.slice(0, 1).some(isNow)) ||
    hasCall(
      holds,
      (call) => names.includes(OPPOSITE.get(call.operator) ?? "") && call.args.slice(1, 2).some(isNow),
    );
  if (operator === "condition") return isOrder(["lt", "lte"]);
  if (operator !== "if") return false;
  return (
    (isOrder(["gt", "gte"]) && !loads(then, "timestamp")) ||
    (isOrder(["lt", "lte"]) && !loads(otherwise, "timestamp") && loads(then, "timestamp"))
  );
}

const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ["gt", "lt"],
  ["gte", "lte"],
  ["lt", "gt"],
  ["lte", "gte"],
]);

function wholeOf(value: Value | undefined): bigint | null {
  if (typeof value === "bigint") return value;
  return typeof value === "string" && /^[0-9]{1,18}$/.test(value) ? BigInt(value) : null;
}
