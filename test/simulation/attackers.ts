import { ChainError } from "../../src/codec/chain-error.js";
import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { isMap, mapToValue, type Value } from "../../src/codec/value.js";
import { poolFull } from "../../src/consensus/errors.js";
import { answerToValue } from "../../src/ledger/answer.js";
import { createKeyPair } from "../../src/node/directory/identity.js";
import type { Answer, Engine } from "../../src/node/engine.js";
import { devAccounts } from "../../src/node/network/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { chunkToValue, createChunk } from "../../src/records/chunk.js";
import { createReceipt, createSignedQuery } from "../../src/records/receipt.js";
import { floorToInterval } from "../../src/records/round-time.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import { FastSigner } from "../support/fast-signer.js";
import { mineNext, sealAlone } from "../support/forged-blocks.js";
import { forwardTo } from "../support/forward-to.js";
import { redated } from "../support/redated.js";
import { ShadowChain } from "../support/shadow-chain.js";
import { copyDisk } from "./disk.js";
import { equivocationOf } from "./false-words.js";
import type { Participant } from "./participant.js";

const SECOND_US = 1_000_000;
/** Just less than the five seconds that another clock may be ahead. */
const AHEAD_US = 4_900_000;
const PAST_TERM_BLOCKS = 7;

/** A hostile node: what it answers, and what it does twice a second. Its node is otherwise an honest one. */
export interface Attacker {
  /** How far its clock is ahead, µs. */
  readonly offsetUs?: number;
  engine(node: Node, asker: number): Engine | "silent";
  act?(node: Node): Promise<void>;
}

/** What an attacker is made of. */
export interface AttackerParts {
  readonly self: Participant;
  /** The node whose statement a relay passes on. */
  readonly victim: Participant;
}

type CreateAttacker = (parts: AttackerParts) => Promise<Attacker>;

/** The attackers by name (docs/protocol, page 15). */
export const ATTACKERS: Readonly<Record<string, CreateAttacker>> = {
  "re-dater": reDater,
  "dater-ahead": async () => ({ offsetUs: AHEAD_US, engine: (node) => node }),
  "empty-chunks": emptyChunks,
  equivocator: async () => ({
    engine: (node, asker) =>
      forwardTo(() => node, { broadcast: async (query) => equivocationOf(node, query, asker) }),
  }),
  density,
  "receipt-flooder": receiptFlooder,
  relay: async ({ victim }) => ({
    engine: (node) => forwardTo(() => node, { peer: (query) => (victim.node ?? node).peer(query) }),
  }),
  withholder: async () => ({ engine: (node, asker) => (asker % 2 === 0 ? "silent" : node) }),
  "back-dater": backDater,
  silent: async () => ({ engine: () => "silent" }),
};

/** Dates the last block of its chain ahead, without a key. */
async function reDater({ self }: AttackerParts): Promise<Attacker> {
  const shadow = await ShadowChain.open(await copyDisk(self.store), networkOf(self));
  return {
    engine: (node) =>
      shadow.engine(
        () => node,
        () => node.clock.nowUs(),
      ),
    async act(node) {
      try {
        await shadow.follow(node.ledger.store, {
          alter: (last) => redated(last, last.s_timestamp + floorToInterval(AHEAD_US, SECOND_US)),
        });
      } catch (error) {
        // At that date the block has other validators or pays another reward, so it cannot be dated so.
        if (!(error instanceof ChainError)) throw error;
        await shadow.follow(node.ledger.store);
      }
    },
  };
}

/** Publishes an empty chunk every second, and seals nothing. */
async function emptyChunks(): Promise<Attacker> {
  return {
    engine: (node) =>
      forwardTo(() => node, {
        async broadcast(query) {
          const shown = await answerToValue(await node.broadcast(query));
          const { tip, network } = node.ledger;
          const s_timestamp = floorToInterval(node.clock.nowUs(), network.constants.main_chain_interval);
          const content = { previous_blockhash: tip.blockhash, s_timestamp, transactions: [] };
          const { address, privateKey } = node.identity.node;
          return withMember(shown, "chunks", address, chunkToValue(createChunk(content, privateKey)));
        },
      }),
    async act(node) {
      // Without transactions its own rounds make no block.
      node.submit = () => Promise.reject(poolFull());
      node.pool.remove(node.pool.all().map(({ transaction }) => transaction.hash));
    },
  };
}

