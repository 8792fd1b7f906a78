import { ADDRESS_LENGTH } from "../codec/address.js";
import type { Value, ValueList } from "../codec/value.js";
import { loadedParameter } from "../records/operator-calls.js";
import { hasCall, loads, type Call } from "./calls.js";
import type { Report } from "./report.js";
import type { Writing } from "./writing.js";

const HASHES: ReadonlySet<string> = new Set(["hash", "short_hash", "id_hash"]);

/** Checks what hashes are made of (PROTOCOL 7.31). */
export function checkHashes({ calls, writes, decisions, parameters }: Writing, report: Report): void {
  const names = parameters.map(({ name }) => name);
  const told = new Set<string>();
  for (const { operator, args, path } of calls) {
    if (operator === "eq") checkCommitment({ args, path }, { writes, decisions, names }, report);
    const [hashed] = args;
    const pair = HASHES.has(operator) ? joinedPair(hashed, decisions, parameters) : null;
    // A source builds the key of several cells at one place.
    if (pair !== null && !told.has(pair.join()))
      report(
        "HASH_OF_JOINED",
        path,
        `${pair.join(" and ")} are joined without a border: other values of them have the same hash.`,
      );
    if (pair !== null) told.add(pair.join());
  }
}

/** A hash of parameters that is compared with a cell: what the parameters were is shown only now. */
function checkCommitment(
  { args, path }: Pick<Call, "args" | "path">,
  { writes, decisions, names }: Pick<Writing, "writes" | "decisions"> & { readonly names: readonly string[] },
  report: Report,
): void {
  const hash = args.find((arg) => isCallOf(arg, HASHES));
  const cell = args.find(
    (arg) => arg !== hash && hasCall(arg, ({ operator }) => operator.startsWith("read_")),
  );
  if (hash === undefined || cell === undefined) return;
  const shown = names.filter((name) => loads(hash, name));
  if (shown.length === 0 || hasCall(hash, ({ operator }) => operator.startsWith("read_"))) return;
  const isSenderKnown = hasCall(
    decisions,
    (call) => call.operator === "eq" && call.args.some((arg) => loadedParameter(arg) === "from"),
  );
  if (!loads(hash, "from") && !isSenderKnown)
    report(
      "COMMITMENT_OPEN",
      path,
      "The hash does not hold from: another sender can copy it, and show the same.",
    );
  // A value that the code stores or computes with is shown for its own sake.
  const isSecret = (name: string): boolean =>
    !writes.some((write) => write.args.some((arg) => loads(arg, name)));
  if (!shown.some(isSecret))
    report(
      "COMMITMENT_OPEN",
      path,
      "The hash holds no secret: who tries the values that are likely finds it.",
    );
}

function isCallOf(value: Value, operators: ReadonlySet<string>): boolean {
  return hasCall(value, ({ operator, path }) => operators.has(operator) && /^\.\$\w+$/.test(path));
}

/** Two parameters that stand side by side in a text, both without a fixed length; otherwise null. */
function joinedPair(
  hashed: Value | undefined,
  decisions: readonly Value[],
  parameters: Writing["parameters"],
): readonly [string, string] | null {
  let found: readonly [string, string] | null = null;
  const isFixed = (name: string): boolean => {
    const definition = parameters.find((one) => one.name === name);
    if (definition === undefined) return name === "from" || name === "hash";
    const isAddress = definition.maxlength === ADDRESS_LENGTH;
    return definition.type !== "string" || (isAddress && isMeasured(decisions, name));
  };
  hasCall(hashed, ({ operator, args, path }) => {
    if (operator !== "concat" || !/^\.\$concat$/.test(path)) return false;
    const names = args.map((arg) => loadedParameter(arg));
    for (const [index, left] of names.entries()) {
      const right = names[index + 1];
      if (left === null || right === null || right === undefined || isFixed(left)) continue;
      if (!(isFixed(right) && index + 2 === names.length)) found ??= [left, right];
    }
    return true;
  });
  return found;
}

/** Whether decisions measure or match a parameter. */
function isMeasured(decisions: ValueList, name: string): boolean {
  return hasCall(
    decisions,
    ({ operator, args }) =>
      (operator === "strlen" || operator === "reg_match") &&
      args.some((arg) => loadedParameter(arg) === name),
  );
}
