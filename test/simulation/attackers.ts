import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { isMap, mapToValue, memberOf, type Value } from "../../src/codec/value.js";
import { passed } from "../../src/base/clock/clock.js";
import { poolFull } from "../../src/consensus/errors.js";
import { answerToValue } from "../../src/ledger/answer.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import type { Answer, Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { chunkToValue, createChunk } from "../../src/records/chunk.js";
import { createReceipt, createSignedQuery } from "../../src/records/receipt.js";
import { floorToInterval } from "../../src/records/round-time.js";
import { forwardTo } from "../support/forward-to.js";
import type { ShadowChain } from "../support/shadow-chain.js";
import { createAdversary } from "./adversary.js";
import type { Responder } from "./answer-call.js";
import type { Dice } from "./dice.js";
import { equivocationOf } from "./false-words.js";
import { followRedated, mineOn, sealPastTerm, shadowOf } from "./forged-chains.js";
import { createForwardFlooder, createNewsLiar } from "./news-liars.js";
import type { Participant } from "./participant.js";
import { createEclipser, createSlowNames, createWrongClocks } from "./strangers.js";

const SECOND_US = 1_000_000;
/** Just less than the five seconds that another clock may be ahead. */
const AHEAD_US = 4_900_000;
const PAST_TERM_BLOCKS = 7;
const STALL_US = 4_900_000;
/** How often a second attackers act. */
export const ACTS_A_SECOND = 2;

/** A hostile node: what it answers, and what it does twice a second. Its node is otherwise an honest one. */
export interface Attacker {
  /** How far its clock is ahead, µs. */
  readonly offsetUs?: number;
  /** How long it attacks, if that is longer than others do. */
  readonly seconds?: number;
  engine(node: Node, asker: number): Engine | "silent";
  act?(node: Node): Promise<void>;
  /** Makes its node an honest one again. */
  end?(node: Node): Promise<void>;
}

/** What an attacker is made of. */
export interface AttackerParts {
  readonly self: Participant;
  /** The node whose statement a relay passes on. */
  readonly victim: Participant;
  readonly participants: readonly Participant[];
  /** What answers at each host. An attacker may add hosts. */
  readonly hosts: Map<string, Responder>;
  readonly dice: Dice;
  /** How long an honest node searches for a resource block on average, µs. */
  readonly searchUs: number;
  readonly count: (what: string) => void;
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
  staller,
  eclipser: createEclipser,
  "slow-names": createSlowNames,
  "wrong-clocks": createWrongClocks,
  "news-liar": createNewsLiar,
  "forward-flooder": createForwardFlooder,
  adversary: createAdversary,
  silent: async () => ({ engine: () => "silent" }),
};

/** Dates the last block of its chain ahead, without a key. */
async function reDater({ self }: AttackerParts): Promise<Attacker> {
  const shadow = await shadowOf(self);
  return {
    engine: (node) => shownBy(shadow, node),
    act: (node) => followRedated(shadow, node, floorToInterval(AHEAD_US, SECOND_US)),
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
    async end(node) {
      Reflect.deleteProperty(node, "submit");
    },
  };
}

/** Seals a block for each second of its past terms as the newest slot, and shows the longer chain. */
async function density({ self }: AttackerParts): Promise<Attacker> {
  const shadow = await shadowOf(self);
  return {
    engine: (node) => (shadow.ledger.tip.height > node.ledger.tip.height ? shownBy(shadow, node) : node),
    act: (node) => sealPastTerm(shadow, node, PAST_TERM_BLOCKS),
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
          // One that tells no news is asked for its receipts alone.
          if (chain_type !== "resource" || round_key === undefined)
            return { value: await answerToValue(await node.broadcast(query)) };
          const value = floods.get(round_key) ?? flood(round_key);
          floods.set(round_key, value);
          return { value };
        },
      }),
  };
}

/** Mines on a copy of the chain resource blocks that are as old as they may be, and name an old main block. */
async function backDater({ self, dice, searchUs }: AttackerParts): Promise<Attacker> {
  const shadow = await shadowOf(self);
  const find = SECOND_US / ACTS_A_SECOND / searchUs;
  return {
    engine: (node) => shownBy(shadow, node),
    async act(node) {
      if (!dice.chance(find)) return;
      await shadow.follow(node.ledger.store);
      const parent = shadow.ledger.resourceChain.tip?.timestamp ?? 0;
      await mineOn(shadow, node, { timestamp: parent + SECOND_US + 1, isNew: false });
    },
  };
}

/** Claims a resource block more than it has, and lets those wait who ask for one, just less than a call may take. */
async function staller(): Promise<Attacker> {
  return {
    engine: (node) =>
      forwardTo(() => node, {
        async round(query) {
          const round = await node.round(query);
          const limit = memberOf(round, "sync_limit");
          if (query.chain_type !== "resource" || !isMap(round) || typeof limit !== "bigint") return round;
          return new Map([...round, ["sync_limit", limit + 1n]]);
        },
        async request(input) {
          const type = memberOf(input.request, "type");
          const isFull = memberOf(input.request, "full") === true;
          if (isFull && typeof type === "string" && type.startsWith("GetResourceBlock"))
            await passed(node.clock, STALL_US);
          return node.request(input);
        },
      }),
  };
}

function shownBy(shadow: ShadowChain, node: Node): Engine {
  return shadow.engine(
    () => node,
    () => node.clock.nowUs(),
  );
}

/** The answer with another entry in one of its maps. */
function withMember(value: Value, member: string, name: string, entry: Value): Answer {
  if (!isMap(value)) return { value };
  const before = value.get(member);
  return { value: new Map([...value, [member, new Map([...(isMap(before) ? before : []), [name, entry]])]]) };
}
