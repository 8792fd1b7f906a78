import type { Runners } from "../../ledger/machine/runner.js";
import type { NetworkDefinition } from "../../records/network.js";
import { readNetworkDefinition } from "../../records/network-reader.js";
import { DEFAULT_RULES, type RulesNumber } from "../../records/rules.js";
import { EMPTY_STORE } from "../../store/overlay/empty-store.js";
import { OverlayStore } from "../../store/overlay/overlay-store.js";
import type { Store } from "../../store/store.js";
import { createIdentity, type Identity, type KeyPair } from "../../data/directory/identity.js";
import { devAccounts, devNetwork } from "../../data/dev-network.js";
import { prepareDevChain } from "../prepare-dev-chain.js";
import { SandboxChain } from "./sandbox-chain.js";

/** Mining takes no effort here. */
const DIFFICULTY = 2n;

/** A development chain in memory from which any number of sandboxes begin. It is no longer written to. */
export interface DevChainStart {
  readonly store: Store;
  readonly network: NetworkDefinition;
  readonly identity: Identity;
  /** Funded; the first one is the network manager. */
  readonly accounts: readonly KeyPair[];
  /** The time after its last block, in µs. */
  readonly timeUs: number;
}

/** Makes a development chain that begins at `startUs`, in µs. Its rules are 1 unless others are given. */
export async function startDevChain(
  startUs: number,
  rules: RulesNumber = DEFAULT_RULES,
): Promise<DevChainStart> {
  const accounts = devAccounts();
  const identity = founderIdentity(accounts);
  const definition = devNetwork(identity);
  const constants = { ...definition.constants, default_difficulty: DIFFICULTY };
  const network = readNetworkDefinition({ ...definition, rules, constants });
  const store = await OverlayStore.over(EMPTY_STORE);
  const chain = await SandboxChain.open({ store, network, identity, startUs });
  await prepareDevChain(chain.founder);
  const timeUs = chain.nextTimeUs();
  await chain.close();
  return { store, network, identity, accounts, timeUs };
}

export async function openDevSandbox(
  { store, network, identity, timeUs }: DevChainStart,
  runners?: Runners,
): Promise<SandboxChain> {
  const own = await OverlayStore.over(store);
  const options = { store: own, network, identity, startUs: timeUs };
  return SandboxChain.open(runners === undefined ? options : { ...options, runners });
}

/** The first account begins the chain and so is its network manager: the default signer may register code. */
function founderIdentity([founder]: readonly KeyPair[]): Identity {
  const fresh = createIdentity(founder?.address);
  return founder === undefined ? fresh : { ...fresh, node: founder };
}
