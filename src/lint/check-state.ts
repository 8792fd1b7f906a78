import { ADDRESS_LENGTH } from "../codec/address.js";
import { isContainer, isList, isMap, type Value, type ValueList } from "../codec/value.js";
import { MAX_STATE_VALUE_SIZE } from "../records/limits.js";
import { wouldMatch } from "../vm/pattern.js";
import { loadedParameter } from "../records/operator-calls.js";
import { hasCall, isSame, loads, type Call } from "./calls.js";
import type { Report } from "./report.js";
import { COMPARISONS, isChange, isOwnRead, SUMS, type Writing } from "./writing.js";

/** An address without its last two characters, which names the same cell when these are `00`. */
const SHORT_ADDRESS = "ab".repeat(ADDRESS_LENGTH / 2 - 1);

const TAKING: ReadonlySet<string> = new Set(["sub", "precise_sub"]);
/** Operators whose result holds their operands. */
const GROWING: ReadonlySet<string> = new Set(["concat", "encode_json"]);

/** Checks who can write which cells, and with which values (PROTOCOL 2.5, 2.8, 7.32, 7.33). */
export function checkState(writing: Writing, report: Report): void {
  checkSigner(writing, report);
  checkPairs(writing, report);
  checkAddresses(writing, report);
  checkAmounts(writing, report);
  checkLengths(writing, report);
  checkOverwritten(writing, report);
}

function checkSigner({ writes, decisions }: Writing, report: Report): void {
  const isDecided =
    loads(decisions, "from") || hasCall(decisions, ({ operator }) => operator === "sign_verify");
  const open = isDecided ? undefined : writes.find(({ args: [, key] }) => !loads(key, "from"));
  if (open !== undefined)
    report("SENDER_UNCHECKED", open.path, "No condition depends on the signer: anyone can write this cell.");
}

function checkPairs({ writes, decisions }: Writing, report: Report): void {
  for (const [index, later] of writes.entries()) {
    for (const earlier of writes.slice(0, index)) {
      if (later.operator !== earlier.operator || !isSame(later.args[0], earlier.args[0])) continue;
      if (areExclusive(earlier, later)) continue;
      if (isSame(later.args[1], earlier.args[1]))
        report(
          "CELL_WRITTEN_TWICE",
          later.path,
          `${earlier.path} writes the same cell: this write replaces it.`,
        );
      else if (isTransfer(earlier, later) && !areDistinct(earlier.args[1], later.args[1], decisions))
        report(
          "SELF_TRANSFER",
          later.path,
          `The key may be that of ${earlier.path}: this write then replaces it.`,
        );
    }
  }
}

function areExclusive(one: Call, other: Call): boolean {
  return [...one.branches].some(([path, branch]) => (other.branches.get(path) ?? branch) !== branch);
}

/** Whether both cells are changed by amounts, one of them downwards. */
function isTransfer(one: Call, other: Call): boolean {
  return (
    isChange(one) && isChange(other) && [one, other].some((call) => isChange(call, ["sub", "precise_sub"]))
  );
}

function areDistinct(one: Value | undefined, other: Value | undefined, decisions: readonly Value[]): boolean {
  if (!isContainer(one) && !isContainer(other)) return true;
  return hasCall(
    decisions,
    ({ operator, args: [left, right] }) =>
      operator === "ne" &&
      ((isSame(left, one) && isSame(right, other)) || (isSame(left, other) && isSame(right, one))),
  );
}

function checkAddresses({ calls, decisions, parameters, writes }: Writing, report: Report): void {
  if (writes.length === 0) return;
  for (const { name, type, maxlength, cases } of parameters) {
    if (type !== "string" || maxlength !== ADDRESS_LENGTH || cases !== null) continue;
    const use = calls.find(
      ({ operator, args: [, key, value] }) =>
        /^(?:read|write)_/.test(operator) &&
        (loadedParameter(key) === name || (operator.startsWith("write") && loadedParameter(value) === name)),
    );
    const isChecked = hasCall(decisions, (call) => fixesSpelling(call, name));
    if (use !== undefined && !isChecked)
      report(
        "ADDRESS_LENGTH",
        use.path,
        `The length of ${name} is not checked: the cell has other spellings.`,
      );
  }
}

