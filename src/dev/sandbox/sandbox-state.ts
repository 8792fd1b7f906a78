import { VolatileSigningMemory } from "../../consensus/signing-memory.js";
import type { Ledger } from "../../ledger/ledger.js";
import { prepareTransaction } from "../../ledger/prepared-transaction.js";
import type { Runners } from "../../ledger/machine/runner.js";
import type { NetworkDefinition } from "../../records/network.js";
import type { SignedTransaction } from "../../records/transaction.js";
import type { Store } from "../../store/store.js";
import type { Identity } from "../../data/directory/identity.js";
import { Node } from "../../node/node.js";
import { VirtualClock } from "../../base/clock/virtual-clock.js";
import type { Impersonation } from "./impersonation.js";

export interface SandboxOptions {
  readonly store: Store;
  readonly network: NetworkDefinition;
  readonly identity: Identity;
  /** The time at which it begins, in µs. */
  readonly startUs: number;
  /** Run the contract machine; by default in the caller's thread. */
  readonly runners?: Runners;
}

/** A state to which a sandbox can revert. Its store is no longer written to. */
export interface Snapshot {
  readonly store: Store;
  /** The ledger over the store; null before the first node opens it. */
  readonly ledger: Ledger | null;
  readonly timeUs: number;
  readonly pool: readonly SignedTransaction[];
}

/** The parts of a sandbox that a revert replaces. */
export interface SandboxState {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly node: Node;
}

/** Opens a node over a store, at a time, with these transactions in its pool. It takes part in no rounds. */
export async function openSandboxState(
  { network, identity, runners }: SandboxOptions,
  verifier: Impersonation,
  { store, ledger, timeUs, pool }: Snapshot,
): Promise<SandboxState> {
  const clock = new VirtualClock(timeUs);
  const signingMemory = new VolatileSigningMemory();
  const parts = { store, ledger: ledger ?? undefined, network, identity, clock, signingMemory, verifier };
  const node = await Node.open(runners === undefined ? parts : { ...parts, runners });
  for (const transaction of pool) node.pool.add(prepareTransaction(transaction, node.ledger.registry));
  return { store, clock, node };
}
