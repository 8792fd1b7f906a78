import type { Clock } from "../base/clock/clock.js";
import type { OnStep } from "../consensus/open-round.js";
import type { SigningMemory } from "../consensus/signing-memory.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Runners } from "../ledger/machine/runner.js";
import type { SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import type { PeerSettings } from "../peers/peer-network.js";
import type { NetworkDefinition } from "../records/network.js";
import type { Store } from "../store/store.js";
import type { PoolMemory } from "../data/directory/pool-file.js";
import type { Identity } from "../data/directory/identity.js";
import type { LossWatch } from "../data/directory/loss-watch.js";
import type { RemoteKey } from "../signer/remote-key.js";
import type { SigningEnd } from "./signing-end.js";
import type { Log } from "../base/log.js";
import type { OnTurn } from "./rounds.js";
import type { SubmissionObserver } from "../ops/metrics/submission-meter.js";
import type { MiningSettings, NonceSearchFactory } from "./mining.js";

export interface NodeOptions {
  readonly store: Store;
  /** A ledger after the same blocks, which spares reading them from the store. */
  readonly ledger?: Ledger | undefined;
  readonly network: NetworkDefinition;
  readonly identity: Identity;
  readonly clock: Clock;
  /** The clock by which the readers of events rest. Left out: they do not. */
  readonly pace?: Clock;
  readonly signingMemory: SigningMemory;
  /** The key of the validator, when another process holds it and the memory. */
  readonly remoteKey?: RemoteKey;
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
  readonly losses?: Pick<LossWatch, "loss" | "onceSound">;
  /** Ends the node's signing; by default only the node itself does that. */
  readonly signingEnd?: SigningEnd;
  readonly log?: Log;
  /** Told what becomes of submitted transactions. */
  readonly observer?: SubmissionObserver;
  readonly onTurn?: OnTurn;
  /** Told how long each step of a block takes. */
  readonly onStep?: OnStep;
  /** Told how many nonces the node's own threads try. */
  readonly onTried?: (tries: number) => void;
}

export interface StartOptions {
  /** Whether it signs only after its key has been quiet for two rounds. */
  readonly isTakeover?: boolean;
  /** Whether it makes blocks on request alone. */
  readonly isHeld?: boolean;
}
