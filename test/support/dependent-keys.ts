import { spaceIdOf } from "../../src/codec/hash.js";
import { statePrefix } from "../../src/codec/state-key.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { Value } from "../../src/codec/value.js";
import { prepareTransaction, type PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { includeAll, type TransactionMembers } from "../../src/node/preset.js";
import { makeBlock } from "../../src/dev/sandbox/make-block.js";
import type { Node } from "../../src/node/node.js";
import { createIdentity, type Identity, type KeyPair } from "../../src/data/directory/identity.js";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import type { Store } from "../../src/store/store.js";
import { startDevNode } from "./dev-node.js";
import { mainBlock } from "../../src/store/reads.js";

/**
 * Contracts whose cell keys depend on the value of another cell. The read pass does not collect such a key, and the
 * block does not record its earlier value (PROTOCOL 7, 8).
 */

const [ALICE] = devAccounts() as [KeyPair];
const SPACE = "pointers";
const SECOND_US = 1_000_000;
export const POINTER_CID = spaceIdOf(ALICE.address, SPACE);

const param = (name: string): unknown => ({ $load_param: [name] });
const pointed = { $read_universal: ["ptr", param("p"), "ff"] };

/** The contracts by name. Their parameters are p, k, x and y. */
const CONTRACTS: Readonly<Record<string, readonly unknown[]>> = {
  Set: [{ $write_universal: ["ptr", param("p"), param("k")] }],
  Put: [{ $write_universal: ["cell", pointed, param("x")] }],
  PutLocal: [{ $write_local: ["cell", pointed, param("x")] }],
  Write: [{ $write_universal: ["cell", param("k"), param("x")] }],
  Copy: [{ $write_universal: ["cell", param("y"), { $read_universal: ["cell", param("k")] }] }],
  WriteTwice: [
    { $write_universal: ["cell", param("k"), param("x")] },
    { $write_universal: ["cell", pointed, param("y")] },
  ],
  /** Also names the cell that its read depends on. */
  Pay: [
    { $write_universal: ["cell", param("k"), { $read_universal: ["cell", pointed, "none"] }] },
    { $condition: [{ $ne: [{ $read_universal: ["cell", param("y"), "none"] }, "unlike"] }, ""] },
  ],
  Append: [
    {
      $write_universal: [
        "cell",
        pointed,
        { $concat: [{ $read_universal: ["cell", pointed, ""] }, param("x")] },
      ],
    },
  ],
};

/** A cell of the contracts' own space. */
export function pointedCell(key: string): string {
  return statePrefix(ALICE.address, SPACE, "cell") + key;
}

function codeOf(name: string, executions: readonly unknown[]): string {
  const parameter = (parameter: string): unknown => ({
    name: parameter,
    type: "any",
    maxlength: 1000,
    requirements: false,
    default: null,
    cases: null,
  });
  return JSON.stringify({
    t: "contract",
    m: "0.2.0",
    n: name,
    v: "1",
    s: SPACE,
    w: ALICE.address,
    p: ["p", "k", "x", "y"].map(parameter),
    e: executions,
  });
}

export interface PointerChain {
  readonly node: Node;
  readonly ledger: Ledger;
  readonly identity: Identity;
}

/** A development chain in a store, with the contracts. Its clock stands still: blocks are made by `addBlock`. */
export async function openPointerChain(
  store: Store,
  startUs?: number,
  rules: RulesNumber = 1,
): Promise<PointerChain> {
  const identity = createIdentity();
  const { node, run } = await startDevNode({
    store,
    identity,
    rules,
    ...(startUs !== undefined && { startUs }),
  });
  const codes = Object.entries(CONTRACTS).map(([name, executions]) => codeOf(name, executions));
  await run(
    includeAll(
      node,
      ALICE,
      codes.map((code) => ({ type: "Publish", code })),
    ),
  );
  return { node, ledger: node.ledger, identity };
}

/** Makes the next block of calls of these contracts. */
export async function addBlock(
  { ledger, identity }: PointerChain,
  calls: readonly TransactionMembers[],
): Promise<MainBlock> {
  const pool = new TransactionPool();
  for (const prepared of prepareCalls(ledger, calls)) pool.add(prepared);
  const s_timestamp = ledger.tip.s_timestamp + SECOND_US;
  for (const refusal of (await makeBlock({ ledger, pool, identity }, s_timestamp)).values()) throw refusal;
  return readBlock(ledger.store, ledger.tip.height);
}

/** The transactions of calls of these contracts for the next block, in the order of the calls. */
export function prepareCalls(
  ledger: Ledger,
  calls: readonly TransactionMembers[],
): readonly PreparedTransaction[] {
  const s_timestamp = ledger.tip.s_timestamp + SECOND_US;
  return calls.map(({ type, ...parameters }, index) => {
    const timestamp = BigInt(s_timestamp - calls.length + index);
    const members = new Map<string, Value>([
      ["type", type],
      ...networkMembers(ledger.network),
      ["cid", POINTER_CID],
      ["timestamp", timestamp],
      ["from", ALICE.address],
      ...Object.entries(parameters),
    ]);
    return prepareTransaction(signTransaction(members, ALICE.privateKey), ledger.registry);
  });
}

/** Another ledger of the same network in a store, with these blocks. */
export async function replayOn(
  store: Store,
  { ledger: { network } }: PointerChain,
  blocks: readonly MainBlock[],
): Promise<Ledger> {
  const ledger = await Ledger.open(store, network);
  await commitAll(ledger, blocks);
  return ledger;
}

/** Applies blocks as if another node had sent them. */
export async function commitAll(ledger: Ledger, blocks: readonly MainBlock[]): Promise<void> {
  for (const block of blocks) {
    const executed = await verifyMainBlock(ledger, block, { nowUs: block.s_timestamp });
    await ledger.commit(executed, block.seal);
  }
}

export async function blocksOf({ store, tip }: Ledger): Promise<readonly MainBlock[]> {
  const blocks: MainBlock[] = [];
  for (let height = 1; height <= tip.height; height += 1) blocks.push(await readBlock(store, height));
  return blocks;
}

async function readBlock(store: Store, height: number): Promise<MainBlock> {
  const stored = await mainBlock(store, { height });
  if (stored === null) throw new Error(`There is no block ${height}. `);
  return readMainBlock(parseJson(mainBlockToText(stored)));
}
