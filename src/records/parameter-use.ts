import { isContainer, isList, isMap, valuesOf, type Value, type ValueList } from "../codec/value.js";
import type { Method } from "./code.js";
import { operatorCalls, loadedParameter } from "./operator-calls.js";
import { ADDRESS_LENGTH, ZERO_ADDRESS } from "../codec/address.js";

/** Finds out from a code's record, without running it, which parameters are addresses and which are amounts. */

const CELL_OPERATORS: ReadonlySet<string> = new Set([
  "$read_universal",
  "$read_local",
  "$write_universal",
  "$write_local",
]);
const HASHES: ReadonlySet<string> = new Set(["$hash", "$short_hash", "$id_hash"]);
/** How `isAddressText` of `chainnode/contract` checks an address. */
const ADDRESS_PATTERN = "/^[0-9a-f]{44}$/D";
const COMPARISONS: ReadonlySet<string> = new Set(["$eq", "$ne"]);
/** The parameter that holds the signer's address (PROTOCOL 14.1). */
const SIGNER = "from";
/** Operators whose result is an amount when their operands are amounts. */
const SUMS: ReadonlySet<string> = new Set(["$add", "$sub", "$precise_add", "$precise_sub"]);
/** The attributes of the root space that hold amounts of coins, in units (PROTOCOL 4.5). */
const AMOUNTS: ReadonlySet<Value | undefined> = new Set(["balance", "resource"]);

type Code = Pick<Method, "parameters" | "executions">;

interface AmountCode {
  readonly parameters: readonly { readonly name: string }[] | null;
  readonly executions: ValueList;
}

export interface ParameterUse {
  /** The parameters that are addresses: a user may give the name of a key instead. */
  readonly addresses: readonly string[];
  /** The parameters that are amounts of coins, in units. */
  readonly amounts: readonly string[];
}

/** What a code that nothing is known of uses its parameters as. */
export const NO_USE: ParameterUse = { addresses: [], amounts: [] };

/** Returns what a code uses its parameters as. Balances are only in cells of the network's own space. */
export function parameterUse(method: Method): ParameterUse {
  const isOwn = method.writer === ZERO_ADDRESS;
  return { addresses: addressParameters(method), amounts: isOwn ? amountParameters(method) : [] };
}

/**
 * Returns the names of the parameters that a code uses as addresses: required text of at most 44 bytes that, without any
 * change, is the key of a cell, is hashed alone or in a list, is compared with the signer's address, or must match the
 * pattern of addresses.
 */
export function addressParameters({ parameters, executions }: Code): readonly string[] {
  const used = new Set<string | null>();
  for (const [operator, operands] of operatorCalls(executions)) {
    const [left = null, right = null] = operands.slice(0, 2).map(loadedParameter);
    if (CELL_OPERATORS.has(operator)) used.add(right);
    if (HASHES.has(operator))
      for (const hashed of [operands[0], ...listIn(operands[0])]) used.add(loadedParameter(hashed));
    if (operator === "$reg_match" && operands[0] === ADDRESS_PATTERN) used.add(right);
    if (COMPARISONS.has(operator) && left === SIGNER) used.add(right);
    if (COMPARISONS.has(operator) && right === SIGNER) used.add(left);
  }
  return (parameters ?? [])
    .filter(
      ({ name, type, requirements, maxlength }) =>
        used.has(name) && type === "string" && requirements && maxlength === ADDRESS_LENGTH,
    )
    .map(({ name }) => name);
}

/** The parameters that a code of the root space adds to or subtracts from balances or resources. */
export function amountParameters({ parameters, executions }: AmountCode): readonly string[] {
  const amounts = new Set<string>();
  for (const [operator, operands] of operatorCalls(executions)) {
    if (operator === "$write_universal" && AMOUNTS.has(operands[0])) addSummands(operands[2], amounts);
  }
  return (parameters ?? []).map(({ name }) => name).filter((name) => amounts.has(name));
}

function addSummands(expression: Value | undefined, summands: Set<string>): void {
  const open = [expression];
  while (open.length > 0) {
    const next = open.pop();
    const name = loadedParameter(next);
    if (name !== null) summands.add(name);
    if (!isMap(next)) continue;
    for (const [operator, operands] of next)
      if (SUMS.has(operator) && isContainer(operands)) open.push(...valuesOf(operands));
  }
}

function listIn(value: Value | undefined): ValueList {
  return isList(value) ? value : [];
}
