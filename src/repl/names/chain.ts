import { defineNames } from "./name.js";

/** The chain, and what may be done to it. */
export const CHAIN_NAMES = defineNames("chain", {
  ".height": "the height and age of the last block of both chains",
  ".accounts": "the keys at hand, with their addresses and balances",
  "chain.info()": "what the node says of itself, with the last block of both chains",
  "chain.height()": "the height of the main chain",
  "chain.block(height | hash?)": "a main block, whole; the latest when left out",
  "chain.blocks({ height, count, order }?)": "the summaries of the blocks up to a height",
  "chain.resourceHeight()": "the height of the resource chain",
  "chain.resourceBlock(height | hash?)": "a resource block, whole",
  "chain.resourceBlocks({ count, page })": "the summaries of resource blocks, newest first",
  "chain.balance(address)": "the balance in the smallest unit, null while there is none",
  "chain.resource(address)": "the resource amount in the smallest unit",
  "chain.state(kind, key)": "the value of a universal or local state key, with its height",
  "chain.request(type, parameters?)": "the answer to any request, of the system or registered",
  "tx.build(type, from, parameters?)": "a transaction of now, not yet signed",
  "tx.sign(transaction, key)": "the same with a signature",
  "tx.send(signed)": "sends it, and answers its hash",
  "tx.weight(signed)": "what it would weigh",
  "tx.get(hash)": "a transaction in a block, null when none holds it",
  "tx.list({ count, page }, address?)": "transactions, newest first; all, or those of an address",
  "tx.count()": "how many transactions the chain holds",
  "code.get(id, kind?)": "the record of a registered code, null when there is none",
  "code.list({ count, page })": "the texts of registered contracts and requests",
  "code.count()": "how many contracts and requests are registered",
  "code.check(record)": "what is wrong with a code before it is registered",
});
