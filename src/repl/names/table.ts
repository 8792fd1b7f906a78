import { OPERATORS } from "../../records/operators/table.js";
import { type ConsoleName, type NameGroup, defineNames } from "./name.js";

export const PAST_NAMES = defineNames("debug", {
  "state(kind, key)": "the value of a universal or local state key",
  "balance(address?)": "the balance in units",
  "resource(address?)": "the unrefined resource in units",
  "code(name, { kind, cid }?)": "the record of a code",
  "codes()": "the registered codes",
  "validators()": "the validator slots of the block",
  "miners()": "the addresses to which the slots' rewards are paid",
  "fixedHeight()": "the number of paid resource blocks",
});

/** The summaries by signature, in the groups of help. */
const SUMMARIES: Readonly<Record<NameGroup, Readonly<Record<string, string>>>> = {
  /** Hashes, identifiers and builders, which need no node. */
  general: {
    "hash(value)": "the protocol's SHA-256 hash of a value",
    "shortHash(value)": "the short hash of a value, 40 characters",
    "idHash(value)": "the short hash of a value with a checksum; an address is the id hash of a public key",
    "timeHash(value, timestampUs)":
      "the time followed by the hash of a value, as in hashes of transactions and blocks",
    "spaceId(writer, space, { raw }?)": "the id (cid) of a writer's space",
    "address(publicKey)": "the address of a public key",
    "keyPair(privateKey?)": "the key pair of a private key (default: a new one)",
    "coins(amount)": "an amount in coins, such as '1.5', in units; a coin is 10^18 units",
    "decimal(text | number | bigint)":
      "a decimal of decimal.js with 200 digits, truncated: add, sub, mul, div, cmp, toDP(places), toString",
    "JSON.stringify(value, null, indent?)": "the exact JSON of any value, including maps and large integers",
    "op.<operator>(...arguments)": "the call of a contract operator, such as op.gte(1, 2)",
  },
  session: {
    _: "the last result",
    _error: "the last error",
    "print(value)": "shows a value as a result, in loops and scripts",
    ".all": "shows the last result in full",
    ".more": "shows the next hundred lines of a long result",
    ".help [name]":
      "lists these names, the members of one, or an operator: .help $add; chain? is .help chain",
    ".editor": "enters several lines, run together with Ctrl-D",
    ".load <file>": "runs a file as if its lines were typed",
    ".save <file>": "saves the statements that succeeded, for .load",
    ".export <file>": "saves a script that prints the same results: chainnode repl <file>",
    ".record <file>": "saves a test that sends again what the session sent: chainnode code test <file>",
    ".clear": "removes all declarations",
    ".time": "turns the timing of statements on or off",
    ".exit": "leaves the console, as Ctrl-D does",
  },
  /** The chain and the actions on it. */
  chain: {
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
    "code.get(name | id, { kind, cid }?)": "the record of a registered code; cid is its space, as alice/art",
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
    "peers.remove(host)": "drops a peer of the local node, which may come back",
    "peers.ban(host, hours?)": "keeps a host away from the local node (default: without an end)",
    "peers.unban(host)": "lifts a ban of the local node",
    "peers.bans()": "the hosts that the local node has banned",
    "node.info()": "the node's tasks and last blocks",
    "node.ping()": "checks that the node answers",
    "node.status()": "the status of the local node: process, addresses, heights, pool",
    "node.round(height?)": "the round of the main chain (default: the current one)",
    "node.resourceRound(height?)": "the round of the resource chain (default: the current one)",
    "node.broadcast()": "what the node broadcasts in the current round",
    "node.mine()": "makes blocks of what waits on a local node that was started with --block-time off",
    "node.mining": "mining on the local node: status(), start() and stop()",
  },
  /** Functions that look back, and functions that only try. */
  debug: {
    ".watch <expression>": "shows an expression now and after each block, until Ctrl-C",
    ".step <hash>": "steps through a committed transaction, operator by operator",
    ".trace <hash>": "the same as trace(hash)",
    ".why <hash>": "the same as why(hash)",
    "trace(hash | tx)":
      "executes a transaction again as its block did, or on the current state: every operator with its value, and what stopped it",
    "at(height)": `the chain after that block: ${PAST_NAMES.map(({ signature }) => signature).join(", ")}`,
    "whatIf(tx, { state: { universal, local, balance, resource }, height }?)":
      "executes a transaction on a changed state, such as { state: { balance: { [address]: '5' } } }",
    "diff(from, to)":
      "the state cells that differ between two heights, by name; the table shortens codes, the result holds them in full",
    "why(hash | tx)": "where a transaction is: committed, pooled, refused, dropped, expired or unknown",
  },
  /** A private chain whose time stands still until it is advanced. */
  sandbox: {
    "sandbox.accounts":
      "the accounts of a development network, whose private keys are public; with --dev, the first is the default signer and a network manager",
    "sandbox.mine(rounds?)":
      "advances by a number of rounds (default: until the pool is empty); the pooled transactions of a round become its block. Ctrl-C stops between two blocks",
    "sandbox.mineResource(count?)":
      "advances by a number of resource intervals and mines a resource block after each (default: 1). Ctrl-C stops between two blocks",
    "sandbox.warp(seconds)": "advances the time",
    "sandbox.snapshot()": "saves time, pool and both chains, and returns a number",
    "sandbox.revert(number)": "restores a snapshot, any number of times",
    "sandbox.impersonate(address)": "a sender without its private key: .send(type, parameters?)",
    "sandbox.fund(address, amount)": "creates an amount in units for an address",
    "sandbox.refusalOf(hash)": "why a transaction was left out of a block",
  },
};

export const CONSOLE_NAMES: readonly ConsoleName[] = Object.entries(SUMMARIES).flatMap(([group, summaries]) =>
  defineNames(group as NameGroup, summaries),
);

export const NAME_GROUPS: ReadonlyMap<NameGroup, string> = new Map([
  ["general", "Hashes and builders"],
  ["session", "The session"],
  ["chain", "The chain"],
  ["debug", "Debugging"],
  ["sandbox", "The sandbox"],
]);

/** The topics of `.help` that are not names of the console: `operators`, and each operator. */
export function operatorTopics(): readonly string[] {
  return ["operators", ...[...OPERATORS.keys()].map((name) => `$${name}`)];
}
