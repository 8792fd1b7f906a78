import { counter, gauge, histogram, type Metric } from "./metric.js";
import { READER_METRICS } from "./reader-table.js";

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The metrics of a node and of a reader, by their use in the code. Those of the process have the names that all exporters
 * share. The answer of `/metrics`, the dashboard and docs/metrics.md are
 * generated from this table.
 */
export const METRICS = {
  build: gauge(
    "chainnode_build_info",
    "Always 1; the labels name the versions of chainnode and of Node.js.",
    { labels: ["version", "node"] },
  ),
  startTime: gauge("process_start_time_seconds", "When the process started, in seconds since 1970."),
  ready: gauge("chainnode_ready", "1 while the node is ready, as /readyz tells, otherwise 0."),
  check: gauge("chainnode_check_passed", "1 while a health check passes, otherwise 0.", {
    labels: ["check"],
  }),
  mainHeight: gauge("chainnode_main_height", "Height of the main chain."),
  resourceHeight: gauge("chainnode_resource_height", "Height of the resource chain."),
  fixedHeight: gauge(
    "chainnode_fixed_height",
    "Height of the resource block up to which the chains are fixed.",
  ),
  prunedHeight: gauge(
    "chainnode_pruned_height",
    "Height of the last main block whose transactions are removed, 0 on a node with all blocks.",
  ),
  bestHeight: gauge(
    "chainnode_best_known_height",
    "Greatest main height that this node or a neighbour names; a neighbour may lie.",
  ),
  headAge: gauge(
    "chainnode_head_age_seconds",
    "Age of the last main block. A chain without transactions makes no blocks.",
  ),
  syncing: gauge("chainnode_syncing", "1 while the node takes blocks from a peer."),
  standingStill: gauge(
    "chainnode_standing_still",
    "1 while no validator may seal because the resource chain is too old.",
  ),
  slots: gauge("chainnode_validator_slots", "Validator slots of this node (own) and of all nodes (all).", {
    labels: ["holder"],
  }),
  newestSlot: counter(
    "chainnode_newest_slot_blocks_total",
    "Main blocks dated since the start for which this node held the newest slot: it sealed them (sealed), or others did without it (missed).",
    { labels: ["result"], values: ["sealed", "missed"] },
  ),
  peers: gauge("chainnode_peers", "Connected peers."),
  knownHosts: gauge("chainnode_known_hosts", "Known hosts that are not connected peers."),
  setAside: gauge(
    "chainnode_peers_set_aside",
    "Hosts that the node leaves alone because they broke a rule or failed repeatedly.",
  ),
  peerFailures: counter(
    "chainnode_peer_failures_total",
    "Failed questions to peers, by the kind of the failure.",
    { labels: ["kind"] },
  ),
  clockOffset: gauge(
    "chainnode_clock_offset_seconds",
    "How far the clocks of the peers are ahead of this node's; absent until a peer has answered.",
  ),
  clockSilent: gauge(
    "chainnode_clock_silent",
    "1 while this validator signs nothing because its clock is surely wrong, else 0.",
  ),
  signerServes: gauge(
    "chainnode_signer_serves",
    "1 while the signer of the validator's key serves this node, else 0; absent without a signer.",
  ),
  pool: gauge("chainnode_pool_transactions", "Accepted transactions that wait for a block."),
  poolBytes: gauge("chainnode_pool_bytes", "Size of the transactions that wait for a block."),
  poolWait: gauge(
    "chainnode_pool_wait_seconds",
    "How long transactions have waited since the last block, 0 while none wait.",
  ),
  accepted: counter("chainnode_transactions_accepted_total", "Submitted transactions that were accepted."),
  refused: counter(
    "chainnode_transactions_refused_total",
    "Submitted transactions that were refused, by error code.",
    { labels: ["code"] },
  ),
  dropped: counter(
    "chainnode_transactions_dropped_total",
    "Accepted transactions that left the pool and are in no block: the chain is past their time (too_late), or they fail (failed).",
    { labels: ["reason"], values: ["too_late", "failed"] },
  ),
  committed: counter(
    "chainnode_transactions_committed_total",
    "Transactions in blocks that were committed since the start.",
  ),
  inclusion: histogram(
    "chainnode_inclusion_seconds",
    "Time from the acceptance of a transaction to its block, of one transaction at a time.",
    { buckets: SECONDS },
  ),
  blocks: counter("chainnode_main_blocks_total", "Main blocks that were committed since the start."),
  resourceBlocks: counter(
    "chainnode_resource_blocks_total",
    "Resource blocks that were committed since the start.",
  ),
  sealedBlocks: counter(
    "chainnode_sealed_blocks_total",
    "Main blocks committed since the start whose seal holds this node's signature.",
  ),
  minedBlocks: counter(
    "chainnode_mined_blocks_total",
    "Resource blocks committed since the start whose reward is this node's owner's.",
  ),
  turns: counter(
    "chainnode_round_turns_total",
    "Turns in the rounds: they made a block (block), had nothing to decide (none), or failed by a fault (failed).",
    { labels: ["result"], values: ["block", "none", "failed"] },
  ),
  turnTime: histogram(
    "chainnode_round_turn_seconds",
    "Time of a turn that made a block: execution, signature and commit.",
    { buckets: SECONDS },
  ),
  stepTime: histogram(
    "chainnode_block_step_seconds",
    "Time of each step of a turn: the execution of transactions (execute), the signature with its note on the disk (sign), the commit (commit).",
    { labels: ["step"], buckets: SECONDS },
  ),
  signatureQueue: gauge(
    "chainnode_signature_queue",
    "Signatures that wait for a thread or are being verified in one.",
  ),
  undone: counter("chainnode_undone_blocks_total", "Blocks that were undone since the start, by chain.", {
    labels: ["chain"],
    values: ["main", "resource"],
  }),
  commit: histogram(
    "chainnode_store_commit_seconds",
    "Time to write a block, or a batch of blocks, to the disk.",
    { buckets: SECONDS },
  ),
  requests: histogram("chainnode_rpc_seconds", "Time to answer a request, by operation and HTTP status.", {
    labels: ["operation", "status"],
    buckets: SECONDS,
  }),
  miningRate: gauge("chainnode_mining_tries_per_second", "Nonces tried in a second; 0 while mining is off."),
  miningTries: counter(
    "chainnode_mining_tries_total",
    "Nonces that the node's own threads have tried since the start.",
  ),
  ownerResource: gauge(
    "chainnode_owner_resource",
    "Resource of this node's owner, which rewards increase and refining decreases.",
  ),
  database: gauge(
    "chainnode_database_bytes",
    "Size of the database (main) and of its write-ahead log (wal).",
    { labels: ["file"] },
  ),
  diskFree: gauge("chainnode_disk_free_bytes", "Free space on the disk of the data directory."),
  diskFull: gauge(
    "chainnode_disk_full_seconds",
    "When that disk is full at the rate of the last week, in seconds since 1970. Absent in the first hour, and while nothing is taken.",
  ),
  certificateEnd: gauge(
    "chainnode_certificate_end_seconds",
    "When the certificate of the RPC interface expires, in seconds since 1970. Absent without one.",
  ),
  lastBackup: gauge(
    "chainnode_last_backup_seconds",
    "When chainnode data backup last copied this data directory, in seconds since 1970. Absent before the first.",
  ),
  projectorState: gauge(
    "chainnode_projector_state",
    "1 for what the projector does: connecting, standing by (standby), copying or following. Absent without --postgres.",
    { labels: ["state"] },
  ),
  projectorHeight: gauge("chainnode_projector_height", "Height of each chain in the PostgreSQL database.", {
    labels: ["chain"],
  }),
  projectorLagBlocks: gauge(
    "chainnode_projector_lag_blocks",
    "Main blocks that the PostgreSQL database lacks.",
  ),
  projectorBehind: gauge(
    "chainnode_projector_behind_seconds",
    "For how long the PostgreSQL database has lacked something of the chain, 0 while it has everything.",
  ),
  projectorLag: histogram(
    "chainnode_projector_lag_seconds",
    "Time from a change of the chain until the PostgreSQL database has it.",
    { buckets: SECONDS },
  ),
  projectorTerm: gauge(
    "chainnode_projector_term",
    "Term in which the projector writes; each projector that begins to write raises it.",
  ),
  projectorConflicts: counter(
    "chainnode_projector_conflicts_total",
    "Writes of the projector that were refused because another one has written.",
  ),
  projectorRivals: gauge(
    "chainnode_projector_rivals",
    "Other servers of --postgres that hold a copy and can be written. More than 0 after a failover: the old primary is back.",
  ),
  projectorUndone: counter(
    "chainnode_projector_undone_blocks_total",
    "Blocks that were undone in the PostgreSQL database.",
  ),
  projectorTransactions: counter(
    "chainnode_projector_transactions_total",
    "Transactions that were copied into the PostgreSQL database.",
  ),
  projectorSeconds: counter(
    "chainnode_projector_step_seconds_total",
    "Time that the projector spent reading the chain (read), writing (write) and undoing blocks (undo).",
    { labels: ["step"] },
  ),
  loopDelay: gauge(
    "chainnode_event_loop_delay_seconds",
    "Delay of the event loop in the last full 15 seconds.",
    { labels: ["percentile"] },
  ),
  memory: gauge("process_resident_memory_bytes", "Resident memory of the process."),
  openFiles: gauge("process_open_fds", "Open files and sockets of the process. Only on Linux."),
  maxFiles: gauge(
    "process_max_fds",
    "The most files that the process may open. Absent where the system does not tell.",
  ),
  threads: gauge("process_threads", "Threads of the process. Only on Linux."),
  cacheBytes: gauge(
    "chainnode_cache_bytes",
    "What the main thread keeps of contracts, at most: compiled codes, texts of codes, compiled patterns, keys of cells.",
    { labels: ["cache"] },
  ),
  heap: gauge("chainnode_heap_used_bytes", "Used JavaScript heap of the main thread."),
  cpu: counter("process_cpu_seconds_total", "Processor time of the process, all threads."),
  ...READER_METRICS,
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricKey = keyof typeof METRICS;

/** The metrics of a node: all except those of a reader. */
export const NODE_METRICS: readonly MetricKey[] = (Object.keys(METRICS) as MetricKey[]).filter(
  (key) => !(key in READER_METRICS),
);
