import { EMPTY, objectToValue, type Value } from "../codec/value.js";
import type { ChainQuery, ChainView } from "./chain-view.js";

/** A chain without blocks and codes, as a request reads it (PROTOCOL 7.36). `difficulty` is decimal text. */
export function createEmptyChain(difficulty: string): ChainView {
  const resource = { ...RESOURCE, difficulty };
  const blocks: EmptyBlocks = {
    resource: objectToValue({ ...resource, receipts: EMPTY }),
    resourceSummary: objectToValue({ ...resource, receipt_count: 0n }),
  };
  return { answer: (query) => answer(query, blocks) };
}

interface EmptyBlocks {
  readonly resource: Value;
  readonly resourceSummary: Value;
}

const MAIN = { height: 0n, s_timestamp: 0n, previous_blockhash: "", blockhash: "" };
const MAIN_SUMMARY = objectToValue({ ...MAIN, transaction_count: 0n });
const MAIN_BLOCK = objectToValue({
  ...MAIN,
  seal: EMPTY,
  transactions: EMPTY,
  universal_updates: EMPTY,
  local_updates: EMPTY,
});
const RESOURCE = {
  height: 0n,
  blockhash: "",
  previous_blockhash: "",
  nonce: "",
  timestamp: 0n,
  difficulty: "",
  main_height: 0n,
  main_blockhash: "",
  validator: "",
  miner: "",
};

function answer(query: ChainQuery, blocks: EmptyBlocks): Value {
  switch (query.operator) {
    case "get_block":
      return query.full ? MAIN_BLOCK : MAIN_SUMMARY;
    case "get_resource_block":
      return query.full ? blocks.resource : blocks.resourceSummary;
    case "list_block":
      return pageOf(query, MAIN_SUMMARY);
    case "list_resource_block":
      return pageOf(query, blocks.resourceSummary);
    case "list_code":
      return objectToValue({ contracts: EMPTY, requests: EMPTY });
    case "code_count":
      return objectToValue({ contracts: 0n, requests: 0n });
    case "block_count":
    case "transaction_count":
    case "resource_block_count":
      return 0n;
    default:
      return EMPTY;
  }
}

/** A page below 1 starts above the tip, where the recorded node finds the empty block. */
function pageOf(query: { readonly page: number; readonly count: number }, block: Value): Value {
  return query.page < 1 && query.count > 0 ? objectToValue({ "": block }) : EMPTY;
}
