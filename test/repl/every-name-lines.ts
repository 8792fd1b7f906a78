/** A line of every name of the console, in the order of one session. A later line uses what an earlier one declared. */

export interface NameLine {
  readonly name: string;
  /** What is typed; several lines are entered one after the other. */
  readonly line: string;
  /** What the answer contains. */
  readonly shows: string | RegExp;
  /** The code of the error that a development node answers with. */
  readonly error?: string;
}

const HASH = /^'[0-9a-f]{64}'$/m;
const SHORT_HASH = /^'[0-9a-f]{40,44}'$/m;
const TIME_HASH = /^'[0-9a-f]{78}'$/m;
const STOCK = `{ name: "Stock", kind: "request", version: "1", space: "shop"`;

/** At a development node. `FILE` is a path that is free. */
export const NODE_LINES: readonly NameLine[] = [
  { name: "hash", line: "hash({ a: 1 })", shows: HASH },
  { name: "shortHash", line: "shortHash('a')", shows: SHORT_HASH },
  { name: "idHash", line: "idHash('a')", shows: SHORT_HASH },
  { name: "timeHash", line: "timeHash('a', 1n)", shows: TIME_HASH },
  { name: "keyPair", line: "pair = keyPair()", shows: "privateKey" },
  { name: "address", line: "address(pair.publicKey) === pair.address", shows: "true" },
  { name: "spaceId", line: "await spaceId((await keys.show('alice')).address, 'shop')", shows: HASH },
  { name: "coins", line: "coins('1.5')", shows: "'1500000000000000000'" },
  { name: "decimal", line: "decimal('0.1').add('0.2').toString()", shows: "'0.3'" },
  { name: "JSON.stringify", line: "JSON.stringify({ a: 1n }, null, 2)", shows: '"a": 1' },
  { name: "op.", line: "op.gte(1, 2)", shows: "$gte" },
  { name: "_", line: "6 * 7\r_ + 1", shows: "43" },
  { name: "_error", line: "nothing.there\r_error.message", shows: "nothing is not defined", error: "" },
  { name: "print", line: "print('shown')", shows: "'shown'" },
  { name: ".all", line: "6 * 9\r.all", shows: /54[^]*54/ },
  { name: ".more", line: "Array.from({ length: 150 }, (_, i) => i + 5000)\r.more", shows: "5149" },
  { name: ".help", line: ".help $add", shows: "$add" },
  { name: ".editor", line: ".editor\r6 *\r8\r\u0004", shows: "48" },
  { name: ".save", line: ".save FILE", shows: "Written to" },
  { name: ".export", line: ".export FILE.mjs", shows: "Written to" },
  { name: ".record", line: ".record FILE.test.mjs", shows: "Written to" },
  { name: ".time", line: ".time\r.time", shows: "is not shown" },
  // It ends with the first failure, as with Ctrl-C.
  { name: ".watch", line: ".watch (print('watched'), stop)", shows: /'watched'[^]*stop is not/, error: "" },
  { name: ".height", line: ".height", shows: "main" },
  { name: ".accounts", line: ".accounts", shows: "alice" },
  { name: "chain.info", line: "chain.info()", shows: "last_block" },
  { name: "chain.height", line: "await chain.height() > 0", shows: "true" },
  { name: "chain.block", line: "chain.block('latest')", shows: "blockhash" },
  {
    name: "chain.blocks",
    line: "(await chain.blocks({ height: 2, count: 2 })).map(({ height }) => height)",
    shows: "[ 1, 2 ]",
  },
  { name: "chain.resourceHeight", line: "await chain.resourceHeight() >= 0", shows: "true" },
  { name: "chain.resourceBlock", line: "chain.resourceBlock(1)", shows: "null" },
  { name: "chain.resourceBlocks", line: "chain.resourceBlocks({ count: 1, page: 1 })", shows: "[]" },
  { name: "chain.balance", line: "await chain.balance('alice') > 0n", shows: "true" },
  { name: "chain.resource", line: "await chain.resource('bob') ?? 'none'", shows: /^('none'|'?\d+'?n?)$/m },
  { name: "chain.state", line: "chain.state('local', 'ab'.repeat(33))", shows: "null" },
  { name: "chain.request", line: "chain.request('GetBalance', { address: 'alice' })", shows: "balance" },
  { name: "chain.rootSpace", line: "chain.rootSpace()", shows: HASH },
  { name: "chain.validators", line: "chain.validators()", shows: "[" },
  {
    name: "chain.watch",
    line: "watch = chain.watch(({ height }) => print('watched ' + height))",
    shows: "watches new blocks",
  },
  {
    name: "tx.build",
    line: "built = await tx.build('Send', (await keys.show('alice')).address, { to: 'bob', amount: '1' })",
    shows: "timestamp",
  },
  { name: "tx.sign", line: "signed = await tx.sign(built, 'alice')", shows: "signature" },
  { name: "tx.weight", line: "await tx.weight(signed) > 0n", shows: "true" },
  { name: "tx.trace", line: "tx.trace(signed)", shows: "result" },
  {
    name: "tx.send",
    line: "sent = await tx.send('Send', { to: 'bob', amount: '2' }, 'alice')",
    shows: TIME_HASH,
  },
  { name: "tx.wait", line: "tx.wait(sent, 60)", shows: "public_key" },
  { name: "tx.get", line: "(await tx.get(sent)).transaction.get('amount')", shows: "'2'" },
  { name: "tx.list", line: "(await tx.list({ count: 1, page: 1 }))[0].hash === sent", shows: "true" },
  { name: "tx.count", line: "await tx.count() > 0", shows: "true" },
  { name: "code.list", line: "code.list()", shows: "GetBalance" },
  { name: "code.get", line: "code.get('Send', { kind: 'contract' })", shows: "updates" },
  { name: "code.count", line: "code.count()", shows: "contracts" },
  {
    name: "code.call",
    line: "code.call('GetBalance', { address: 'alice' }, { from: 'alice' })",
    shows: "balance",
  },
  { name: "code.eval", line: "code.eval(op.add('1', '2'))", shows: "'3'" },
  { name: "code.classic", line: `classic = code.classic(${STOCK}, response: { n: 1 } })`, shows: "nonce" },
  { name: "code.check", line: "code.check(classic)", shows: "[" },
  { name: "code.register", line: "code.register(classic, 'alice')", shows: "id" },
  { name: "code.method", line: `method = code.method(${STOCK}, response: { n: 1 } })`, shows: "m: '0.2.0'" },
  { name: "code.publish", line: "code.publish(method, 'alice')", shows: "id" },
  { name: "keys.list", line: "keys.list()", shows: "alice" },
  { name: "keys.show", line: "keys.show('alice')", shows: "address" },
  { name: "keys.default", line: "keys.default()", shows: "alice" },
  { name: "keys.new", line: "keys.new('trent')\rsecret\rsecret", shows: "trent" },
  { name: "peers.list", line: "peers.list()", shows: "[]" },
  { name: "peers.known", line: "peers.known()", shows: "[]" },
  {
    name: "peers.add",
    line: "peers.add('node.example.org:9900')",
    shows: "without peers",
    error: "PEERS_OFF",
  },
  {
    name: "peers.remove",
    line: "peers.remove('node.example.org:9900')",
    shows: "without peers",
    error: "PEERS_OFF",
  },
  {
    name: "peers.ban",
    line: "peers.ban('node.example.org:9900', 1)",
    shows: "without peers",
    error: "PEERS_OFF",
  },
  {
    name: "peers.unban",
    line: "peers.unban('node.example.org:9900')",
    shows: "without peers",
    error: "PEERS_OFF",
  },
  { name: "peers.bans", line: "peers.bans()", shows: "[]" },
  { name: "node.info", line: "node.info()", shows: "last_block" },
  { name: "node.ping", line: "node.ping()", shows: "" },
  { name: "node.status", line: "node.status()", shows: "pid" },
  { name: "node.round", line: "node.round()", shows: "block" },
  { name: "node.resourceRound", line: "node.resourceRound()", shows: "block" },
  { name: "node.broadcast", line: "node.broadcast()", shows: "transactions" },
  { name: "node.mine", line: "node.mine()", shows: /^\d+$/m },
  { name: "node.mining", line: "node.mining.status()", shows: "hash_rate" },
  { name: ".step", line: ".step HASH\rq", shows: "the state after block" },
  { name: ".trace", line: ".trace HASH", shows: "result" },
  { name: ".why", line: ".why HASH", shows: "committed" },
  { name: "trace", line: "trace(sent)", shows: "result" },
  { name: "at", line: "at(2)", shows: "the chain after main block 2" },
  { name: "whatIf", line: "whatIf(built, { state: { balance: { alice: '5' } } })", shows: "result" },
  { name: "diff", line: "diff(1, 2)", shows: "transaction_count" },
  { name: "why", line: "why(sent)", shows: "committed" },
  { name: ".load", line: ".load FILE", shows: "43" },
  { name: ".clear", line: ".clear", shows: "All declarations are removed" },
];

/** In a sandbox. */
export const SANDBOX_LINES: readonly NameLine[] = [
  { name: "sandbox.accounts", line: "sandbox.accounts", shows: "privateKey" },
  { name: "sandbox.snapshot", line: "saved = await sandbox.snapshot()", shows: /^\d+$/m },
  { name: "sandbox.fund", line: "sandbox.fund(sandbox.accounts[0].address, '5')", shows: "" },
  { name: "sandbox.mine", line: "sandbox.mine(1)", shows: "" },
  { name: "sandbox.mineResource", line: "sandbox.mineResource(1)", shows: "" },
  { name: "sandbox.warp", line: "sandbox.warp(60)", shows: "" },
  { name: "sandbox.impersonate", line: "sandbox.impersonate(sandbox.accounts[1].address)", shows: "" },
  { name: "sandbox.refusalOf", line: `await sandbox.refusalOf('${"0".repeat(78)}')`, shows: "null" },
  { name: "sandbox.revert", line: "sandbox.revert(saved)", shows: "" },
];
