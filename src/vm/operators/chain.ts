import { isTruthy } from "../../codec/loose-order.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueList } from "../../codec/value.js";
import type { ChainQuery } from "../chain-view.js";
import { executionFailure } from "../failure.js";
import { toLooseInteger } from "../loose-integer.js";
import { argument, type Operator } from "../operator.js";
import type { Run } from "../run.js";

/**
 * What requests ask the chain (PROTOCOL 7). The machine does no I/O: each operator asks the `ChainView`, and is null
 * while the answer is not loaded. Arguments of a wrong type count as the integer, text or boolean they loosely are.
 */
export const CHAIN: readonly Operator[] = [
  /** `$get_block: [target, full]`. */
  { name: "get_block", arity: [0, 2], call: getting("get_block") },
  /** `$list_block: [page, count, sort]`. */
  { name: "list_block", arity: [0, 3], call: listBlock },
  { name: "block_count", arity: [0, 0], call: counting("block_count") },
  /** `$get_transaction: [hash]`. */
  { name: "get_transaction", arity: [1, 1], call: getTransaction },
  /** `$list_transaction: [page, count, address]`. */
  { name: "list_transaction", arity: [0, 3], call: listTransaction },
  { name: "transaction_count", arity: [0, 0], call: counting("transaction_count") },
  /** `$get_code: [ctype, code id]`. */
  { name: "get_code", arity: [0, 2], call: getCode },
  /** `$list_code: [page, count]`. */
  { name: "list_code", arity: [0, 2], call: listing("list_code") },
  { name: "code_count", arity: [0, 0], call: counting("code_count") },
  /** `$list_universal: [attribute, page, count]`. */
  { name: "list_universal", arity: [1, 3], call: listUniversal },
  /** `$get_resource_block: [target, full]`. */
  { name: "get_resource_block", arity: [0, 2], call: getting("get_resource_block") },
  /** `$list_resource_block: [page, count]`. */
  { name: "list_resource_block", arity: [0, 2], call: listing("list_resource_block") },
  { name: "resource_block_count", arity: [0, 0], call: counting("resource_block_count") },
  /** `$get_blocks: [target, full]`. */
  { name: "get_blocks", arity: [0, 2], call: getting("get_blocks") },
  /** `$get_resource_blocks: [target, full]`. */
  { name: "get_resource_blocks", arity: [0, 2], call: getting("get_resource_blocks") },
];

const DEFAULT_PAGE = 1n;
const DEFAULT_COUNT = 20n;

type Getting = "get_block" | "get_resource_block" | "get_blocks" | "get_resource_blocks";
type Listing = "list_code" | "list_resource_block";
type Counting = "block_count" | "transaction_count" | "code_count" | "resource_block_count";

function getting(operator: Getting): Operator["call"] {
  return (args, run) =>
    run.ask({ operator, target: valueToText(argument(args, 0)), full: isTruthy(argument(args, 1)) });
}

function listing(operator: Listing): Operator["call"] {
  return (args, run) => run.ask({ operator, ...pageOf(args, 0) });
}

function counting(operator: Counting): Operator["call"] {
  return (_, run) => run.ask({ operator });
}

function listBlock(args: ValueList, run: Run): Value {
  return run.ask({
    operator: "list_block",
    ...pageOf(args, 0),
    sort: toLooseInteger(argument(args, 2) ?? 1n),
  });
}

function getTransaction(args: ValueList, run: Run): Value {
  return run.ask({ operator: "get_transaction", target: valueToText(argument(args, 0)) });
}

function listTransaction(args: ValueList, run: Run): Value {
  const address = valueToText(argument(args, 2));
  return run.ask({ operator: "list_transaction", ...pageOf(args, 0), address });
}

/** The empty text for a ctype that is neither contract nor request. */
function getCode(args: ValueList, run: Run): Value {
  const ctype = argument(args, 0) ?? "contract";
  if (ctype !== "contract" && ctype !== "request") return "";
  return run.ask({ operator: "get_code", ctype, target: valueToText(argument(args, 1)) });
}

function listUniversal(args: ValueList, run: Run): Value {
  const attribute = argument(args, 0);
  if (attribute === null) throw executionFailure("$list_universal needs an attribute. ");
  const prefix = run.statePrefix(valueToText(attribute));
  return run.ask({ operator: "list_universal", prefix, ...pageOf(args, 1) });
}

function pageOf(args: ValueList, index: number): Pick<ChainQuery & { operator: Listing }, "page" | "count"> {
  return {
    page: toLooseInteger(argument(args, index) ?? DEFAULT_PAGE),
    count: toLooseInteger(argument(args, index + 1) ?? DEFAULT_COUNT),
  };
}