/** Whether a call checks the length or the spelling of a parameter, or that it equals the value of a cell. */
function fixesSpelling({ operator, args }: Call, name: string): boolean {
  if (operator === "strlen") return args.some((arg) => loads(arg, name));
  if (operator === "reg_match") return refuses(args, name, SHORT_ADDRESS);
  if (operator !== "eq" || !args.some((arg) => loadedParameter(arg) === name)) return false;
  return args.some((arg) => hasCall(arg, (inner) => inner.operator.startsWith("read_")));
}

/** Whether a constant pattern, for a parameter, does not match a text that should be refused. */
function refuses([pattern, text]: ValueList, name: string, refused: string): boolean {
  return loadedParameter(text) === name && typeof pattern === "string" && !wouldMatch(pattern, refused);
}

function checkAmounts({ writes, decisions, parameters }: Writing, report: Report): void {
  for (const { name, cases } of parameters) {
    const use = writes.find(
      (write) =>
        isChange(write) &&
        hasCall(
          write.args[2],
          ({ operator, args }) => SUMS.has(operator) && args.some((arg) => loadedParameter(arg) === name),
        ),
    );
    const isCompared = hasCall(
      decisions,
      ({ operator, args }) =>
        (COMPARISONS.has(operator) &&
          args.some((arg) => loadedParameter(arg) === name) &&
          args.some((arg) => !isContainer(arg))) ||
        (operator === "reg_match" && refuses(args, name, "-1")),
    );
    if (use !== undefined && !isCompared && cases === null)
      report("AMOUNT_UNCHECKED", use.path, `${name} is not compared with a constant: it may be negative.`);
  }
}

function checkLengths({ writes, parameters }: Writing, report: Report): void {
  const lengths = new Map(parameters.map(({ name, maxlength }) => [name, maxlength]));
  for (const write of writes) {
    const value = write.args[2];
    const grows =
      (isList(value) && isOwnRead(value, write)) ||
      hasCall(
        value,
        ({ operator, args }) => GROWING.has(operator) && args.some((arg) => isOwnRead(arg, write)),
      );
    const loaded = isMap(value) ? loadedParameter(value) : null;
    if (grows) report("VALUE_TOO_LONG", write.path, "The value grows with each call until the cell is full.");
    else if (loaded !== null && (lengths.get(loaded) ?? 0) > MAX_STATE_VALUE_SIZE)
      report("VALUE_TOO_LONG", write.path, `${loaded} may have more than ${MAX_STATE_VALUE_SIZE} bytes.`);
  }
}

/** A cell that takes an amount from another cell, or the sender as its owner, although it may hold one already. */
function checkOverwritten({ writes, decisions }: Writing, report: Report): void {
  for (const write of writes) {
    const { operator, args, path } = write;
    const [, key, value] = args;
    const isTaken = writes.some((other) => takes(other, value));
    const isOwner = loadedParameter(value) === "from" && isContainer(key) && !loads(key, "from");
    if ((!isTaken && !isOwner) || isOwnRead(value, write)) continue;
    const family = operator.replace("write", "read");
    const isKnown = hasCall(
      [...decisions, ...writes.map((other) => other.args[2] ?? null)],
      (call) => call.operator === family && isSame(call.args[1], key),
    );
    if (!isKnown)
      report(
        "CELL_OVERWRITTEN",
        path,
        "What the cell holds is replaced unread: no condition reads a cell of its key.",
      );
  }
}

/** Whether a write takes an amount from its own cell. */
function takes(write: Call, amount: Value | undefined): boolean {
  return hasCall(
    write.args[2],
    ({ operator, args: [own, ...taken] }) =>
      TAKING.has(operator) &&
      isOwnRead(own, write) &&
      taken.some((each) => isContainer(each) && isSame(each, amount)),
  );
}
