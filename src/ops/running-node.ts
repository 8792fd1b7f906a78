import type { Clock } from "../base/clock/clock.js";
import type { ChainError } from "../codec/chain-error.js";
import type { LossCounts } from "../consensus/losses.js";
import type { MinerStatus } from "../consensus/miner/miner.js";
import type { MiningJob, MiningResult } from "../consensus/miner/mining-job.js";
import type { RoundBook } from "../consensus/round-book.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { Identity } from "../data/directory/identity.js";
import type { Ledger } from "../ledger/ledger.js";
import type { PeerNetwork } from "../peers/peer-network.js";
import type { RemoteKey } from "../signer/remote-key.js";
import type { ResourceBlock } from "../records/resource-block.js";

/** What an operator sees of a running node, and may change. */
export interface RunningNode {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly pool: Pick<TransactionPool, "size" | "bytes">;
  readonly roundBook: RoundBook;
  /** Null for a node without peers. */
  readonly peers: PeerNetwork | null;
  readonly mining: MiningSwitch;
  readonly standstill: { isStandingStill(): Promise<boolean> };
  readonly signing: SigningState;
  /** Why no block can be made; null when there is no fault. */
  readonly fault: string | null;
  /** Makes blocks of what waits, where the node makes them on request alone. Returns the height. */
  makeBlocks(): Promise<number>;
  /** Of the last minute. */
  readonly losses: LossCounts;
}

interface MiningSwitch {
  readonly isOn: boolean;
  /** Whether its threads search now. */
  readonly isSearching: boolean;
  status(): MinerStatus;
  start(): void;
  stop(): Promise<void>;
  /** For an external miner; null when there is nothing to mine. */
  job(): Promise<MiningJob | null>;
  submit(result: MiningResult): Promise<ResourceBlock>;
}

interface SigningState {
  /** What has ended signing until the node is started again; null while it has not ended. */
  readonly ended: ChainError | null;
  /** Why nothing is signed now; null when something may be. */
  readonly refusal: ChainError | null;
  /** The signer that holds the key; null when the node holds it. */
  readonly remote: Pick<RemoteKey, "signer" | "isServing" | "holder" | "problem"> | null;
  /** Whether it waits to take over from another process with its key. */
  readonly isWaiting: boolean;
  /** Nothing new is signed before this time, µs (PROTOCOL 9.15). */
  readonly silentUntilUs: number;
}
