import { hashOf } from "../../src/codec/hash.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { REFERENCE_KERNEL } from "../support/reference-kernel.js";
import { createMiningJob } from "../../src/consensus/miner/mining-job.js";
import { SALT_DIGITS } from "../../src/consensus/miner/nonce.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { devNetwork } from "../../src/data/dev-network.js";
import { prepareDevChain } from "../../src/dev/prepare-dev-chain.js";
import { createKeyPair, type Identity } from "../../src/data/directory/identity.js";
import { Node } from "../../src/node/node.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { withRules } from "../support/with-rules.js";
import { DEFAULT_CONSTANTS, type NetworkDefinition } from "../../src/records/network.js";
import { createResourceBlock, type ResourceBlock } from "../../src/records/resource-block.js";
import type { Store } from "../../src/store/store.js";
import type { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import { createDisk } from "./disk.js";
import { untilDone } from "../support/until-done.js";

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
/** Enough for the confirm interval, all slots below it, and the heights of the genesis node. */
const resourceBlocksFor = ({ confirmUs, resourceUs }: Pace): number =>
  CONFIRM_COUNT + VALIDATOR_SLOTS + Math.ceil(confirmUs / resourceUs) + 4;
/** Well above 1, where the hash limit is text of 65 digits, below most hashes. */
const DIFFICULTY = 64n;
const COUNTERS = 100_000;

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
  const resourceBlocks = resourceBlocksFor(pace);
  const identities = Array.from({ length: nodes }, (_, index) => identityOf(index));
  const { network_name, ...others } = networkOf(identityOf(0), pace);
  const network = withRules({ network_name: name ?? network_name, ...others }, rules);
  const clock = new VirtualClock(startUs - (resourceBlocks + 30) * pace.resourceUs);
  const signingMemory = new VolatileSigningMemory();
  const node = await Node.open({ store, network, identity: identityOf(0), clock, signingMemory });
  node.start();
  await untilDone(prepareDevChain(node), {
    settled: () => node.settled(),
    pass: () => clock.advance(SECOND_US / 10),
  });
  await mineTurns(node.ledger, identities, { resourceBlocks, startUs, ...pace });
  await node.stop();
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

/** Mines the resource blocks before the run: first by the genesis node, then by each node in turn. */
async function mineTurns(
  ledger: Ledger,
  identities: readonly Identity[],
  {
    resourceBlocks,
    resourceUs,
    startUs,
  }: Pace & Pick<FoundingOrder, "startUs"> & { readonly resourceBlocks: number },
): Promise<void> {
  for (let height = 1; height <= resourceBlocks; height += 1) {
    const turn = height <= CONFIRM_COUNT ? 0 : height % identities.length;
    const address = identities[turn]?.node.address ?? "";
    const timestamp = startUs - (resourceBlocks - height) * resourceUs;
    await ledger.resourceChain.commit(await mine(ledger, { address, timestamp }), startUs);
  }
}

async function mine(
  { tip, resourceChain }: Ledger,
  { address, timestamp }: { readonly address: string; readonly timestamp: number },
): Promise<ResourceBlock> {
  const content = {
    height: (resourceChain.tip?.height ?? 0) + 1,
    previous_blockhash: resourceChain.tip?.blockhash ?? "",
    timestamp,
    difficulty: await resourceChain.nextDifficulty(),
    main_height: tip.height,
    main_blockhash: tip.blockhash,
    validator: address,
    miner: address,
    receipts: new Map(),
  };
  const { prefix, limit } = createMiningJob(content);
  const task = { prefix, limit, salt: "5".repeat(SALT_DIGITS) };
  const { nonce } = REFERENCE_KERNEL.search(task, { from: 0, count: COUNTERS });
  if (nonce === null) throw new RangeError("This difficulty is too much for a test. ");
  return createResourceBlock(content, nonce);
}
