/** Random chains of rules 2, made by the node's ledger out of random programs (PROTOCOL 16). */
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey, stateKeyOf } from "../../src/codec/state-key.js";
import { timeHash } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { prepareTransaction, type PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import { createHypothesis } from "../../src/records/hypothesis.js";
import { WORK_LIMIT } from "../../src/records/limits.js";
import { mainBlockToText } from "../../src/records/main-block.js";
import { createNetwork, definitionText, type NetworkDefinition } from "../../src/records/network.js";
import { resourceBlockToText } from "../../src/records/resource-block.js";
import { createSeal } from "../../src/records/seal.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { StateEntry, Store } from "../../src/store/store.js";
import { mineNext } from "../support/forged-blocks.js";
import { testKey } from "../support/keys.js";
import { mapIn } from "../support/vectors.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { Chance } from "./chance.js";
import { generate } from "./generate.js";
import { mainBlock } from "../../src/store/reads.js";

/** A chain as texts, which any implementation can read. */
export interface MadeChain {
  /** The network definition (PROTOCOL 16.5) as JSON text. */
  readonly definition: string;
  /** The registered codes, and the Fee if there is one, as JSON text. */
  readonly codes: readonly string[];
  readonly fee: string | null;
  /** The cells before the blocks: area, padded key, value as JSON text. */
  readonly cells: readonly (readonly ["universal" | "local", string, string])[];
  /** The main block before the blocks. */
  readonly tip: { readonly height: number; readonly s_timestamp: number; readonly blockhash: string };
  /** The blocks of both chains as JSON text, in the order in which they come. */
  readonly blocks: readonly { readonly chain: "main" | "resource"; readonly text: string }[];
  /** The cells after them, in key order. */
  readonly after: readonly string[];
}

const SECOND_US = 1_000_000;
const START_US = 1_800_000_000_000_000;
const STEPS = 14;
export const AREAS = ["universal", "local"] as const;
const VALIDATORS: readonly KeyPair[] = ["genesis", "second", "third", "fourth"].map(testKey);
const SIGNERS: readonly KeyPair[] = ["signer", "other"].map(testKey);

const DEFINITION: NetworkDefinition = {
  network_name: "GENERATED",
  system_nonce: "Fiat lux. ",
  genesis_address: VALIDATORS[0]?.address ?? "",
  manager_addresses: [],
  peers: [],
  rules: 2,
  constants: {
    main_chain_interval: SECOND_US,
    resource_interval: 4 * SECOND_US,
    resource_confirm_count: 2,
    confirm_interval: 6 * SECOND_US,
    validator_count: 3,
    difficulty_change_cycle: 4,
    default_difficulty: 2n,
    standard_amount: 1_000n,
    credit_amount: 5_001n,
    work_limit: WORK_LIMIT,
  },
};
const NETWORK = createNetwork(DEFINITION);

/** Makes chain `index` of a seed. */
export async function makeChain(of: { readonly seed: number; readonly index: number }): Promise<MadeChain> {
  const chance = new Chance(of.seed, of.index);
  const scenario = generate({
    ...of,
    root: { writer: "0".repeat(44), space: NETWORK.rootSpace },
    kind: "transaction",
  });
  const { codes, fee } = scenario;
  const cells = AREAS.flatMap((area) =>
    [
      ...new Map(
        scenario.cells
          .filter((one) => one.area === area)
          .flatMap((one) => {
            const key = stateKeyOf(one.writer, one.space, one.attribute, one.key);
            return key === null || one.value === "null" ? [] : [[padStateKey(key), one.value] as const];
          }),
      ),
    ].map(([key, value]) => [area, key, value] as const),
  );
  const tip = { height: 1, s_timestamp: START_US, blockhash: timeHash(`tip ${of.index}`, START_US) };
  const store = await openBeginning({ tip, cells, codes, fee });
  const ledger = await Ledger.open(store, NETWORK);
  const blocks: MadeChain["blocks"][number][] = [];
  let nowUs = START_US;
  for (let step = 0; step < STEPS; step += 1) {
    nowUs += (1 + chance.below(4)) * SECOND_US + chance.below(SECOND_US);
    if (chance.happens(0.5)) {
      await addResourceBlock(ledger, chance, nowUs);
      const stored = await store.resourceBlock("last");
      if (stored !== null) blocks.push({ chain: "resource", text: resourceBlockToText(stored) });
    } else if (await addMainBlock(ledger, { chance, nowUs, calls: scenario.calls })) {
      const stored = await mainBlock(store, { height: ledger.tip.height });
      if (stored !== null) blocks.push({ chain: "main", text: mainBlockToText(stored) });
    }
  }
  const after: string[] = [];
  for (const area of AREAS)
    for (const { key, value } of await store.listState(area, ""))
      if (!ledger.registry.isCodeKey(key)) after.push(`${area} ${padStateKey(key)} ${canonicalJson(value)}`);
  await store.close();
  return { definition: definitionText(DEFINITION), codes, fee, cells, tip, blocks, after: after.sort() };
}

/** A store with what a chain begins from, as if a block had left it. */
export async function openBeginning({
  tip,
  cells,
  ...registered
}: Pick<MadeChain, "tip" | "cells" | "codes" | "fee">): Promise<Store> {
  const codes = registered.fee === null ? registered.codes : [...registered.codes, registered.fee];
  const store = await openSqliteStore({ file: IN_MEMORY });
  const write = (key: string, value: Value): StateEntry => ({ key, value });
  const ofArea = (area: string): readonly StateEntry[] =>
    cells.filter(([kind]) => kind === area).map(([, key, value]) => write(key, parseJson(value)));
  const ofCodes = codes.map((text) => write(NETWORK.prefixes.contract + codeIdOf(parseCode(text)), text));
  await store.commitMainBlock({
    block: {
      ...tip,
      previous_blockhash: "",
      transaction_count: 0,
      seal: "[]",
      universal_updates: "[]",
      local_updates: "[]",
    },
    transactions: [],
    universal: ofArea("universal"),
    local: [...ofArea("local"), ...ofCodes],
    codeKeys: ofCodes.map(({ key }) => key),
  });
  return store;
}

async function addResourceBlock(ledger: Ledger, chance: Chance, nowUs: number): Promise<void> {
  const { resourceChain, network, tip } = ledger;
  const isFirst = (resourceChain.tip?.height ?? 0) < network.constants.resource_confirm_count;
  const pick = (): string => (isFirst ? network.genesis_address : chance.pick(VALIDATORS).address);
  const named = { main_height: tip.height, main_blockhash: tip.blockhash, validator: pick(), miner: pick() };
  await resourceChain.commit(await mineNext(ledger, { timestamp: nowUs, ...named }), nowUs);
}

/** Returns whether it made a block: not without a validator, nor when no call passes. */
async function addMainBlock(
  ledger: Ledger,
  of: { readonly chance: Chance; readonly nowUs: number; readonly calls: readonly string[] },
): Promise<boolean> {
  const { chance, calls } = of;
  const s_timestamp = of.nowUs - (of.nowUs % SECOND_US);
  const slots = await ledger.validatorsAt(s_timestamp);
  if (slots.length === 0 || s_timestamp < ledger.tip.s_timestamp + SECOND_US) return false;
  const candidates: PreparedTransaction[] = [];
  for (let call = 0; call <= chance.below(4); call += 1) {
    const timestamp = ledger.tip.s_timestamp + 1 + call * 10 + chance.below(10);
    const prepared = prepare(ledger, { text: chance.pick(calls), signer: chance.pick(SIGNERS), timestamp });
    if (prepared !== null) candidates.push(prepared);
  }
  const byHash = new Map(candidates.map((each) => [each.transaction.hash, each]));
  const inOrder = [...byHash.keys()].sort().flatMap((hash) => byHash.get(hash) ?? []);
  const { block } = await ledger.execute(inOrder, s_timestamp);
  if (block === null) return false;
  const { previous_blockhash } = block.content;
  const hypothesis_hash = block.hash.blockhash;
  const signers = sealersOf(slots, chance);
  const content = { hypothesis_hash, s_timestamp, previous_blockhash, chunks: new Map<string, string>() };
  await ledger.commit(block, createSeal(signers.map((key) => createHypothesis(content, key.privateKey))));
  return true;
}

/** The newest slot's holder alone, or enough of the others with the newest slot left out. */
function sealersOf(slots: readonly string[], chance: Chance): readonly KeyPair[] {
  const keyOf = (address: string | undefined): readonly KeyPair[] =>
    VALIDATORS.filter((key) => key.address === address);
  const newest = keyOf(slots.at(-1));
  const others = VALIDATORS.filter(({ address }) => slots.includes(address) && address !== slots.at(-1));
  const votes = slots.filter((slot) => others.some(({ address }) => address === slot)).length;
  return votes * 5 > slots.length * 3 && chance.happens(0.7) ? others : newest;
}

/** Null for a call that the node refuses before it executes it. */
function prepare(
  { registry }: Ledger,
  call: { readonly text: string; readonly signer: KeyPair; readonly timestamp: number },
): PreparedTransaction | null {
  const given = mapIn(parseJson(call.text));
  const members = new Map<string, Value>([
    ...given,
    ["timestamp", BigInt(call.timestamp)],
    ["from", call.signer.address],
    ...networkMembers(NETWORK),
    ["cid", given.get("cid") ?? null],
  ]);
  try {
    return prepareTransaction(signTransaction(members, call.signer.privateKey), registry);
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}
