import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { importChains } from "../../src/ledger/import/import-chain.js";
import type { SignatureVerifier } from "../../src/ledger/signatures/signature-verifier.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { devNetwork } from "../../src/data/dev-network.js";
import { prepareDevChain } from "../../src/dev/prepare-dev-chain.js";
import { createKeyPair, type Identity } from "../../src/data/directory/identity.js";
import { Node } from "../../src/node/node.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { readMainBlock, type MainBlock, mainBlockToText } from "../../src/records/main-block.js";
import { createNetwork, DEFAULT_CONSTANTS, type NetworkDefinition } from "../../src/records/network.js";
import type { ResourceBlock } from "../../src/records/resource-block.js";
import { openSqliteStore, IN_MEMORY } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { each } from "./each.js";
import { mineBlock } from "./forged-blocks.js";
import { withRules } from "./with-rules.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { untilDone } from "./until-done.js";

/** The time in µs from which the validators of a prepared chain hold their slots, for an hour. */
export const OFFICE_START_US = 1_800_000_000_000_000;

const SECOND_US = 1_000_000;
const CONFIRM_COUNT = 2;
const CONFIRM_INTERVAL_US = 3600 * SECOND_US;
const PREPARATION_US = 2 * CONFIRM_INTERVAL_US;
const DIFFICULTY = "2";
/** This process signed the chain's transactions. */
const SIGNED_HERE: SignatureVerifier = { verify: async (transactions) => transactions.map(() => true) };

/** A development chain whose resource chain names several validators. */
export interface ValidatorChain {
  readonly network: NetworkDefinition;
  /** The nodes, the genesis node first. */
  readonly identities: readonly Identity[];
  readonly mainBlocks: readonly MainBlock[];
  readonly resourceBlocks: readonly ResourceBlock[];
}

/**
 * The validator that takes the newest slot next, by number, and the time of that in µs. The oldest slot is then lost.
 */
export interface Successor {
  readonly validator: number;
  readonly fromUs: number;
}

/** The rules of a chain; default: rules 1. */
export interface ChainRules {
  readonly rules?: RulesNumber;
  /** By rules 2, what the transactions of a block may work through together. */
  readonly work_limit?: number;
}

/**
 * The chain in which these nodes, by number from 0, hold the validator slots in this order; the last is the newest
 * slot.
 */
export async function prepareValidatorChain(
  slots: readonly number[],
  successor?: Successor,
  { rules = 1, ...limits }: ChainRules = {},
): Promise<ValidatorChain> {
  const identities = Array.from({ length: Math.max(...slots) + 1 }, (_, index) => testIdentity(index));
  const definition = devNetwork(testIdentity(0));
  const constants = {
    ...DEFAULT_CONSTANTS,
    resource_confirm_count: CONFIRM_COUNT,
    confirm_interval: CONFIRM_INTERVAL_US,
    validator_count: slots.length,
    default_difficulty: BigInt(DIFFICULTY),
    ...limits,
  };
  const network = withRules({ ...definition, constants }, rules);
  const clock = new VirtualClock(OFFICE_START_US - PREPARATION_US);
  const node = await Node.open({
    store: await openSqliteStore({ file: IN_MEMORY }),
    network,
    identity: testIdentity(0),
    clock,
    signingMemory: new VolatileSigningMemory(),
  });
  node.start();
  await untilDone(prepareDevChain(node), {
    settled: () => node.settled(),
    pass: () => clock.advance(SECOND_US / 10),
  });
  const beginUs = node.clock.nowUs();
  const resourceBlocks = await commitResourceBlocks(node, [
    ...[...genesisSlots(), ...slots].map((validator, index) => ({
      validator,
      timestamp: beginUs + index * 2 * SECOND_US,
    })),
    ...(successor === undefined
      ? []
      : [{ validator: successor.validator, timestamp: successor.fromUs - CONFIRM_INTERVAL_US - 1 }]),
    // Too recent to be confirmed while the others hold their slots.
    { validator: 0, timestamp: OFFICE_START_US },
  ]);
  const mainBlocks: MainBlock[] = [];
  for await (const block of node.ledger.store.streamMainBlocks(1, node.ledger.tip.height))
    mainBlocks.push(readMainBlock(parseJson(mainBlockToText(block))));
  await node.stop();
  return { network, identities, mainBlocks, resourceBlocks };
}

/** A store in memory with the fully validated chain. */
export async function openValidatorStore(chain: ValidatorChain): Promise<Store> {
  const store = await openSqliteStore({ file: IN_MEMORY });
  const ledger = await Ledger.open(store, createNetwork(chain.network));
  await importChains(
    ledger,
    { main: each(chain.mainBlocks), resource: each(chain.resourceBlocks) },
    {
      nowUs: OFFICE_START_US,
      verifier: SIGNED_HERE,
    },
  );
  return store;
}

function testIdentity(index: number): Identity {
  const node = createKeyPair(hashOf(`validator ${index}`));
  return { node, peer: createKeyPair(hashOf(`peer ${index}`)), owner: node.address };
}

function genesisSlots(): readonly number[] {
  return Array.from({ length: CONFIRM_COUNT }, () => 0);
}

/** Resource blocks by these validators. */
async function commitResourceBlocks(
  node: Node,
  validators: readonly { readonly validator: number; readonly timestamp: number }[],
): Promise<readonly ResourceBlock[]> {
  const { ledger } = node;
  const blocks: ResourceBlock[] = [];
  for (const [index, { validator, timestamp }] of validators.entries()) {
    const { address } = testIdentity(validator).node;
    const block = mineBlock({
      height: index + 1,
      previous_blockhash: blocks.at(-1)?.blockhash ?? "",
      timestamp,
      difficulty: DIFFICULTY,
      main_height: ledger.tip.height,
      main_blockhash: ledger.tip.blockhash,
      validator: address,
      miner: address,
      receipts: new Map(),
    });
    await ledger.resourceChain.commit(block, OFFICE_START_US);
    blocks.push(block);
  }
  return blocks;
}
