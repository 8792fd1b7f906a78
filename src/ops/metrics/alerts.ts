import { RENEWAL_DAYS } from "../health/certificate.js";

interface Alert {
  readonly name: string;
  /** The condition, in the query language of Prometheus. */
  readonly expression: string;
  /** The time for which the condition must hold. */
  readonly lasts: string;
  readonly severity: "critical" | "warning";
  /** One sentence for the notification. */
  readonly summary: string;
  /** What the operator does, step by step. */
  readonly runbook: readonly string[];
}

/** Alerts only on faults. A chain without transactions makes no blocks and is healthy, so no alert uses a block's age. */
export const ALERTS: readonly Alert[] = [
  {
    name: "ChainnodeDown",
    expression: 'up{job="chainnode"} == 0',
    lasts: "1m",
    severity: "critical",
    summary: "The node does not answer on its ops address.",
    runbook: [
      "`chainnode status` on the machine: does it run?",
      "When it does not run, read the end of its log, solve the problem that the log reports, and start it: `chainnode start`.",
      "When it runs, check that Prometheus may reach `--ops-host` and `--ops-port`.",
    ],
  },
  {
    name: "ChainnodeStoreFailing",
    expression: 'chainnode_check_passed{check="store"} == 0',
    // One late look, for example on a busy machine, must not alert an operator.
    lasts: "1m",
    severity: "critical",
    summary: "The database does not answer, or a fault stops the rounds.",
    runbook: [
      "`chainnode status` names the fault.",
      "Check the disk: free space, permissions, errors in the kernel's log.",
      "When blocks are damaged or lost, `chainnode data check` on the stopped node says what to do.",
    ],
  },
  {
    name: "ChainnodeSigningStopped",
    expression: 'chainnode_check_passed{check="signing"} == 0',
    lasts: "1m",
    severity: "critical",
    summary: "The validator signs nothing.",
    runbook: [
      "`chainnode status` says why, and for how long.",
      "Another process signs with the key: find the machine to which the data directory was copied, stop one of the two nodes, and start the other with `--takeover-delay`.",
      "The data directory has disappeared: mount it again or restore a backup, then start the node again.",
      "The signer does not answer (`chainnode start --signer`): start `chainnode signer` again, and look at its log and at the network between the machines. Its certificate may have expired.",
      "The clock is wrong (`chainnode_clock_silent`), or was ahead: see the alert ChainnodeClockWrong.",
    ],
  },
  {
    name: "ChainnodeDiskFull",
    expression: 'chainnode_check_passed{check="disk"} == 0',
    lasts: "0m",
    severity: "critical",
    summary: "The disk of the data directory is nearly full.",
    runbook: [
      "Free space on the disk, or move the data directory to a larger one while the node is stopped.",
      "The node goes on by itself when there is room.",
    ],
  },
  {
    name: "ChainnodeDiskFillsUp",
    expression: "chainnode_disk_full_seconds - time() < 7 * 86400",
    lasts: "5m",
    severity: "warning",
    summary: "At the present rate the disk of the data directory is full within a week.",
    runbook: [
      "`chainnode status` shows the free space and the day. `chainnode_database_bytes` shows whether the chain takes it, or another program.",
      "Free some space, or stop the node and move the data directory to a larger disk.",
    ],
  },
  {
    name: "ChainnodeCertificateExpires",
    expression: `chainnode_certificate_end_seconds - time() < ${RENEWAL_DAYS} * 86400`,
    lasts: "5m",
    severity: "warning",
    summary: `The certificate of the RPC interface has expired, or expires within ${RENEWAL_DAYS} days.`,
    runbook: [
      "Find out why the certificate was not renewed: the log of the ACME client, for example.",
      "Put the new certificate and key into the files of `--tls-cert` and `--tls-key`, and send SIGHUP to the process.",
      "`chainnode doctor` says until when the new one is valid.",
    ],
  },
  {
    name: "ChainnodeClockWrong",
    expression: 'chainnode_check_passed{check="clock"} == 0',
    lasts: "1m",
    severity: "critical",
    summary: "The clock differs from the peers' clocks, or the last block is dated ahead.",
    runbook: [
      "`timedatectl` shows whether the clock is synchronized. Synchronize it, with chrony for example.",
      "When the clock was ahead for a while and is right now, the node waits until the date of its last block. A validator also signs nothing until the date of its last signature. To wait less, stop the node and run `chainnode data rewind --dated-ahead`.",
    ],
  },
  {
    name: "ChainnodeNoPeers",
    expression: 'chainnode_check_passed{check="peers"} == 0',
    lasts: "2m",
    severity: "warning",
    summary: "No peer is connected.",
    runbook: [
      "`chainnode peer list` shows why each host failed.",
      "Check the network and the firewall. `chainnode peer check HOST` tries one host now.",
      "When the hosts are on another chain, this node followed a chain of its own, for example while its clock was wrong. Decide which chain stays. On each node that has the other one, run `chainnode stop`, then `chainnode data reset`, and start it again: docs/network.md, When a node is on a fork of its own.",
    ],
  },
  {
    name: "ChainnodeBehind",
    expression: 'chainnode_check_passed{check="sync"} == 0',
    lasts: "5m",
    severity: "warning",
    summary: "The node is behind its neighbours and does not catch up.",
    runbook: [
      "`chainnode status` shows the rate. A node that has just started may need hours for a long chain.",
      "When the height does not grow, the log says which block is refused and why.",
    ],
  },
  {
    name: "ChainnodeRoundStuck",
    expression: "chainnode_pool_wait_seconds > 60",
    lasts: "0m",
    severity: "critical",
    summary: "Transactions wait, but no block is made.",
    runbook: [
      "`chainnode round` shows the validators and which of them have spoken.",
      "Check that the validators run and reach each other.",
      "When only this node's transactions wait, the validators do not collect them: they must reach the node at its `--public-host`.",
    ],
  },
  {
    name: "ChainnodeTransactionsLost",
    expression:
      'sum by (instance) (increase(chainnode_transactions_dropped_total{reason="too_late"}[5m])) > 10 + 0.01 * sum by (instance) (increase(chainnode_transactions_accepted_total[5m]))',
    lasts: "0m",
    severity: "critical",
    summary: "Accepted transactions come into no block in time.",
    runbook: [
      "Their senders must sign them again. `chainnode tx get HASH` of one of them says `dropped`, with the reason.",
      "A machine that is overloaded, or a line that is slow, takes transactions to the validators too late: compare the load and `chainnode peer list` of this node and of the validators.",
      "Send less until it ends. When the round trips between the validators are longer than a third of a second, choose a longer interval: docs/network.md.",
    ],
  },
  {
    name: "ChainnodeStandingStill",
    expression: 'chainnode_check_passed{check="resource_chain"} == 0',
    lasts: "1m",
    severity: "critical",
    summary: "The resource chain is so old that no validator may seal blocks.",
    runbook: [
      "When `chainnode status` names the peers too, reach the other nodes first.",
      "Mine a resource block on any node of the network: `chainnode mining start`.",
    ],
  },
  {
    name: "ChainnodeUndoneBlocks",
    // Validators that are short of processor undo a block now and then, which harms nothing: only a large share alerts.
    expression:
      'increase(chainnode_undone_blocks_total{chain="main"}[10m]) > 3 and ignoring (chain) increase(chainnode_undone_blocks_total{chain="main"}[10m]) > ignoring (chain) 0.2 * increase(chainnode_main_blocks_total[10m])',
    lasts: "0m",
    severity: "warning",
    summary: "Of the main blocks of ten minutes, more than a fifth was undone.",
    runbook: [
      "The log names the branches. A network that was partitioned undoes the blocks of the smaller part once.",
      "When it repeats, look for validators with wrong clocks or two nodes with one key.",
    ],
  },
  {
    name: "ChainnodeRestarting",
    expression: 'changes(process_start_time_seconds{job="chainnode"}[1h]) > 3',
    lasts: "0m",
    severity: "warning",
    summary: "The node has started again more than three times in an hour.",
    runbook: [
      "The end of the log before each start says why the process ended: `journalctl -u chainnode -p warning`.",
      "When it was killed, look for the kernel's word about memory: `journalctl -k | grep -i oom`.",
    ],
  },
  {
    name: "ChainnodeBackupOld",
    expression: "time() - chainnode_last_backup_seconds > 7 * 86400",
    lasts: "0m",
    severity: "warning",
    summary: "The last backup is older than a week.",
    runbook: [
      "Look at the timer that makes backups: `systemctl list-timers`, and at the log of its unit.",
      "Make one now: `chainnode data backup DIRECTORY`. [backup.md](backup.md) has the script of a schedule.",
      "When backups are made in another way, remove `last-backup` from the data directory.",
    ],
  },
  {
    name: "ChainnodeSlowDisk",
    expression:
      "histogram_quantile(0.99, sum by (instance, le) (rate(chainnode_store_commit_seconds_bucket[5m]))) > 1",
    lasts: "5m",
    severity: "warning",
    summary: "Writing a block takes longer than a second.",
    runbook: [
      "When ChainnodeEventLoopSlow fires too, the processor is used up, and not the disk is slow.",
      "Else check the disk for other load. A node needs a disk that syncs in milliseconds.",
    ],
  },
  {
    name: "ChainnodeEventLoopSlow",
    expression: 'chainnode_event_loop_delay_seconds{percentile="p99"} > 0.25',
    lasts: "5m",
    severity: "warning",
    summary: "The process is too busy to answer in time.",
    runbook: [
      "Check the processor load of the machine and the rate of requests.",
      "Lower `--rate-limit`, mine with fewer `--mining-threads`, or use a faster machine.",
    ],
  },
  {
    name: "ChainnodeProjectorBehind",
    // A projector that stands by may lack blocks, because another one copies them.
    expression:
      'chainnode_projector_behind_seconds > 10 unless on (instance) chainnode_projector_state{state="standby"} == 1',
    lasts: "1m",
    severity: "warning",
    summary: "The PostgreSQL database lacks what the chain has had for a while.",
    runbook: [
      "The node itself is not affected. `chainnode status` says what the projector waits for: the server does not answer, its disk is full, or the database holds another network.",
      "`chainnode_projector_state` is `copying`: it catches up, as after an outage. `chainnode_projector_step_seconds_total` shows whether reading or writing takes the time.",
      "When the server is back, nothing else needs to be done.",
    ],
  },
  {
    name: "ChainnodeProjectorConflicts",
    expression: "increase(chainnode_projector_conflicts_total[10m]) > 3",
    lasts: "0m",
    severity: "warning",
    summary: "Several projectors take the PostgreSQL database from each other.",
    runbook: [
      "No block is written twice: each write is refused when another projector has written.",
      "`SELECT * FROM pg_stat_activity WHERE application_name = 'chainnode project'` lists their machines. End all but one, and check that none reaches the server through a pooler that shares connections.",
    ],
  },
  {
    name: "ChainnodeProjectorRivals",
    expression: "chainnode_projector_rivals > 0",
    lasts: "1m",
    severity: "warning",
    summary: "Two servers of the PostgreSQL database can be written.",
    runbook: [
      "Projector and readers use the server with the highest term, so nothing is mixed. After a failover the other one is the old primary, which does not know that it was replaced. The log of the node names it.",
      "Fence it: stop it, or, as its superuser, `ALTER SYSTEM SET default_transaction_read_only = on` and `SELECT pg_reload_conf()`.",
      "Make it a standby of the new primary with `pg_rewind` or `pg_basebackup`, and take the setting back. Or remove it from `--postgres`.",
    ],
  },
  {
    name: "ChainnodeReaderLagging",
    expression: 'chainnode_check_passed{check="lag"} == 0',
    lasts: "1m",
    severity: "warning",
    summary: "The database of a reader is behind the node for longer than --max-lag.",
    runbook: [
      "Does the projector run? `chainnode_projector_*` and its log say whether it waits for the database or for the node.",
      "Is it one replica? `SELECT now() - pg_last_xact_replay_timestamp()` there tells how far replication is behind. A long answer may hold it back: lower `max_standby_streaming_delay`.",
      "The reader is left out by its balancer meanwhile, and serves again by itself when the database has caught up.",
    ],
  },
  {
    name: "ChainnodeReaderDatabase",
    expression:
      'chainnode_check_passed{check="database"} == 0 or min by (instance) (chainnode_reader_database_up) == 0',
    lasts: "1m",
    severity: "critical",
    summary: "A database of a reader does not answer.",
    runbook: [
      "The reader's log names the server and the reason.",
      "With another server in `--postgres` the reader goes on; without one it answers 503 until a server is back.",
      "Start or replace the server. Nothing is lost: the copy can be made again from the chain.",
    ],
  },
  {
    name: "ChainnodeReaderDiffers",
    expression: 'increase(chainnode_reader_compared_total{result="different"}[1h]) > 0',
    lasts: "0m",
    severity: "critical",
    summary: "A reader and the node behind it gave different answers at one height.",
    runbook: [
      "The reader's log has the question. Ask both for it, and keep both answers.",
      "Take the readers of this database out of the balancer.",
      "`chainnode project --check` compares the rows with the chain. Make the copy again with `chainnode project --rebuild`.",
    ],
  },
  {
    name: "ChainnodeReaderWriterDown",
    expression: "chainnode_reader_writer_up == 0",
    lasts: "1m",
    severity: "warning",
    summary: "The node behind a reader does not answer: nothing can be sent through it.",
    runbook: [
      "`chainnode status` on the machine of the node.",
      "Check that the reader reaches the address that `--writer` gives. Answers that only read go on meanwhile.",
    ],
  },
];
