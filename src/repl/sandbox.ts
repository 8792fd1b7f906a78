import type { Client } from "../client/index.js";
import { prepareDevChain } from "../node/network/dev-chain.js";
import { devAccounts, devNetwork, isDevNetwork } from "../node/network/dev-network.js";
import { createEngineClient } from "../node/engine-client.js";
import { createIdentity, type Identity, type KeyPair } from "../node/directory/identity.js";
import { openFork, type ForkOptions } from "../node/sandbox/open-fork.js";
import { SandboxChain } from "../node/sandbox/sandbox-chain.js";
import { IN_MEMORY, openSqliteStore } from "../store/sqlite/open.js";
import type { Value } from "../codec/value.js";
import type { ConsoleConnection, Sandbox } from "./connection.js";
import { toValueMap } from "./to-value.js";

/** The connection to a sandbox. */
export type SandboxConnection = ConsoleConnection & { readonly sandbox: Sandbox };

/** Mining takes no effort here. */
const DIFFICULTY = 2n;

/** Makes a development chain that begins at `startUs`, in µs, and attaches to it. */
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

/** The first account begins the chain and so is its network manager: the default signer may register code. */
function founderIdentity([founder]: readonly KeyPair[]): Identity {
  const fresh = createIdentity(founder?.address);
  return founder === undefined ? fresh : { ...fresh, node: founder };
}

/** Attaches the console to a sandbox. */
export function attachSandbox(
  name: string,
  chain: SandboxChain,
  accounts: readonly KeyPair[],
): SandboxConnection {
  return {
    name,
    client: createEngineClient(chain.engine, name),
    openChain: () => chain.openChain(),
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

/**
 * Attaches to a fork of a node's chain: a sandbox that begins with the node's current state. Throws as `openFork`
 * does.
 */
export async function attachFork(client: Client, options: ForkOptions): Promise<SandboxConnection> {
  const chain = await openFork(client, options);
  const { network, height } = chain;
  // The accounts of a development network are the same everywhere.
  const accounts = isDevNetwork(network) ? devAccounts() : [];
  return {
    ...attachSandbox("fork", chain, accounts),
    place: `${client.url} at main block ${height}`,
    network: `a fork of ${network.network_name}`,
  };
}
