import { expect } from "chai";
import { KEPT_PROGRAM_BYTES } from "../../src/ledger/code-registry.js";
import { KEPT_TEXT_BYTES } from "../../src/ledger/code-texts.js";
import { KEPT_PATTERN_BYTES } from "../../src/vm/pattern.js";
import { KEPT_KEY_BYTES } from "../../src/vm/scope.js";
import { keptCollections } from "../support/kept-collections.js";
import { readSources } from "../support/read-sources.js";

/** The rooms of a running node. */
const ROOMS = [
  "codec",
  "base",
  "records",
  "vm",
  "system",
  "store",
  "ledger",
  "replay",
  "consensus",
  "peers",
  "data",
  "api",
  "ops",
  "readers",
  "signer",
  "node",
  "dev",
  "rpc",
];
const [KB, MB] = [1024, 1_048_576];
/** The main thread, those of the machine and that of replays run contracts. */
const MACHINE_THREADS = 7;
/** What all of it may take beside the code, the connections and the work under way. */
const MOST = 256 * MB;

/** What lives as long as a node: the most bytes, and why there are no more. */
const OF_NODE: Readonly<Record<string, readonly [bytes: number, why: string]>> = {
  "codec/json-tokens.ts #digits": [0, "a part of the text that is being read, which has its own bound"],
  "codec/primitives.ts cachedKeys": [8 * MB, "8,192 keys"],
  "codec/primitives.ts cachedPrivateKeys": [64 * KB, "32 keys"],
  "consensus/conflicting-statements.ts #conflicts": [64 * KB, "64"],
  "consensus/interval.ts #intervals": [4 * MB, "8,192"],
  "consensus/interval.ts #shares": [4 * MB, "a signer for each place of the pool"],
  "consensus/miner/miner.ts #samples": [64 * KB, "the last seconds"],
  "consensus/miner/miner.ts #threads": [64 * KB, "one for each processor; their heaps are apart"],
  "consensus/receipt-book.ts #rounds": [48 * MB, "8,192 receipts of at most 4,096 characters"],
  "consensus/receipt-ranks.ts #slots": [64 * KB, "the validators and miners of the resource chain's window"],
  "consensus/resource-maker.ts #jobs": [4 * MB, "jobs on one parent that have not expired"],
  "consensus/round-book.ts #chunks": [4 * MB, "one for each validator"],
  "consensus/round-book.ts #hypotheses": [1 * MB, "one for each validator"],
  "consensus/round-book.ts #votes": [0, "those of the hypotheses"],
  "consensus/round-news.ts #seen": [512 * KB, "8,192 ids"],
  "consensus/round-news.ts #waiters": [512 * KB, "as many as streams"],
  "consensus/signing-memory.ts #notes": [128 * KB, "256"],
  "signer/wire.ts #pieces": [
    16 * KB,
    "an answer of at most 16,384 bytes; the process of a signer keeps requests",
  ],
  "ledger/slots-at.ts #pending": [64 * KB, "64 look-ups"],
  "ledger/slots-at.ts #terms": [64 * KB, "8 lists of slots"],
  "ledger/code-registry.ts kept": [2 * KEPT_PROGRAM_BYTES, "in the main thread and that of replays"],
  "ledger/code-texts.ts kept": [KEPT_TEXT_BYTES, "the rest is in a file"],
  "base/clock/virtual-clock.ts #tasks": [0, "no clock of a node"],
  "api/events/chain-feed.ts #answers": [16 * MB, "64 of at most 131,072 characters"],
  "api/events/event-hub.ts #facts": [16 * MB, "bounded in bytes"],
  "api/events/event-hub.ts #peers": [64 * KB, "the neighbours"],
  "api/exploring/explorations.ts #underWay": [64 * KB, "64 questions"],
  "ops/health/disk-forecast.ts #samples": [64 * KB, "one an hour of a week"],
  "ops/health/health.ts #states": [64 * KB, "one for each check"],
  "base/listeners.ts #listeners": [1 * MB, "one for each stream or waiting caller"],
  "consensus/losses.ts #slices": [KB, "the slices of a minute"],
  "ops/metrics/metric.ts #counts": [1 * MB, "labels from fixed lists"],
  "ops/metrics/metric.ts #distributions": [1 * MB, "labels from fixed lists"],
  "data/keys/command-key.ts told": [4 * KB, "the programs that the command line and a project's file name"],
  "dev/dev-actions.ts #kept": [8 * MB, "100 of at most 65,536 bytes; development nodes alone"],
  "node/submissions.ts #dropped": [5 * MB, "bounded in bytes"],
  "node/submissions.ts #own": [4 * MB, "16,384 hashes"],
  "consensus/transaction-pool.ts #left": [2 * MB, "8,192 hashes"],
  "peers/collector.ts #again": [64 * KB, "512 ids"],
  "peers/collector.ts #asked": [64 * KB, "512 ids for each neighbour that is being asked"],
  "peers/collector.ts #refused": [2 * MB, "8,192 hashes"],
  "peers/collector.ts #told": [0, "64 hosts, with the ids below"],
  "peers/kept-statements.ts #chunks": [2 * MB, "12, with at most 2,048 hashes each"],
  "peers/kept-statements.ts #hypotheses": [64 * KB, "12"],
  "peers/receipt-gathering.ts #asked": [256 * KB, "512 hosts"],
  "peers/sync/announced-blocks.ts #refused": [64 * KB, "64 hashes"],
  "peers/sync/sync.ts #toAsk": [0, "the hosts that the operator named"],
  "peers/sync/told-tips.ts #asked": [128 * KB, "512 hosts"],
  "peers/sync/told-tips.ts #own": [64 * KB, "128 hashes"],
  "peers/sync/told-tips.ts #told": [256 * KB, "512 hosts"],
  "peers/told-news.ts #later": [256 * KB, "64 ids for each of 64 hosts"],
  "peers/told-news.ts #refused": [1.5 * MB, "256 ids for each of 64 hosts"],
  "peers/told-news.ts #wanted": [5 * MB, "1,024 ids for each of 64 hosts"],
  "peers/forwarding/forward-line.ts #waiting": [1 * MB, "4,096 of the pool's transactions"],
  "peers/forwarding/forwarder.ts #lines": [64 * KB, "32"],
  "peers/sync/announced-blocks.ts #open": [64 * KB, "a block for each neighbour"],
  "peers/sync/commit-times.ts #times": [64 * KB, "the blocks of 15 seconds"],
  "peers/sync/named-first.ts #lags": [64 * KB, "the neighbours"],
  "peers/sync/named-first.ts #good": [64 * KB, "64"],
  "peers/sync/peer-backoff.ts #pauses": [64 * KB, "64"],
  "peers/sync/refused-blocks.ts #refusals": [64 * KB, "8"],
  "peers/sync/sync.ts #compared": [64 * KB, "the neighbours"],
  "peers/sync/sync.ts #statuses": [64 * KB, "the neighbours"],
  "peers/sync/waiting-branches.ts #branches": [64 * KB, "the neighbours"],
  "peers/tracking/check-schedule.ts #callers": [64 * KB, "64"],
  "peers/tracking/check-schedule.ts #trying": [64 * KB, "the hosts that are checked at once"],
  "peers/tracking/check-schedule.ts #warned": [64 * KB, "the operator's hosts"],
  "peers/tracking/clock-offsets.ts #named": [64 * KB, "the operator's hosts"],
  "peers/tracking/clock-offsets.ts #others": [64 * KB, "64"],
  "peers/tracking/clock-offsets.ts #slots": [64 * KB, "the slots"],
  "peers/tracking/ring.ts #roundTrips": [256 * KB, "256 hosts, 8 times each"],
  "peers/tracking/failures.ts #counts": [2 * MB, "2,048 hosts"],
  "peers/tracking/host-places.ts #counts": [1 * MB, "the networks of the known hosts"],
  "peers/tracking/host-records.ts #counts": [64 * KB, "the kinds of failure"],
  "peers/tracking/host-records.ts #entries": [1 * MB, "1,024 hosts"],
  "peers/tracking/known-hosts.ts #origins": [512 * KB, "512 hosts"],
  "peers/tracking/known-hosts.ts #shares": [512 * KB, "512 hosts"],
  "peers/tracking/neighbour-poll.ts #asked": [64 * KB, "four for each neighbour"],
  "peers/tracking/peer-table.ts #beside": [64 * KB, "the operator's hosts"],
  "peers/tracking/peer-table.ts #peers": [1 * MB, "512"],
  "peers/tracking/peer-table.ts #proven": [512 * KB, "the known hosts"],
  "peers/tracking/reputation.ts #triesLeft": [64 * KB, "64"],
  "peers/transport/answers-under-way.ts blockAnswers": [16 * KB, "an entry for each question for blocks"],
  "peers/transport/answers-under-way.ts underWay": [
    48 * KB,
    "an entry for each question to a peer; the answers are work under way",
  ],
  "peers/transport/host-addresses.ts #known": [1 * MB, "1,024 names"],
  "peers/transport/host-addresses.ts #pending": [64 * KB, "the names that are resolved at once"],
  "replay/known-codes.ts #kept": [0, "copies of references to the registered codes, of 4 heights"],
  "rpc/byte-budget.ts #ofCaller": [1 * MB, "the callers of large bodies and long answers"],
  "rpc/callers.ts #named": [1 * MB, "the connections"],
  "rpc/callers.ts #warnings": [64 * KB, "the messages, of which there are a few"],
  "rpc/connection-gate.ts #connections": [4 * MB, "the connections"],
  "rpc/connection-gate.ts #held": [1 * MB, "the callers of the connections"],
  "rpc/connection-gate.ts #refused": [1 * MB, "a limit of the server"],
  "node/awaited-fates.ts #waiting": [512 * KB, "as many as streams"],
  "rpc/connection-gate.ts #released": [1 * MB, "the streams"],
  "rpc/event-streams.ts #counts": [1 * MB, "the callers of the streams"],
  "rpc/event-streams.ts #open": [1 * MB, "the streams"],
  "store/postgres/connection.ts names": [256 * KB, "the statements of the source"],
  "store/sqlite/calls.ts #remembered": [4 * MB, "64 codes"],
  "store/sqlite/node-worker.ts prepared": [256 * KB, "the statements of the source"],
  "vm/pattern.ts kept": [MACHINE_THREADS * KEPT_PATTERN_BYTES, "bounded in bytes"],
  "vm/scope.ts kept": [MACHINE_THREADS * KEPT_KEY_BYTES, "bounded in bytes"],
};

