import { defineNames } from "./name.js";

/** The chain and the actions on it. */
export const CHAIN_NAMES = defineNames("chain", {
  ".height": "the height and age of the last block of both chains",
  ".accounts": "the available keys with their addresses and balances",
  "chain.info()": "the node's tasks and the last block of both chains",
  "chain.height()": "the height of the main chain",
  "chain.block(height | hash | 'latest'?)": "a main block in full (default: the latest)",
  "chain.blocks({ height, count, order }?)": "summaries of the blocks up to a height (default: the latest)",
  "chain.resourceHeight()": "the height of the resource chain",
  "chain.resourceBlock(height | hash | 'latest'?)": "a resource block in full (default: the latest)",
  "chain.resourceBlocks({ count, page }?)": "summaries of resource blocks, newest first",
  "chain.balance(address?)": "the balance in units, or null (default: the default signer)",
  "chain.resource(address?)": "the unrefined resource in units (default: the default signer)",
  "chain.state(kind, key)": "the value of a universal or local state key and its height",
  "chain.request(type, parameters?, { raw }?)":
    "the answer to a system request or a registered request; with raw: true, names of keys are not replaced by addresses",
  "chain.rootSpace()": "the network's own space, which holds its system contracts",
  "chain.validators(height?)": "the validator slots after a height (default: the latest)",
  "chain.watch(listener?)":
    "new blocks: for await (const block of chain.watch()), or chain.watch(f) until .stop()",
  "tx.send(type, parameters, key?, { raw }?)":
    "builds, signs and sends a transaction and returns its hash; names of keys stand for addresses unless raw is true. tx.send(signed, { raw }?) sends a signed transaction",
  "tx.build(type, from, parameters?)": "an unsigned transaction with the current time",
  "tx.sign(transaction, key?)":
    "the signed transaction; key is a name in the keystore or a key pair (default: the default signer)",
  "tx.wait(hash, seconds?)":
    "waits until a block holds the transaction and returns its record (default: 60 seconds)",
  "tx.trace(hash | tx)": "the same as trace(hash | tx)",
  "tx.weight(signed)": "the weight of a signed transaction",
  "tx.get(hash)": "a transaction in a block, or null",
  "tx.list({ count, page }?, address?)": "transactions, newest first (default: of all addresses)",
  "tx.count()": "the number of transactions",
  "code.list()": "the registered codes, contracts before requests",
  "code.get(name | id, kind?)": "the record of a registered code",
  "code.count()": "the number of registered contracts and requests",
  "code.call(name | record, parameters?, { from, kind, cid, raw }?)":
    "runs a registered code or a record on the current state, without sending a transaction",
  "code.eval(expression, parameters?)": "the value of an expression, such as code.eval(op.add('1', '2'))",
  "code.classic({ name, kind, version, space, writer, parameters, conditions, updates | response })":
    "a record in the classic format, for code.register",
  "code.method({ name, kind, version, space, writer, parameters, conditions, updates | response })":
    "a record in the method format, for code.publish",
  "code.check(record)": "the findings on a record before it is registered",
  "code.register(record, key?)":
    "registers a record as a network manager and waits until the chain has it; in a sandbox, key may be sandbox.impersonate(address)",
  "code.publish(record, key?)":
    "publishes a record in a space of its writer and waits until the chain has it",
  "keys.list()": "the keys of the keystore",
  "keys.show(name?)": "a key by name or address (default: the default key)",
  "keys.default(name?)": "the default key; with a name, makes that key the default",
  "keys.new(name)": "creates a key; asks for its password",
  "peers.list()": "the node's peers",
  "peers.known()": "the hosts that the node knows",
  "peers.add(host)": "adds a peer to the local node",
  "node.info()": "the node's tasks and last blocks",
  "node.ping()": "checks that the node answers",
  "node.status()": "the status of the local node: process, addresses, heights, pool",
  "node.round(height?)": "the round of the main chain (default: the current one)",
  "node.resourceRound(height?)": "the round of the resource chain (default: the current one)",
  "node.broadcast()": "what the node broadcasts in the current round",
  "node.mining": "mining on the local node: status(), start() and stop()",
});
