import { merkleRoot } from "../../src/codec/merkle.js";
import type { Node } from "../../src/node/node.js";
import { createChunk } from "../../src/records/chunk.js";
import { createHypothesis } from "../../src/records/hypothesis.js";
import type { MainBlock } from "../../src/records/main-block.js";
import { floorToInterval } from "../../src/records/round-time.js";
import type { Dice } from "./dice.js";
import { newsOf, type RoundNews } from "./gossip.js";

const SIGNATURE = /^../;

/** What a byzantine validator says in place of the truth; each time another lie, out of the dice. */
export class Traitor {
  readonly #dice: Dice;
  #earlier: RoundNews = { transactions: [], chunks: [], hypotheses: [] };

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  newsOf(node: Node, to: number): RoundNews {
    const news = newsOf(node);
    const lie = this.#dice.pick(LIES)(node, news, to);
    const replayed = this.#dice.chance(0.2) ? this.#earlier : lie;
    if (this.#dice.chance(0.2)) this.#earlier = news;
    return replayed;
  }

  /** A block that breaks a rule. */
  show(block: MainBlock): MainBlock {
    return this.#dice.pick(SPOILINGS)(block);
  }
}

type Lie = (node: Node, news: RoundNews, to: number) => RoundNews;

const LIES: readonly Lie[] = [equivocate, withhold, forge];

/** One chunk and hypothesis for one half of the others, and another one of the same second for the rest. */
function equivocate(node: Node, news: RoundNews, to: number): RoundNews {
  const { tip, network } = node.ledger;
  const { privateKey, address } = node.identity.node;
  const s_timestamp = floorToInterval(node.clock.nowUs(), network.constants.main_chain_interval);
  const ready = news.transactions.filter(({ timestamp }) => timestamp < s_timestamp);
  const transactions = ready.map(({ hash }) => hash).filter((_, index) => index % 2 === to % 2);
  const content = { previous_blockhash: tip.blockhash, s_timestamp };
  const chunk = createChunk({ ...content, transactions }, privateKey);
  const chunks = new Map([[address, chunk.chunk_hash]]);
  const transactionRoot = merkleRoot(transactions.toSorted());
  const hypothesis = createHypothesis({ ...content, chunks, transactionRoot }, privateKey);
  return { ...news, chunks: [chunk, ...news.chunks], hypotheses: [hypothesis, ...news.hypotheses] };
}

/** Hypotheses without the chunks that they list. */
function withhold(_node: Node, news: RoundNews): RoundNews {
  return { ...news, chunks: [] };
}

/** Records whose signatures do not fit, and its own key under what others signed. */
function forge(node: Node, news: RoundNews): RoundNews {
  const { publicKey } = node.identity.node;
  return {
    transactions: news.transactions.map((record) => ({ ...record, signature: spoil(record.signature) })),
    chunks: news.chunks.map((record) => ({ ...record, public_key: publicKey })),
    hypotheses: news.hypotheses.map((record) => ({ ...record, signature: spoil(record.signature) })),
  };
}

function spoil(signature: string): string {
  return signature.replace(SIGNATURE, (first) => (first === "00" ? "01" : "00"));
}

const SPOILINGS: readonly ((block: MainBlock) => MainBlock)[] = [
  (block) => ({ ...block, seal: new Map() }),
  (block) => ({ ...block, universal_updates: new Map() }),
  (block) => ({ ...block, s_timestamp: block.s_timestamp + 1_000_000 }),
  (block) => ({ ...block, blockhash: block.previous_blockhash }),
  (block) => ({ ...block, transactions: [] }),
];
