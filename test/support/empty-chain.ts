import { EMPTY, objectToValue, type Value } from "../../src/codec/value.js";
import type { ChainQuery, ChainView } from "../../src/vm/chain-view.js";

/** The chain that the recorded machine ran on: no block, no code, difficulty 4000. */
export const EMPTY_CHAIN: ChainView = { answer };

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
  difficulty: "4000",
  main_height: 0n,
  main_blockhash: "",
  validator: "",
  miner: "",
};
const RESOURCE_SUMMARY = objectToValue({ ...RESOURCE, receipt_count: 0n });
const RESOURCE_BLOCK = objectToValue({ ...RESOURCE, receipts: EMPTY });

function answer(query: ChainQuery): Value {
  switch (query.operator) {
    case "get_block":
      return query.full ? MAIN_BLOCK : MAIN_SUMMARY;
    case "get_resource_block":
      return query.full ? RESOURCE_BLOCK : RESOURCE_SUMMARY;
    case "list_block":
      return pageOf(query, MAIN_SUMMARY);
    case "list_resource_block":
      return pageOf(query, RESOURCE_SUMMARY);
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

/** A page before the first one starts above the tip, where the recorded node finds the empty block. */
function pageOf(query: { readonly page: number; readonly count: number }, block: Value): Value {
  return query.page < 1 && query.count > 0 ? objectToValue({ "": block }) : EMPTY;
}
