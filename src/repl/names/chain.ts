import { defineNames } from "./name.js";

/** The chain, and what can be done with it. */
export const CHAIN_NAMES = defineNames("chain", {
  ".height": "the height and age of the last block of both chains",
  ".accounts": "the keys at hand, with their addresses and balances",
  "chain.info()": "what the node says of itself, with the last block of both chains",
  "chain.height()": "the height of the main chain",
  "chain.block(height | hash | 'latest'?)": "a main block, whole; the latest when left out",
  "chain.blocks({ height, count, order }?)": "the summaries of the blocks up to a height",
  "chain.resourceHeight()": "the height of the resource chain",
  "chain.resourceBlock(height | hash | 'latest'?)": "a resource block, whole; the latest when left out",
  "chain.resourceBlocks({ count, page }?)": "the summaries of resource blocks, newest first",
  "chain.balance(address?)":
    "the balance in the smallest unit, null while there is none; of whoever signs by default when left out",
  "chain.resource(address?)": "the resource amount in the smallest unit; likewise",
  "chain.state(kind, key)": "the value of a universal or local state key, with its height",
  "chain.request(type, parameters?, { raw }?)":
    "the answer to any request, of the system or registered; with raw: true names of keys stay text",
  "chain.rootSpace()": "the network's own space, where its system contracts are",
  "chain.validators(height?)": "who seals blocks after that height, a slot each",
  "chain.watch(listener?)":
    "new blocks: for await (const block of chain.watch()), or chain.watch(f) until .stop()",
  "tx.send(type, parameters, key?, { raw }?)":
    "builds, signs and sends it in one go, and answers its hash: where the contract takes an address, the name of a key will do, unless raw is true; tx.send(signed, { raw }?) sends what is signed",
  "tx.build(type, from, parameters?)": "a transaction of now, not yet signed",
  "tx.sign(transaction, key?)":
    "the same with a signature; a key is a name of the keystore or a pair of keys",
  "tx.wait(hash, seconds?)": "waits until a block holds it, and answers its record",
  "tx.trace(hash | tx)": "the same as trace(hash | tx)",
  "tx.weight(signed)": "what it would weigh",
  "tx.get(hash)": "a transaction in a block, null when none holds it",
  "tx.list({ count, page }?, address?)": "transactions, newest first; all, or those of an address",
  "tx.count()": "how many transactions the chain holds",
  "code.list()": "what is registered, contracts before requests",
  "code.get(name | id, kind?)": "the record of a registered code",
  "code.count()": "how many contracts and requests are registered",
  "code.call(name | record, parameters?, { from, kind, cid, raw }?)":
    "tries a call on the state of now, of a code that need not be registered; nothing is sent",
  "code.eval(expression, parameters?)":
    "the value of an expression by itself, such as code.eval(op.add('1', '2'))",
  "code.classic({ name, kind, version, space, writer, parameters, conditions, updates | response })":
    "a record of the classic format, for code.register",
  "code.method({ name, kind, version, space, writer, parameters, conditions, updates | response })":
    "the same of the method format, for code.publish",
  "code.check(record)": "what is wrong with a code before it is registered",
  "code.register(record, key?)":
    "registers a record as a network manager, and waits until the chain has it; in a sandbox also of sandbox.impersonate(address)",
  "code.publish(record, key?)":
    "publishes a record in a space of its writer, and waits until the chain has it",
  "keys.list()": "the keystore's keys",
  "keys.show(name?)": "one key by name or address, the default one when left out",
  "keys.default(name?)": "the default key, or makes another one that",
  "keys.new(name)": "a new key under a password that is asked for",
  "peers.list()": "the node's peers",
  "peers.known()": "the hosts it has heard of",
  "peers.add(host)": "makes the owner's own node try a host",
  "node.info()": "what the node says of itself",
  "node.ping()": "fails when no node answers",
  "node.status()": "the owner's own node: process, addresses, heights, pool",
  "node.round(height?)": "the round of the main chain",
  "node.resourceRound(height?)": "the round of the resource chain",
  "node.broadcast()": "what the node tells others of the open round",
  "node.mining": "status(), start() and stop() of the owner's own node",
});
