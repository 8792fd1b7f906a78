import { canonicalJson } from "../codec/canonical-json.js";
import { EMPTY, objectToValue, type Value } from "../codec/value.js";
import type { Clock } from "../base/clock/clock.js";
import { Ledger } from "../ledger/ledger.js";
import { createNetwork, type NetworkDefinition } from "../records/network.js";
import type { Store } from "../store/store.js";
import { infoView } from "./views/chain-views.js";
import type { DataDirectory } from "../data/directory/data-directory.js";
import { ChainAnswers } from "./chain-answers.js";
import type { Engine, PeerAnswer, PeerQuery } from "./engine.js";
import { nodeNotRunning } from "./errors.js";
import { ReadChain } from "../replay/read-chain.js";
import type { Exploration } from "./exploring/explorations.js";
import type { ReplayJob } from "./tracing/replay-job.js";
import { openStoreToRead } from "../data/directory/open-store.js";
import { readPeersFile } from "../data/directory/peers-file.js";

const IDLE = {
  chain_maker_policy: false,
  resource_miner_policy: false,
  peer_searcher_policy: false,
  collector_policy: false,
  mining: false,
} as const;

interface StoppedParts {
  readonly directory: DataDirectory;
  readonly definition: NetworkDefinition;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/**
 * The node of a data directory while it does not run. It answers from the stored chain, and refuses with
 * `NODE_NOT_RUNNING` what only a running node can do: accept transactions and hosts, prove its identity, and show an
 * open round.
 */
export class StoppedNode extends ChainAnswers implements Engine {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly definition: NetworkDefinition;
  readonly #directory: DataDirectory;
  readonly sendTransaction = (): Promise<never> => this.#refuse();
  readonly sendAndWait = (): Promise<never> => this.#refuse();
  readonly broadcast = (): Promise<never> => this.#refuse();

  private constructor({ directory, definition, ledger, clock }: StoppedParts) {
    super();
    this.#directory = directory;
    this.definition = definition;
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Opens the chain of a data directory as it is now: blocks that a node adds later are not shown. Throws as
   * `openStoreToRead` does.
   */
  static async open(directory: DataDirectory, clock: Clock): Promise<StoppedNode> {
    const { store, definition } = await openStoreToRead(directory);
    try {
      const ledger = await Ledger.open(store, createNetwork(definition));
      return new StoppedNode({ directory, definition, ledger, clock });
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  get store(): Store {
    return this.ledger.store;
  }

  close(): Promise<void> {
    return this.store.close();
  }

  info(): Promise<Value> {
    return infoView(this.ledger, "is_stopped", IDLE);
  }

  async replay(job: ReplayJob): Promise<string> {
    const { runReplay } = await import("./tracing/replay-job.js");
    const chain = await ReadChain.ofStore(this.store, this.definition);
    return canonicalJson(await runReplay(chain, job, this.clock.nowUs()));
  }

  explore<Given>({ view, given }: Exploration<Given>): Promise<Value> {
    const refusal = nodeNotRunning({ directory: this.#directory.path });
    const standing = { pool: { size: 0, bytes: 0 }, peers: 0, refusal };
    return view({ ledger: this.ledger, standing, nowUs: this.clock.nowUs() }, given);
  }

  async *events(): AsyncGenerator<string> {
    yield await this.#refuse();
  }

  /** Peer: lists the hosts of the last run's peers as known hosts. Only a running node has peers. */
  async peer({ register, authentication }: PeerQuery): Promise<PeerAnswer> {
    if (register || authentication) return this.#refuse();
    const known_hosts = await readPeersFile(this.#directory.peersFile);
    const data = objectToValue({ peers: EMPTY, known_hosts });
    return { data, register, registerResult: false, authentication };
  }

  #refuse(): Promise<never> {
    return Promise.reject(nodeNotRunning({ directory: this.#directory.path }));
  }
}
