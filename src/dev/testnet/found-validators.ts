import { setImmediate } from "node:timers/promises";
import { VirtualClock } from "../../base/clock/virtual-clock.js";
import type { Kernel } from "../../consensus/miner/kernel.js";
import { createFastestKernel } from "../../consensus/miner/kernels.js";
import { createMiningJob } from "../../consensus/miner/mining-job.js";
import { COUNTERS_PER_SCAN, SALT_DIGITS } from "../../consensus/miner/nonce.js";
import { VolatileSigningMemory } from "../../consensus/signing-memory.js";
import type { Identity } from "../../data/directory/identity.js";
import type { Ledger } from "../../ledger/ledger.js";
import { Node } from "../../node/node.js";
import type { NetworkDefinition } from "../../records/network.js";
import { createResourceBlock, type ResourceBlock } from "../../records/resource-block.js";
import type { Store } from "../../store/store.js";
import { prepareDevChain } from "../prepare-dev-chain.js";

/** Virtual time passes in such steps, µs, while the chain is made. */
const STEP_US = 100_000;
/** How long the development codes and accounts may take, in resource intervals. */
const PREPARING = 30;

export interface FoundingOrder {
  readonly network: NetworkDefinition;
  /** The genesis node first. */
  readonly identities: readonly Identity[];
  /** When the network starts, µs. The chain is older. */
  readonly startUs: number;
}

/**
 * Makes the chain of a network in which each of some nodes has slots as a validator from the start: the development
 * codes, funded accounts, and resource blocks that the nodes have mined in turn. Closes the store.
 */
export async function foundValidators(store: Store, order: FoundingOrder): Promise<void> {
  const { network, identities, startUs } = order;
  const [genesis] = identities;
  if (genesis === undefined) throw new RangeError("A network needs a node. ");
  const resourceBlocks = blocksToMine(network);
  const clock = new VirtualClock(
    startUs - (resourceBlocks + PREPARING) * network.constants.resource_interval,
  );
  const signingMemory = new VolatileSigningMemory();
  const node = await Node.open({ store, network, identity: genesis, clock, signingMemory });
  node.start();
  await passUntil(prepareDevChain(node), node, clock);
  await mineTurns(node.ledger, order, resourceBlocks);
  await node.stop();
}

/** Enough for the confirm interval, all slots below it, and the heights of the genesis node. */
function blocksToMine({ constants }: NetworkDefinition): number {
  const { resource_interval, resource_confirm_count, confirm_interval, validator_count } = constants;
  return resource_confirm_count + validator_count + Math.ceil(confirm_interval / resource_interval) + 4;
}

async function passUntil(work: Promise<void>, node: Node, clock: VirtualClock): Promise<void> {
  const progress = { isDone: false };
  const end = (): void => {
    progress.isDone = true;
  };
  work.then(end, end);
  for (;;) {
    await node.settled();
    // Code that awaited the settled work continues in this turn.
    await setImmediate();
    if (progress.isDone) return work;
    await clock.advance(STEP_US);
  }
}

/** Mines the resource blocks before the start: first by the genesis node, then by each node in turn. */
async function mineTurns(
  ledger: Ledger,
  { network, identities, startUs }: FoundingOrder,
  resourceBlocks: number,
): Promise<void> {
  const { resource_confirm_count, resource_interval } = network.constants;
  const kernel = await createFastestKernel();
  for (let height = 1; height <= resourceBlocks; height += 1) {
    const turn = height <= resource_confirm_count ? 0 : height % identities.length;
    const address = identities[turn]?.node.address ?? "";
    const timestamp = startUs - (resourceBlocks - height) * resource_interval;
    await ledger.resourceChain.commit(await mine(ledger, kernel, { address, timestamp }), startUs);
  }
}

async function mine(
  { tip, resourceChain }: Ledger,
  kernel: Kernel,
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
  const task = { ...createMiningJob(content), salt: "5".repeat(SALT_DIGITS) };
  for (let from = 0; ; from += COUNTERS_PER_SCAN) {
    const { nonce } = kernel.search(task, { from, count: COUNTERS_PER_SCAN });
    if (nonce !== null) return createResourceBlock(content, nonce);
  }
}
