import { hashOf } from "../../src/codec/hash.js";
import { devNetwork } from "../../src/data/dev-network.js";
import { foundValidators } from "../../src/dev/testnet/found-validators.js";
import { createKeyPair, type Identity } from "../../src/data/directory/identity.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { withRules } from "../support/with-rules.js";
import { DEFAULT_CONSTANTS, type NetworkDefinition } from "../../src/records/network.js";
import type { Store } from "../../src/store/store.js";
import type { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import { createDisk } from "./disk.js";

const SECOND_US = 1_000_000;
const CONFIRM_COUNT = 3;

/** How fast the resource chain of a network grows, and when its blocks are confirmed. */
export interface Pace {
  readonly resourceUs: number;
  readonly confirmUs: number;
}

/** Longer than all faults of a run, so that no part of a partitioned network fixes blocks that the others lack. */
export const SLOW: Pace = { resourceUs: 4 * SECOND_US, confirmUs: 75 * SECOND_US };
/** Blocks that are made while a network that is whole is attacked become fixed before the run ends. */
export const FAST: Pace = { resourceUs: 3 * SECOND_US, confirmUs: 16 * SECOND_US };
const VALIDATOR_SLOTS = 9;
/** Well above 1, where the hash limit is text of 65 digits, below most hashes. */
const DIFFICULTY = 64n;

/**
 * The start of every run with this number of nodes: a chain with funded accounts, and validators that have mined in
 * turn.
 */
export interface Founding {
  readonly network: NetworkDefinition;
  /** The genesis node first. */
  readonly identities: readonly Identity[];
  readonly store: OverlayStore;
  readonly startUs: number;
  /** How often the nodes find a resource block together, µs on average. */
  readonly resourceIntervalUs: number;
}

const START_US = 1_800_000_000_000_000;

export async function found(nodes: number, pace: Pace = SLOW, rules: RulesNumber = 1): Promise<Founding> {
  const store = await createDisk();
  const { network, identities } = await foundIn(store, { nodes, pace, rules, startUs: START_US });
  return { network, identities, store, startUs: START_US, resourceIntervalUs: pace.resourceUs };
}

interface FoundingOrder {
  readonly nodes: number;
  readonly pace: Pace;
  readonly rules: RulesNumber;
  /** When the run starts. The chain is older. */
  readonly startUs: number;
  /** Another name than that of a development network, whose node is alone. */
  readonly name?: string;
}

/** Makes the chain in a store, and closes it. */
export async function foundIn(
  store: Store,
  { nodes, pace, rules, startUs, name }: FoundingOrder,
): Promise<Pick<Founding, "network" | "identities">> {
  const identities = Array.from({ length: nodes }, (_, index) => identityOf(index));
  const { network_name, ...others } = networkOf(identityOf(0), pace);
  const network = withRules({ network_name: name ?? network_name, ...others }, rules);
  await foundValidators(store, { network, identities, startUs });
  return { network, identities };
}

function networkOf(genesis: Identity, { resourceUs, confirmUs }: Pace): NetworkDefinition {
  return {
    ...devNetwork(genesis),
    constants: {
      ...DEFAULT_CONSTANTS,
      main_chain_interval: SECOND_US,
      resource_interval: resourceUs,
      resource_confirm_count: CONFIRM_COUNT,
      confirm_interval: confirmUs,
      validator_count: VALIDATOR_SLOTS,
      difficulty_change_cycle: 10,
      default_difficulty: DIFFICULTY,
    },
  };
}

function identityOf(index: number): Identity {
  const node = createKeyPair(hashOf(`validator ${index}`));
  return { node, peer: createKeyPair(hashOf(`peer ${index}`)), owner: node.address };
}