/** What the chain or the work under way bounds, by the bound. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  "the codes of the chain, by keys of bounded length": [
    "ledger/code-registry.ts #codes",
    "ledger/code-registry.ts #kinds",
    "ledger/code-registry.ts #namesakes",
  ],
  "the limits of the pool": ["consensus/transaction-pool.ts #copies"],
  "the submissions under way, which the pool must have room for": [
    "consensus/admission.ts #alone",
    "consensus/batches.ts #waiting",
    "consensus/waiting-time.ts #waiting",
    "ledger/signatures/signature-threads.ts #asked",
    "ledger/signatures/signature-threads.ts #threads",
    "ledger/signatures/signature-threads.ts #waiting",
  ],
  "the requests under way, which have limits": [
    "ledger/machine/worker-pool.ts #idle",
    "ledger/machine/worker-pool.ts #threads",
    "ledger/machine/worker-pool.ts #waiting",
    "api/events/event-hub.ts #frames",
    "api/tracing/replay-thread.ts #waiting",
    "api/tracing/replay-worker.ts asking",
    "peers/transport/steady-calls.ts #waiting",
    "rpc/send-answer.ts waiting",
    "rpc/overload.ts #delayed",
    "store/sqlite/connection.ts #waiting",
    "store/sqlite/node-driver.ts #pending",
  ],
  "one run of the machine, whose work is bounded": [
    "vm/pattern-translate.ts #open",
    "vm/run-request.ts #answers",
    "vm/run-request.ts #keys",
    "vm/run.ts #attributes",
    "vm/run.ts #ownWrites",
    "vm/run.ts missing",
    "vm/trace.ts #open",
    "vm/trace.ts roots",
  ],
  "one block, batch, branch or sync": [
    "ledger/import/json-items.ts #parts",
    "ledger/working-state.ts #written",
    "ledger/working-state.ts updates",
    "peers/sync/claimed-work.ts #blockhashes",
    "peers/sync/sync-peers.ts #dismissed",
    "peers/sync/sync-peers.ts #members",
    "replay/remote/first-writes.ts writes",
    "store/overlay/overlay-cells.ts #below",
    "store/overlay/overlay-cells.ts #keys",
    "store/overlay/overlay-cells.ts #written",
  ],
  "what its own user does, on a development chain or in a tool": [
    "base/clock/warp-clock.ts #scheduled",
    "data/snapshot/wide-root.ts #levels",
    "dev/dev-actions.ts #snapshots",
    "dev/sandbox/sandbox-chain.ts #refusals",
    "dev/sandbox/sandbox-chain.ts #snapshots",
    "dev/sandbox/sandbox-state.ts #senders",
    "records/cell-names.ts #attributes",
  ],
  "a reader's own limits: a process without a chain": [
    "readers/projector/projector.ts #rivals",
    "readers/reader/places.ts #offers",
    "readers/reader/places.ts #returning",
    "readers/reader/places.ts #waiting",
    "readers/reader/reader-engine.ts #answers",
    "readers/reader/reader-health.ts #turns",
    "readers/reader/writer-watch.ts #heights",
    "readers/reader/writer-watch.ts #unknown",
  ],
};

/** In functions, where the search does not find them: the caches of addresses, recent cells, callers' rates, statements. */
const IN_FUNCTIONS_BYTES = 4 * MB + 20 * MB + 2 * MB + 256 * KB;

