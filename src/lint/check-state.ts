import { ADDRESS_LENGTH } from "../codec/address.js";
import { isContainer, isMap, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import { layoutOf } from "../records/code-layout.js";
import { MAX_STATE_VALUE_SIZE } from "../records/limits.js";
import { parseParameterDefinitions, type ParameterDefinition } from "../records/parameter.js";
import { wouldMatch } from "../vm/pattern.js";
import { loadedParameter } from "../records/operator-calls.js";
import { allCalls, hasCall, isSame, loads, type Call, type PlacedExpression } from "./calls.js";
import type { Report } from "./report.js";

const COMPARISONS: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte", "eq"]);
/** An address without its last two characters, which names the same cell when these are `00`. */
const SHORT_ADDRESS = "ab".repeat(ADDRESS_LENGTH / 2 - 1);
const SUMS: ReadonlySet<string> = new Set(["add", "sub", "precise_add", "precise_sub"]);

interface Writing {
  readonly writes: readonly Call[];
  /** The expressions that conditions and branches depend on. */
  readonly decisions: readonly Value[];
  readonly parameters: readonly ParameterDefinition[];
}

/** Checks who can write which cells, and with which values (PROTOCOL 2.5, 2.8, 7.32, 7.33). */
export function checkState(record: ValueMap, executions: readonly PlacedExpression[], report: Report): void {
  const calls = allCalls(executions);
  const writes = calls.filter(({ operator }) => operator.startsWith("write_"));
  const decisions = calls
    .filter(({ operator }) => operator === "condition" || operator === "if")
    .flatMap(({ args: [holds] }) => (holds === undefined ? [] : [holds]));
  const parameters = parseParameterDefinitions(record.get(layoutOf(record).parameters) ?? null) ?? [];
  const writing = { writes, decisions, parameters };
  checkSigner(writing, report);
  checkPairs(writing, report);
  checkAddresses(writing, calls, report);
  checkAmounts(writing, report);
  checkLengths(writing, report);
}

function checkSigner({ writes, decisions }: Writing, report: Report): void {
  const isDecided = decisions.some(
    (decision) => loads(decision, "from") || hasCall(decision, ({ operator }) => operator === "sign_verify"),
  );
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

/** Whether the written value is a sum of the cell's own value. */
function isChange(write: Call, operators: Iterable<string> = SUMS): boolean {
  const sums = new Set(operators);
  return hasCall(
    write.args[2],
    ({ operator, args }) => sums.has(operator) && args.some((arg) => isOwnRead(arg, write)),
  );
}

function isOwnRead(expression: Value | undefined, { operator, args }: Call): boolean {
  const read = operator.replace("write", "read");
  return hasCall(
    expression,
    (call) => call.operator === read && isSame(call.args[0], args[0]) && isSame(call.args[1], args[1]),
  );
}

function areDistinct(one: Value | undefined, other: Value | undefined, decisions: readonly Value[]): boolean {
  if (!isContainer(one) && !isContainer(other)) return true;
  return decisions.some((decision) =>
    hasCall(
      decision,
      ({ operator, args: [left, right] }) =>
        operator === "ne" &&
        ((isSame(left, one) && isSame(right, other)) || (isSame(left, other) && isSame(right, one))),
    ),
  );
}

function checkAddresses(
  { decisions, parameters, writes }: Writing,
  calls: readonly Call[],
  report: Report,
): void {
  if (writes.length === 0) return;
  for (const { name, type, maxlength, cases } of parameters) {
    if (type !== "string" || maxlength !== ADDRESS_LENGTH || cases !== null) continue;
    const use = calls.find(
      ({ operator, args }) => /^(?:read|write)_/.test(operator) && loadedParameter(args[1]) === name,
    );
    const isChecked = decisions.some((decision) => hasCall(decision, (call) => fixesSpelling(call, name)));
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
    const isCompared = decisions.some((decision) =>
      hasCall(
        decision,
        ({ operator, args }) =>
          (COMPARISONS.has(operator) &&
            args.some((arg) => loadedParameter(arg) === name) &&
            args.some((arg) => !isContainer(arg))) ||
          (operator === "reg_match" && refuses(args, name, "-1")),
      ),
    );
    if (use !== undefined && !isCompared && cases === null)
      report("AMOUNT_UNCHECKED", use.path, `${name} is not compared with a constant: it may be negative.`);
  }
}

function checkLengths({ writes, parameters }: Writing, report: Report): void {
  const lengths = new Map(parameters.map(({ name, maxlength }) => [name, maxlength]));
  for (const write of writes) {
    const value = write.args[2];
    const grows = hasCall(
      value,
      ({ operator, args }) => operator === "concat" && args.some((arg) => isOwnRead(arg, write)),
    );
    const loaded = isMap(value) ? loadedParameter(value) : null;
    if (grows) report("VALUE_TOO_LONG", write.path, "The value grows with each call until the cell is full.");
    else if (loaded !== null && (lengths.get(loaded) ?? 0) > MAX_STATE_VALUE_SIZE)
      report("VALUE_TOO_LONG", write.path, `${loaded} may have more than ${MAX_STATE_VALUE_SIZE} bytes.`);
  }
}
