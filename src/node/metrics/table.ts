import type { Metric } from "./metric.js";
import { READER_METRICS } from "./reader-table.js";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The metrics of a node and of a reader, by their use in the code. The answer of `/metrics`, the dashboard and docs/metrics.md are
 * generated from this table.
 */
export const METRICS = {
  build: {
    name: "chainnode_build_info",
    type: "gauge",
    labels: ["version", "node"],
    help: "Always 1; the labels name the versions of chainnode and of Node.js.",
  },
  uptime: {
    name: "chainnode_uptime_seconds",
    type: "gauge",
    help: "Time since the process started.",
  },
  ready: {
    name: "chainnode_ready",
    type: "gauge",
    help: "1 while the node is ready, as /readyz tells, otherwise 0.",
  },
  check: {
    name: "chainnode_check_passed",
    type: "gauge",
    labels: ["check"],
    help: "1 while a health check passes, otherwise 0.",
  },
  mainHeight: {
    name: "chainnode_main_height",
    type: "gauge",
    help: "Height of the main chain.",
  },
  resourceHeight: {
    name: "chainnode_resource_height",
    type: "gauge",
    help: "Height of the resource chain.",
  },
  fixedHeight: {
    name: "chainnode_fixed_height",
    type: "gauge",
    help: "Height of the resource block up to which the chains are fixed.",
  },
  bestHeight: {
    name: "chainnode_best_known_height",
    type: "gauge",
    help: "Greatest main height that this node or a neighbour names; a neighbour may lie.",
  },
  headAge: {
    name: "chainnode_head_age_seconds",
    type: "gauge",
    help: "Age of the last main block. A chain without transactions makes no blocks.",
  },
  syncing: {
    name: "chainnode_syncing",
    type: "gauge",
    help: "1 while the node takes blocks from a peer.",
  },
  standingStill: {
    name: "chainnode_standing_still",
    type: "gauge",
    help: "1 while no validator may seal because the resource chain is too old.",
  },
  slots: {
    name: "chainnode_validator_slots",
    type: "gauge",
    labels: ["holder"],
    help: "Validator slots of this node (own) and of all nodes (all).",
  },
  newestSlot: {
    name: "chainnode_newest_slot_blocks_total",
    type: "counter",
    labels: ["result"],
    values: ["sealed", "missed"],
    help: "Main blocks dated since the start for which this node held the newest slot: it sealed them (sealed), or others did without it (missed).",
  },
  peers: {
    name: "chainnode_peers",
    type: "gauge",
    help: "Connected peers.",
  },
  knownHosts: {
    name: "chainnode_known_hosts",
    type: "gauge",
    help: "Known hosts that are not connected peers.",
  },
  setAside: {
    name: "chainnode_peers_set_aside",
    type: "gauge",
    help: "Hosts that the node leaves alone because they broke a rule or failed repeatedly.",
  },
  peerFailures: {
    name: "chainnode_peer_failures_total",
    type: "counter",
    labels: ["kind"],
    help: "Failed questions to peers, by the kind of the failure.",
  },
  clockOffset: {
    name: "chainnode_clock_offset_seconds",
    type: "gauge",
    help: "How far the clocks of the peers are ahead of this node's; absent until a peer has answered.",
  },
  pool: {
    name: "chainnode_pool_transactions",
    type: "gauge",
    help: "Accepted transactions that wait for a block.",
  },
  poolBytes: {
    name: "chainnode_pool_bytes",
    type: "gauge",
    help: "Size of the transactions that wait for a block.",
  },
  poolWait: {
    name: "chainnode_pool_wait_seconds",
    type: "gauge",
    help: "How long transactions have waited since the last block, 0 while none wait.",
  },
  accepted: {
    name: "chainnode_transactions_accepted_total",
    type: "counter",
    help: "Submitted transactions that were accepted.",
  },
  refused: {
    name: "chainnode_transactions_refused_total",
    type: "counter",
    labels: ["code"],
    help: "Submitted transactions that were refused, by error code.",
  },
  dropped: {
    name: "chainnode_transactions_dropped_total",
    type: "counter",
    labels: ["reason"],
    values: ["too_late", "failed"],
    help: "Accepted transactions that left the pool and are in no block: the chain is past their time (too_late), or they fail (failed).",
  },
  committed: {
    name: "chainnode_transactions_committed_total",
    type: "counter",
    help: "Transactions in blocks that were committed since the start.",
  },
  inclusion: {
    name: "chainnode_inclusion_seconds",
    type: "histogram",
    buckets: SECONDS,
    help: "Time from the acceptance of a transaction to its block, of one transaction at a time.",
  },
  blocks: {
    name: "chainnode_main_blocks_total",
    type: "counter",
    help: "Main blocks that were committed since the start.",
  },
  resourceBlocks: {
    name: "chainnode_resource_blocks_total",
    type: "counter",
    help: "Resource blocks that were committed since the start.",
  },
  sealedBlocks: {
    name: "chainnode_sealed_blocks_total",
    type: "counter",
    help: "Main blocks committed since the start whose seal holds this node's signature.",
  },
  minedBlocks: {
    name: "chainnode_mined_blocks_total",
    type: "counter",
    help: "Resource blocks committed since the start whose reward is this node's owner's.",
  },
  turns: {
    name: "chainnode_round_turns_total",
    type: "counter",
    labels: ["result"],
    values: ["block", "none", "failed"],
    help: "Turns in the rounds: they made a block (block), had nothing to decide (none), or failed by a fault (failed).",
  },
  turnTime: {
    name: "chainnode_round_turn_seconds",
    type: "histogram",
    buckets: SECONDS,
    help: "Time of a turn that made a block: execution, signature and commit.",
  },
  stepTime: {
    name: "chainnode_block_step_seconds",
    type: "histogram",
    labels: ["step"],
    buckets: SECONDS,
    help: "Time of each step of a turn: the execution of transactions (execute), the signature with its note on the disk (sign), the commit (commit).",
  },
  signatureQueue: {
    name: "chainnode_signature_queue",
    type: "gauge",
    help: "Signatures that wait for a thread or are being verified in one.",
  },
  undone: {
    name: "chainnode_undone_blocks_total",
    type: "counter",
    labels: ["chain"],
    values: ["main", "resource"],
    help: "Blocks that were undone since the start, by chain.",
  },
  commit: {
    name: "chainnode_store_commit_seconds",
    type: "histogram",
    buckets: SECONDS,
    help: "Time to write a block, or a batch of blocks, to the disk.",
  },
  requests: {
    name: "chainnode_rpc_seconds",
    type: "histogram",
    labels: ["operation", "status"],
    buckets: SECONDS,
    help: "Time to answer a request, by operation and HTTP status.",
  },
  miningRate: {
    name: "chainnode_mining_tries_per_second",
    type: "gauge",
    help: "Nonces tried in a second; 0 while mining is off.",
  },
  miningTries: {
    name: "chainnode_mining_tries_total",
    type: "counter",
    help: "Nonces that the node's own threads have tried since the start.",
  },
  ownerResource: {
    name: "chainnode_owner_resource",
    type: "gauge",
    help: "Resource of this node's owner, which rewards increase and refining decreases.",
  },
  database: {
    name: "chainnode_database_bytes",
    type: "gauge",
    labels: ["file"],
    help: "Size of the database (main) and of its write-ahead log (wal).",
  },
  diskFree: {
    name: "chainnode_disk_free_bytes",
    type: "gauge",
    help: "Free space on the disk of the data directory.",
  },
  projectorState: {
    name: "chainnode_projector_state",
    type: "gauge",
    labels: ["state"],
    help: "1 for what the projector does: connecting, standing by (standby), copying or following. Absent without --postgres.",
  },
  projectorHeight: {
    name: "chainnode_projector_height",
    type: "gauge",
    labels: ["chain"],
    help: "Height of each chain in the PostgreSQL database.",
  },
  projectorLagBlocks: {
    name: "chainnode_projector_lag_blocks",
    type: "gauge",
    help: "Main blocks that the PostgreSQL database lacks.",
  },
  projectorBehind: {
    name: "chainnode_projector_behind_seconds",
    type: "gauge",
    help: "For how long the PostgreSQL database has lacked something of the chain, 0 while it has everything.",
  },
  projectorLag: {
    name: "chainnode_projector_lag_seconds",
    type: "histogram",
    buckets: SECONDS,
    help: "Time from a change of the chain until the PostgreSQL database has it.",
  },
  projectorTerm: {
    name: "chainnode_projector_term",
    type: "gauge",
    help: "Term in which the projector writes; each projector that begins to write raises it.",
  },
  projectorConflicts: {
    name: "chainnode_projector_conflicts_total",
    type: "counter",
    help: "Writes of the projector that were refused because another one has written.",
  },
  projectorUndone: {
    name: "chainnode_projector_undone_blocks_total",
    type: "counter",
    help: "Blocks that were undone in the PostgreSQL database.",
  },
  projectorTransactions: {
    name: "chainnode_projector_transactions_total",
    type: "counter",
    help: "Transactions that were copied into the PostgreSQL database.",
  },
  projectorSeconds: {
    name: "chainnode_projector_step_seconds_total",
    type: "counter",
    labels: ["step"],
    help: "Time that the projector spent reading the chain (read), writing (write) and undoing blocks (undo).",
  },
  loopDelay: {
    name: "chainnode_event_loop_delay_seconds",
    type: "gauge",
    labels: ["percentile"],
    help: "Delay of the event loop in the last full 15 seconds.",
  },
  memory: {
    name: "chainnode_resident_memory_bytes",
    type: "gauge",
    help: "Resident memory of the process.",
  },
  heap: {
    name: "chainnode_heap_used_bytes",
    type: "gauge",
    help: "Used JavaScript heap of the main thread.",
  },
  cpu: {
    name: "chainnode_cpu_seconds_total",
    type: "counter",
    help: "Processor time of the process, all threads.",
  },
  ...READER_METRICS,
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricKey = keyof typeof METRICS;

/** The metrics of a node: all except those of a reader. */
export const NODE_METRICS: readonly MetricKey[] = (Object.keys(METRICS) as MetricKey[]).filter(
  (key) => !(key in READER_METRICS),
);
