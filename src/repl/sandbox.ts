import { prepareDevChain } from "../node/network/dev-chain.js";
import { devAccounts, devNetwork } from "../node/network/dev-network.js";
import { createEngineClient } from "../node/engine-client.js";
import { createIdentity, type Identity, type KeyPair } from "../node/keys/identity.js";
import type { Watched } from "../node/sandbox/long-work.js";
import { SandboxChain } from "../node/sandbox/sandbox-chain.js";
import { IN_MEMORY, openSqliteStore } from "../store/sqlite/open.js";
import type { Value } from "../codec/value.js";
import type { Connection } from "./connection.js";
import { toValueMap } from "./to-value.js";

/** A chain of the console's own, in memory, whose time stands still until it is told to go. */
export interface Sandbox {
  /**
   * Funded, and their keys are known to everybody; a fork has them where its network is a development one. The first is
   * the manager of a chain of the console's own.
   */
  readonly accounts: readonly KeyPair[];
  /**
   * Lets so many rounds pass, or as many as it takes until nothing waits. What waits in one becomes its block: a round
   * with nothing to put into a block makes none. Answers the height.
   */
  mine(rounds?: number, watched?: Watched): Promise<number>;
  /** Lets so many resource intervals pass, and mines a resource block after each. Answers the height of the last. */
  mineResource(count?: number, watched?: Watched): Promise<number>;
  /** Lets so much time pass. */
  warp(seconds: number, watched?: Watched): Promise<void>;
  /** Remembers time, pool and both chains. Answers a number for `revert`. */
  snapshot(): Promise<number>;
  /** Goes back, also to a time before what is fixed; later snapshots are gone. */
  revert(snapshot: number): Promise<void>;
  /** Somebody who sends transactions from an address, without its key. */
  impersonate(address: string): Impersonated;
  /** Gives an address an amount, in the smallest unit, out of nothing, in a block. */
  fund(address: string, amount: string | bigint): Promise<void>;
  /** What a transaction was refused with when a block was made, null when it was not. */
  refusalOf(hash: string): string | null;
  close(): Promise<void>;
}

/** Who sends without a key. */
export interface Impersonated {
  readonly address: string;
  /** Answers the hash. */
  readonly send: (type: string, parameters?: unknown) => Promise<string>;
}

/** A sandbox is always attached to. */
export type SandboxConnection = Connection & { readonly sandbox: Sandbox };

/** Resource blocks are no work here. */
const DIFFICULTY = 2n;

/** Makes a development chain and attaches to it. Its time begins at the one given, µs. */
export async function openSandbox(startUs: number): Promise<SandboxConnection> {
  const accounts = devAccounts();
  const identity = founderIdentity(accounts);
  const definition = devNetwork(identity);
  const network = { ...definition, constants: { ...definition.constants, default_difficulty: DIFFICULTY } };
  const store = await openSqliteStore({ file: IN_MEMORY });
  const chain = await SandboxChain.open({ store, network, identity, startUs });
  await prepareDevChain(chain.founder);
  return attachSandbox("sandbox", chain, accounts);
}

/** The first account begins the chain, and so is its manager: whoever signs when nobody is named may register code. */
function founderIdentity([founder]: readonly KeyPair[]): Identity {
  const fresh = createIdentity(founder?.address);
  return founder === undefined ? fresh : { ...fresh, node: founder };
}

/** The console's side of a sandbox. */
export function attachSandbox(
  name: string,
  chain: SandboxChain,
  accounts: readonly KeyPair[],
): SandboxConnection {
  return {
    name,
    client: createEngineClient(chain.engine, name),
    openSource: () => chain.openSource(),
    nowUs: () => chain.nextTimeUs(),
    sandbox: {
      accounts,
      mine: (rounds, watched) => chain.mine(rounds, watched),
      mineResource: (count = 1, watched) => chain.mineResource(count, watched),
      warp: (seconds, watched) => chain.warp(seconds, watched),
      snapshot: () => chain.snapshot(),
      revert: (snapshot) => chain.revert(snapshot),
      impersonate: (address) => ({
        address,
        send: (type, parameters = {}) =>
          chain.sendAs(
            address,
            new Map<string, Value>([
              ["type", type],
              ["timestamp", BigInt(chain.nextTimeUs())],
              ["from", address],
              ...toValueMap(parameters),
            ]),
          ),
      }),
      fund: (address, amount) => chain.fund(address, String(amount)),
      refusalOf: (hash) => chain.refusalOf(hash),
      close: () => chain.close(),
    },
  };
}
