import { expect } from "chai";
import { ChainError, messageOf } from "../../src/codec/chain-error.js";
import type { Clock } from "../../src/base/clock/clock.js";
import { VolatileSigningMemory, type SigningMemory } from "../../src/consensus/signing-memory.js";
import type { Engine } from "../../src/api/engine.js";
import type { Identity } from "../../src/data/directory/identity.js";
import { clockRefused } from "../../src/node/errors.js";
import type { LogEntry } from "../../src/base/log.js";
import { Node } from "../../src/node/node.js";
import type { Connect } from "../../src/peers/transport/host.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import type { MainBlockSummary } from "../../src/records/main-block.js";
import type { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import { virtualSearch } from "../support/virtual-search.js";
import { BreakableStore, type Break } from "./breakable-store.js";
import { PlainNode } from "./plain-node.js";
import type { Traitor } from "./traitor.js";

export interface ParticipantOptions {
  readonly index: number;
  readonly identity: Identity;
  readonly network: NetworkDefinition;
  readonly store: OverlayStore;
  readonly clock: Clock;
  /** Connects a process with this clock to the others. */
  readonly connect: (index: number, clock: Clock) => Connect;
  /** Hosts of the others. */
  readonly hosts: readonly string[];
  /** How long the next search for a nonce takes, µs. */
  readonly searchUs: () => number;
  /** Whether it follows rules 1 and none of the local rules. */
  readonly isPlain: boolean;
  readonly onFault: (what: string) => void;
  readonly onFailure: (error: unknown) => void;
  readonly onLog: (index: number, entry: LogEntry) => void;
}

interface Process {
  readonly node: Node;
  readonly disk: BreakableStore;
  /** What others see of it, unless it lies. */
  readonly engine: Engine;
}

/** One machine of the simulation: its disk is permanent, its process starts and dies, its clock may be wrong. */
export class Participant {
  readonly index: number;
  readonly host: string;
  readonly identity: Identity;
  /** Whether it follows rules 1 and none of the local rules. */
  readonly isPlain: boolean;
  /** The disk, whether or not a process runs. */
  readonly store: OverlayStore;
  offsetUs = 0;
  #traitor: Pick<Traitor, "engine"> | null = null;
  /** Whether it was ever a traitor: its lies are signed with the node's key, and the node must not stop signing when it sees them. */
  #hasLied = false;
  readonly #options: ParticipantOptions;
  readonly #signingMemory = new VolatileSigningMemory();
  #process: Process | null = null;

  constructor(options: ParticipantOptions) {
    this.index = options.index;
    this.host = hostOf(options.index);
    this.identity = options.identity;
    this.isPlain = options.isPlain;
    this.store = options.store;
    this.#options = options;
  }

  /** How the node lies; null while it is honest. */
  get traitor(): Pick<Traitor, "engine"> | null {
    return this.#traitor;
  }

  set traitor(traitor: Pick<Traitor, "engine"> | null) {
    this.#traitor = traitor;
    this.#hasLied ||= traitor !== null;
  }

  /** The running node, null while the process is dead. */
  get node(): Node | null {
    if (this.#process?.disk.isBroken === true) this.#process = null;
    return this.#process?.node ?? null;
  }

  /** The engine that answers another participant; null when no process runs. */
  engineFor(asker: number): Engine | "silent" | null {
    const { node, traitor } = this;
    if (node === null) return null;
    return traitor === null ? (this.#process?.engine ?? null) : traitor.engine(node, asker);
  }

  async start(): Promise<void> {
    if (this.node !== null) return;
    const { index, identity, network, store, connect, hosts, searchUs, onFault } = this.#options;
    const disk = new BreakableStore(store, onFault);
    const clock = this.#clockOf(disk);
    const node = await Node.open({
      store: disk.store,
      network,
      identity,
      clock,
      signingMemory: this.#knownLies(),
      createSearch: virtualSearch(clock, searchUs),
      peers: { connect: connect(index, clock), hosts },
      log: (entry) => this.#hear(disk, entry),
    });
    this.#process = { node, disk, engine: this.#begin(node, clock, disk) };
  }

  /** Lets a process take part. Returns the engine that answers the others. */
  #begin(node: Node, clock: Clock, disk: BreakableStore): Engine {
    const { index, connect, hosts, searchUs, isPlain } = this.#options;
    if (isPlain) {
      const plain = new PlainNode({
        node,
        clients: hosts.map((host) => connect(index, clock)(host)),
        searchUs,
        onFailure: (error) => {
          if (!disk.isBroken) this.#options.onFailure(error);
        },
      });
      plain.start();
      return plain.engine();
    }
    node.onBlock((block) => this.#checkDate(block, clock));
    node.start();
    node.mining.start();
    return node;
  }

  /** Nothing is used before its time (PROTOCOL 15.1). */
  #checkDate({ height, s_timestamp }: MainBlockSummary, clock: Clock): void {
    try {
      expect(s_timestamp, `node ${this.index}, block ${height} is dated after its clock`).to.be.at.most(
        clock.nowUs(),
      );
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** Lets the process die at one of its next store operations. */
  crashAt(place: Break | null): void {
    this.#process?.disk.breakAt(place);
  }

  /** Runs a task of the running node. Ignores refusals, and errors of a task that a crash interrupts. */
  async run(task: (engine: Engine) => Promise<unknown>): Promise<void> {
    const running = this.node;
    const engine = this.#process?.engine;
    if (running === null || engine === undefined) return;
    try {
      await task(engine);
    } catch (error) {
      // A validator whose clock is wrong accepts nothing (PROTOCOL 15.13).
      const isRefused =
        error instanceof ChainError &&
        (["refused", "busy"].includes(error.kind) || error.code === clockRefused.code);
      if (!isRefused && this.node === running) throw error;
    }
  }

  #knownLies(): SigningMemory {
    const memory = this.#signingMemory;
    const { notes } = memory;
    return {
      note: (signings) => memory.note(signings),
      notes: {
        get forgottenUpTo() {
          return notes.forgottenUpTo;
        },
        isForeign: (signed, afterUs) => !this.#hasLied && notes.isForeign(signed, afterUs),
      },
    };
  }

  /** A running node must not log an error. */
  #hear(disk: BreakableStore, entry: LogEntry): void {
    const { level, module, message } = entry;
    this.#options.onLog(this.index, entry);
    if (level === "error" && !disk.isBroken)
      this.#options.onFailure(new Error(`node ${this.index}, ${module}: ${messageOf(message)}`));
  }

  /** This machine's time. Tasks of a dead process do not run. */
  #clockOf(disk: BreakableStore): Clock {
    const { clock } = this.#options;
    return {
      nowUs: () => clock.nowUs() + this.offsetUs,
      schedule: (delayUs, task) => clock.schedule(delayUs, () => (disk.isBroken ? undefined : task())),
    };
  }
}

export function hostOf(index: number): string {
  return `node-${index}.example.org:9900`;
}
