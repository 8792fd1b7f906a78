import type { Clock } from "../../src/consensus/clock.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import type { Identity } from "../../src/node/identity.js";
import { Node } from "../../src/node/node.js";
import type { VirtualClock } from "../../src/node/virtual-clock.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import type { Store } from "../../src/store/store.js";
import { BreakableStore } from "./breakable-store.js";

export interface ParticipantOptions {
  readonly index: number;
  readonly identity: Identity;
  readonly network: NetworkDefinition;
  readonly store: Store;
  readonly clock: VirtualClock;
}

/** One machine of the simulation: its disk stays, its process comes and goes, its clock may be wrong. */
export class Participant {
  readonly index: number;
  readonly identity: Identity;
  /** What is on the disk, whether a process runs or not. */
  readonly store: Store;
  offsetUs = 0;
  readonly #options: ParticipantOptions;
  readonly #signingMemory = new VolatileSigningMemory();
  #process: { readonly node: Node; readonly disk: BreakableStore } | null = null;

  constructor(options: ParticipantOptions) {
    this.index = options.index;
    this.identity = options.identity;
    this.store = options.store;
    this.#options = options;
  }

  /** The running node, null while the process is dead. */
  get node(): Node | null {
    if (this.#process?.disk.isBroken === true) this.#process = null;
    return this.#process?.node ?? null;
  }

  async start(): Promise<void> {
    if (this.node !== null) return;
    const { identity, network, store } = this.#options;
    const disk = new BreakableStore(store);
    const clock = this.#clockOf(disk);
    const signingMemory = this.#signingMemory;
    const node = await Node.open({ store: disk.store, network, identity, clock, signingMemory });
    this.#process = { node, disk };
    node.start();
  }

  /** Lets the process die at one of its next store operations, before or after that one is done. */
  crashAt(operation: number, isDoneFirst: boolean): void {
    this.#process?.disk.breakAt(operation, isDoneFirst);
  }

  /** Runs a task of the running node; one that the crash interrupts ends with the process. */
  async run(task: (node: Node) => Promise<void>): Promise<void> {
    const running = this.node;
    if (running === null) return;
    try {
      await task(running);
    } catch (error) {
      if (this.node === running) throw error;
    }
  }

  /** This machine's time; nothing runs in a process that is dead. */
  #clockOf(disk: BreakableStore): Clock {
    const { clock } = this.#options;
    return {
      nowUs: () => clock.nowUs() + this.offsetUs,
      schedule: (delayUs, task) =>
        clock.schedule(delayUs, async () => {
          if (!disk.isBroken) await task();
        }),
    };
  }
}