describe("What a running node keeps in memory", () => {
  const found = keptCollections(readSources(...ROOMS.map((room) => `src/${room}`)));

  it("has a bound and its reason for each collection: write a line here for a new one", () => {
    expect([...Object.keys(OF_NODE), ...Object.values(OTHERWISE).flat()].toSorted()).to.deep.equal(found);
  });

  it("has a bound in bytes for all together", () => {
    const bytes = Object.values(OF_NODE).reduce((sum, [most]) => sum + most, IN_FUNCTIONS_BYTES);
    expect(bytes).to.be.below(MOST);
  });
});

describe("The search for collections", () => {
  const find = (source: string): readonly string[] => keptCollections(new Map([["src/a.ts", source]]));

  it("finds those of modules and classes that may grow", () => {
    for (const line of [
      "const kept = new Map<string, string>();",
      "export const kept = new LRUCache<string, string>({",
      "const kept: Map<string, string> =\n  new Map();",
      "let kept: readonly string[] = [];",
      "const kept: string[] = [];",
      "  readonly kept = new Set<string>();",
      "  static readonly kept = { a: new Map(), b: new Map() };",
    ])
      expect(find(line), line).to.deep.equal(["a.ts kept"]);
    expect(find("  #kept: readonly string[] = [];")).to.deep.equal(["a.ts #kept"]);
  });

  it("passes over constants and what belongs to a call", () => {
    for (const line of [
      "const kept: ReadonlySet<string> = new Set([1]);",
      "const FIXED = new Set([1]);",
      "  const kept = new Map();",
      "  kept = new Map();",
    ])
      expect(find(line), line).to.deep.equal([]);
  });
});
