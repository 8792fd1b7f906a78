import { mapToValue, type Value } from "../../src/codec/value.js";
import { merkleRoot, timeHash } from "../../src/codec/hash.js";
import type { Answer, BroadcastQuery } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { chunkToValue, createChunk, type Chunk } from "../../src/records/chunk.js";
import { createHypothesis, hypothesisToValue, type Hypothesis } from "../../src/records/hypothesis.js";
import { floorToInterval } from "../../src/records/round-time.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { transactionToRecord } from "../support/transaction-record.js";
import type { Dice } from "./dice.js";
import { spoiled } from "./false-statements.js";

/** The chunks and hypotheses that a node shows for the open round. */
interface Words {
  readonly transactions: readonly SignedTransaction[];
  /** By signer. */
  readonly chunks: ReadonlyMap<string, Chunk>;
  readonly hypotheses: ReadonlyMap<string, Hypothesis>;
}

type Lie = readonly [string, (node: Node, words: Words, to: number) => Words];

const LIES: readonly Lie[] = [
  ["equivocation", equivocate],
  ["withheld chunks", (_node, words) => ({ ...words, chunks: new Map() })],
  ["forged transactions", forgeTransactions],
  ["forged chunks", forgeChunks],
  ["forged hypotheses", forgeHypotheses],
  ["hypotheses of another time", redateHypotheses],
];

const REPLAY = 0.2;
const LATER_INTERVALS = 4;

/** The behaviour of a byzantine validator in the rounds. */
export class RoundLies {
  readonly #dice: Dice;
  readonly #onFault: (what: string) => void;
  #earlier: Words | null = null;

  constructor(dice: Dice, onFault: (what: string) => void) {
    this.#dice = dice;
    this.#onFault = onFault;
  }

  async broadcast(node: Node, query: BroadcastQuery, to: number): Promise<Answer> {
    if (query.chain_type === "resource") return node.broadcast(query);
    const words = wordsOf(node);
    if (this.#earlier !== null && this.#dice.chance(REPLAY)) {
      this.#onFault("lie: replay");
      return wordsToAnswer(this.#earlier);
    }
    if (this.#earlier === null || this.#dice.chance(REPLAY)) this.#earlier = words;
    const [name, lie] = this.#dice.pick(LIES);
    this.#onFault(`lie: ${name}`);
    return wordsToAnswer(lie(node, words, to));
  }
}

function wordsOf({ pool, roundBook: { chunks, hypotheses } }: Node): Words {
  return {
    transactions: pool.all().map(({ transaction }) => transaction),
    chunks: new Map(chunks),
    hypotheses: new Map(hypotheses),
  };
}

function wordsToAnswer({ transactions, chunks, hypotheses }: Words): Answer {
  const value = new Map<string, Value>([
    ["transactions", mapToValue(new Map(transactions.map((each) => [each.hash, transactionToRecord(each)])))],
    ["chunks", mapToValue(new Map(Array.from(chunks, ([signer, chunk]) => [signer, chunkToValue(chunk)])))],
    [
      "hypotheses",
      mapToValue(new Map(Array.from(hypotheses, ([signer, each]) => [signer, hypothesisToValue(each)]))),
    ],
  ]);
  return { value };
}

/** Broadcast of a validator that contradicts itself whenever it is asked. */
export async function equivocationOf(node: Node, query: BroadcastQuery, to: number): Promise<Answer> {
  if (query.chain_type === "resource") return node.broadcast(query);
  return wordsToAnswer(equivocate(node, wordsOf(node), to));
}

/** Shows one chunk and hypothesis to one half of the others, and different ones of the same second to the rest. */
function equivocate(node: Node, words: Words, to: number): Words {
  const { tip, network } = node.ledger;
  const { privateKey, address } = node.identity.node;
  const s_timestamp = floorToInterval(node.clock.nowUs(), network.constants.main_chain_interval);
  const ready = words.transactions.filter(({ timestamp }) => timestamp < s_timestamp);
  const transactions = ready.map(({ hash }) => hash).filter((_, index) => index % 2 === to % 2);
  const content = { previous_blockhash: tip.blockhash, s_timestamp };
  const chunk = createChunk({ ...content, transactions }, privateKey);
  const transactionRoot = merkleRoot(transactions.toSorted());
  const hypothesis_hash = network.ruleSet.hypothesisHash({
    previous_blockhash: tip.blockhash,
    transactionRoot,
    blockhash: timeHash(transactionRoot, s_timestamp),
  });
  const listed = new Map([[address, chunk.chunk_hash]]);
  const hypothesis = createHypothesis({ ...content, chunks: listed, hypothesis_hash }, privateKey);
  return {
    ...words,
    chunks: new Map([...words.chunks, [address, chunk]]),
    hypotheses: new Map([...words.hypotheses, [address, hypothesis]]),
  };
}

function forgeTransactions(_node: Node, words: Words): Words {
  return { ...words, transactions: words.transactions.map(withFalseSignature) };
}

/** Replaces the signers of others' records by its own key. */
function forgeChunks(node: Node, words: Words): Words {
  const { publicKey } = node.identity.node;
  const forge = (chunk: Chunk): Chunk => ({ ...chunk, public_key: publicKey });
  return {
    ...words,
    chunks: new Map(Array.from(words.chunks, ([signer, chunk]) => [signer, forge(chunk)])),
  };
}

function forgeHypotheses(_node: Node, words: Words): Words {
  const forged = Array.from(
    words.hypotheses,
    ([signer, each]) => [signer, withFalseSignature(each)] as const,
  );
  return { ...words, hypotheses: new Map(forged) };
}

/** Dates each hypothesis up to three seconds later, by whom it shows it to. That needs no key (PROTOCOL 9.8). */
function redateHypotheses(node: Node, words: Words, to: number): Words {
  const { main_chain_interval } = node.ledger.network.constants;
  const redate = (each: Hypothesis): Hypothesis => ({
    ...each,
    s_timestamp: each.s_timestamp + (to % LATER_INTERVALS) * main_chain_interval,
  });
  return {
    ...words,
    hypotheses: new Map(Array.from(words.hypotheses, ([signer, each]) => [signer, redate(each)])),
  };
}

function withFalseSignature<T extends { readonly signature: string }>(record: T): T {
  return { ...record, signature: spoiled(record.signature) };
}
