import type { Clock } from "../consensus/clock.js";
import type { SigningMemory } from "../consensus/signing-memory.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import type { Runners } from "../ledger/machine/runner.js";
import type { SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import type { PeerSettings } from "../peers/peer-network.js";
import type { NetworkDefinition } from "../records/network.js";
import type { Store } from "../store/store.js";
import type { PoolMemory } from "./carried-pool.js";
import type { Identity } from "./directory/identity.js";
import type { LossWatch } from "./directory/loss-watch.js";
import type { Log } from "./log.js";
import type { SubmissionObserver } from "./metrics/submission-meter.js";
import type { MiningSettings, NonceSearchFactory } from "./mining.js";

export interface NodeOptions {
  readonly store: Store;
  readonly network: NetworkDefinition;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly signingMemory: SigningMemory;
  readonly poolLimits?: PoolLimits;
  /** Keeps accepted transactions until the next start; without it, those that are pending at a stop are dropped. */
  readonly poolMemory?: PoolMemory;
  readonly mining?: MiningSettings;
  /** How nonces are searched; by default in threads. */
  readonly createSearch?: NonceSearchFactory;
  /** Verifies signatures; by default in the node's own thread. */
  readonly verifier?: SignatureVerifier;
  /** Run the contract machine; by default in the node's own thread. */
  readonly runners?: Runners;
  /** Left out: the node works without peers. */
  readonly peers?: PeerSettings;
  /** Whether blocks of the chain are lost; by default no blocks are. */
  readonly losses?: Losses;
  readonly log?: Log;
  /** Told what becomes of submitted transactions. */
  readonly observer?: SubmissionObserver;
}

/** The part of a `LossWatch` that a node uses. */
export type Losses = Pick<LossWatch, "loss" | "onceSound">;
