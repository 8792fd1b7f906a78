import { isTruthy } from "../../codec/loose-order.js";
import { valueToText } from "../../codec/text.js";
import type { Value, ValueList } from "../../codec/value.js";
import type { BlockName } from "../chain-view.js";
import { executionFailed } from "../errors.js";
import { toLooseInteger } from "../operand.js";
import type { CHAIN_SPECS } from "../../records/operators/chain.js";
import { argument, type OperatorCall, type OperatorCalls } from "../operator.js";
import type { Run } from "../run.js";

/**
 * The chain operators of requests (PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39). The machine does no I/O: each operator reads
 * the `ChainView` and is null while the answer is not loaded. Pages and counts of any type are converted with
 * `toLooseInteger`.
 */
export const CHAIN_CALLS: OperatorCalls<typeof CHAIN_SPECS> = {
  get_block: getting("get_block"),
  list_block: listing("list_block"),
  block_count: counting("block_count"),
  get_transaction: getTransaction,
  list_transaction: (args, run) =>
    run.ask({ operator: "list_transaction", count: integerAt(args, 0, LIST_COUNT) }),
  transaction_count: counting("transaction_count"),
  get_code: getCode,
  list_code: listCode,
  code_count: counting("code_count"),
  list_universal: listUniversal,
  get_resource_block: getting("get_resource_block"),
  list_resource_block: listing("list_resource_block"),
  resource_block_count: counting("resource_block_count"),
  get_blocks: gettingFrom("get_blocks"),
  get_resource_blocks: gettingFrom("get_resource_blocks"),
};

/** The default and the maximum number of codes or cells on a page. */
const PAGE_COUNT = 50n;
const MAX_PAGE_COUNT = 100;
/** The default number of blocks or transactions on a page. */
const LIST_COUNT = 20n;

type Counting = "block_count" | "transaction_count" | "code_count" | "resource_block_count";

function getting(operator: "get_block" | "get_resource_block"): OperatorCall {
  return (args, run) =>
    run.ask({ operator, target: toBlockName(argument(args, 0)), full: isTruthy(argument(args, 1)) });
}

/** A target that is neither a number, text nor null becomes height 0, where there is no block. */
function toBlockName(target: Value): BlockName {
  if (target === null || typeof target === "string") return target;
  return typeof target === "bigint" || typeof target === "number" ? toLooseInteger(target) : 0;
}

function gettingFrom(operator: "get_blocks" | "get_resource_blocks"): OperatorCall {
  return (args, run) => {
    const from = Math.max(1, integerAt(args, 0, 1n));
    return run.ask({ operator, from, full: isTruthy(argument(args, 1)) });
  };
}

function listing(operator: "list_block" | "list_resource_block"): OperatorCall {
  return (args, run) => {
    const page = integerAt(args, 0, 1n);
    return run.ask({ operator, page, count: integerAt(args, 1, LIST_COUNT) });
  };
}

function counting(operator: Counting): OperatorCall {
  return (_, run) => run.ask({ operator });
}

function getTransaction(args: ValueList, run: Run): Value {
  const hash = argument(args, 0);
  return run.ask({ operator: "get_transaction", hash: typeof hash === "string" ? hash : null });
}

/** The empty text when the ctype is neither contract nor request. */
function getCode(args: ValueList, run: Run): Value {
  const ctype = argument(args, 0) ?? "contract";
  if (ctype !== "contract" && ctype !== "request") return "";
  return run.ask({ operator: "get_code", ctype, target: valueToText(argument(args, 1)) });
}

function listCode(args: ValueList, run: Run): Value {
  return run.ask({
    operator: "list_code",
    page: Math.max(1, integerAt(args, 0, 1n)),
    count: pageCountAt(args, 1),
  });
}

function listUniversal(args: ValueList, run: Run): Value {
  const attribute = argument(args, 0);
  if (attribute === null) throw executionFailed({ message: "$list_universal needs an attribute. " });
  const prefix = run.statePrefix(valueToText(attribute));
  const page = Math.max(0, integerAt(args, 1, 0n));
  return run.ask({ operator: "list_universal", prefix, page, count: pageCountAt(args, 2) });
}

function pageCountAt(args: ValueList, index: number): number {
  return Math.min(integerAt(args, index, PAGE_COUNT), MAX_PAGE_COUNT);
}

/** Larger than any height or page, and still exact when multiplied by a page's count. */
const FAR = 1e12;

function integerAt(args: ValueList, index: number, otherwise: bigint): number {
  const integer = toLooseInteger(argument(args, index) ?? otherwise);
  return Math.max(-FAR, Math.min(integer, FAR));
}
