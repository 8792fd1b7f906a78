import type { Client } from "../client/index.js";
import { devAccounts, isDevNetwork } from "../data/dev-network.js";
import { createEngineClient } from "../api/engine-client.js";
import type { KeyPair } from "../data/directory/identity.js";
import { openDevSandbox, startDevChain } from "../dev/sandbox/dev-sandbox.js";
import { openFork, type ForkOptions } from "../dev/sandbox/open-fork.js";
import type { SandboxChain } from "../dev/sandbox/sandbox-chain.js";
import type { Value } from "../codec/value.js";
import { createNetwork } from "../records/network.js";
import type { RulesNumber } from "../records/rules.js";
import type { ConsoleConnection, Sandbox } from "./connection.js";
import { toValueMap } from "./to-value.js";

export type SandboxConnection = ConsoleConnection & { readonly sandbox: Sandbox };

/** Makes a development chain that begins at `startUs`, in µs, and attaches to it. Its rules are 1 unless others are given. */
export async function openSandbox(startUs: number, rules?: RulesNumber): Promise<SandboxConnection> {
  const start = await startDevChain(startUs, rules);
  return attachSandbox("sandbox", await openDevSandbox(start), start.accounts);
}

function attachSandbox(name: string, chain: SandboxChain, accounts: readonly KeyPair[]): SandboxConnection {
  return {
    name,
    ruleSet: createNetwork(chain.network).ruleSet,
    networkMembers: chain.networkMembers,
    client: createEngineClient(chain.engine, name),
    openChain: () => chain.openChain(),
    nowUs: () => chain.nextTimeUs(),
    sandbox: {
      accounts,
      mine: (rounds, watched) => chain.mine(rounds, watched),
      mineResource: (count, watched) => chain.mineResource(count, watched),
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
              ...chain.networkMembers,
              ...toValueMap(parameters),
            ]),
          ),
      }),
      fund: (address, amount) => chain.fund(address, amount),
      refusalOf: (hash) => chain.refusalOf(hash),
      close: () => chain.close(),
    },
  };
}

/** Attaches to a fork of a node's chain, from its current state. Throws as `openFork` does. */
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
