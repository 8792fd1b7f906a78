import { VolatileSigningMemory } from "../../consensus/signing-memory.js";
import type { Ledger } from "../../ledger/ledger.js";
import { prepareTransaction } from "../../ledger/prepared-transaction.js";
import type { Runners } from "../../ledger/machine/runner.js";
import type { NetworkDefinition } from "../../records/network.js";
import { type SignedTransaction, type SignedHash, unsignedTransaction } from "../../records/transaction.js";
import type { Store } from "../../store/store.js";
import type { Identity } from "../../data/directory/identity.js";
import { Node } from "../../node/node.js";
import { VirtualClock } from "../../base/clock/virtual-clock.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../../ledger/signatures/signature-verifier.js";
import type { ValueMap } from "../../codec/value.js";

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

/**
 * The signature verifier of a sandbox. It accepts the record objects that it made itself for an address without a key,
 * and verifies all others as usual, also one with the same hash. Only a sandbox uses it.
 */
export class Impersonation implements SignatureVerifier {
  readonly #made = new WeakSet<SignedHash>();
  /** Sender addresses by transaction hash: a block does not hold the sender of an unsigned transaction. */
  readonly #senders = new Map<string, string>();

  /** Makes a transaction from an address without its key. */
  transactionFrom(address: string, transaction: ValueMap): SignedTransaction {
    const made = { ...unsignedTransaction(transaction), address };
    this.#made.add(made);
    this.#senders.set(made.hash, address);
    return made;
  }

  /** Returns a block's record with the address that it was sent from. */
  asSent(transaction: SignedTransaction): SignedTransaction {
    const address = this.#senders.get(transaction.hash);
    return address === undefined ? transaction : { ...transaction, address };
  }

  async verify(signed: readonly SignedHash[]): Promise<readonly boolean[]> {
    const others = signed.filter((each) => !this.#made.has(each));
    const verdicts = await INLINE_VERIFIER.verify(others);
    const verdictOf = new Map(others.map((each, index) => [each, verdicts[index]]));
    return signed.map((each) => this.#made.has(each) || verdictOf.get(each) === true);
  }
}