/** Seals a block for each second of its past terms as the newest slot, and shows the longer chain. */
async function density({ self }: AttackerParts): Promise<Attacker> {
  const shadow = await ShadowChain.open(await copyDisk(self.store), networkOf(self));
  const [account] = devAccounts();
  const signer = new FastSigner(account ?? self.identity.node);
  return {
    engine: (node) =>
      shadow.ledger.tip.height > node.ledger.tip.height
        ? shadow.engine(
            () => node,
            () => node.clock.nowUs(),
          )
        : node,
    async act(node) {
      const { ledger } = shadow;
      const from = Math.max(
        node.ledger.resourceChain.fixedMainHeight + 1,
        node.ledger.tip.height - PAST_TERM_BLOCKS,
      );
      await shadow.follow(node.ledger.store, { to: from });
      for (let time = ledger.tip.s_timestamp + SECOND_US; time < node.clock.nowUs(); time += SECOND_US) {
        if ((await ledger.validatorsAt(time)).at(-1) !== self.identity.node.address) continue;
        const { transaction, ...signed } = signer.transfer(self.identity.node.address, time);
        const read = readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
        await sealAlone(ledger, read, { s_timestamp: time, privateKey: self.identity.node.privateKey });
      }
    },
  };
}

/** Shows receipts of nodes that it invented. */
async function receiptFlooder({ self }: AttackerParts): Promise<Attacker> {
  const invented = Array.from({ length: 64 }, (_, index) => ({
    asker: createKeyPair(hashOf(`invented node ${self.index} ${index}`)),
    peer: createKeyPair(hashOf(`invented peer ${self.index} ${index}`)),
  }));
  const floods = new Map<string, Value>();
  const flood = (previous_blockhash: string): Value => {
    const receipts = invented.map(({ asker, peer }): readonly [string, Value] => {
      const query = createSignedQuery({ previous_blockhash, address: peer.address }, asker.privateKey);
      return [asker.address, parseJson(createReceipt(query, asker.address, peer.privateKey).text)];
    });
    return mapToValue(new Map([["receipts", mapToValue(new Map(receipts))]]));
  };
  return {
    engine: (node) =>
      forwardTo(() => node, {
        async broadcast(query) {
          const { round_key, chain_type } = query;
          if (chain_type !== "resource" || round_key === undefined) return node.broadcast(query);
          const value = floods.get(round_key) ?? flood(round_key);
          floods.set(round_key, value);
          return { value };
        },
      }),
  };
}

/** Mines on a copy of the chain resource blocks that are as old as they may be, and name an old main block. */
async function backDater({ self }: AttackerParts): Promise<Attacker> {
  const shadow = await ShadowChain.open(await copyDisk(self.store), networkOf(self));
  const { address } = self.identity.node;
  return {
    engine: (node) =>
      shadow.engine(
        () => node,
        () => node.clock.nowUs(),
      ),
    async act(node) {
      await shadow.follow(node.ledger.store);
      const parent = shadow.ledger.resourceChain.tip;
      if (parent === null) return;
      const timestamp = parent.timestamp + SECOND_US + 1;
      const { main_height, main_blockhash } = parent;
      const named = { main_height, main_blockhash, validator: address, miner: address };
      const block = await mineNext(shadow.ledger, { ...named, timestamp });
      if (timestamp < node.clock.nowUs())
        await shadow.ledger.resourceChain.commit(block, node.clock.nowUs(), { isTentative: true });
    },
  };
}

/** The answer with another entry in one of its maps. */
function withMember(value: Value, member: string, name: string, entry: Value): Answer {
  if (!isMap(value)) return { value };
  const before = value.get(member);
  return { value: new Map([...value, [member, new Map([...(isMap(before) ? before : []), [name, entry]])]]) };
}

function networkOf({ node }: Participant): NonNullable<Participant["node"]>["ledger"]["network"] {
  if (node === null) throw new Error("An attacker begins while its process runs. ");
  return node.ledger.network;
}
