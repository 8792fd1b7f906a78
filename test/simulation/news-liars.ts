import { ChainError } from "../../src/codec/chain-error.js";
import { hashOf } from "../../src/codec/hash.js";
import { isMap, type Value, type ValueMap } from "../../src/codec/value.js";
import { passed } from "../../src/base/clock/clock.js";
import { timeHashId } from "../../src/consensus/round-news.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { HANDLERS } from "../../src/api/operations/handlers.js";
import type { Node } from "../../src/node/node.js";
import { MAX_FORWARDED_TOGETHER } from "../../src/records/operations/limits.js";
import { SEND_RAW_TRANSACTION } from "../../src/records/operations/transactions.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import type { Attacker, AttackerParts } from "./attackers.js";
import type { Dice } from "./dice.js";

/** Just less than a call may take. */
const ENDLESS_US = 4_900_000;
/** Requests to each node at each act. */
const REQUESTS_AN_ACT = 4;

type Lie = (news: ValueMap, node: Node, dice: Dice) => ValueMap;

function anyHash(dice: Dice): string {
  return hashOf(`lie ${dice.between(0, 1_000_000_000)}`);
}

/** The last block of the node with another member; it follows the caller's tip, or claims to. */
function falseBlock(member: string, lie: (node: Node, dice: Dice) => Value): Lie {
  return (news, node, dice) => {
    const { tip } = node.ledger;
    const block = node.news.blockAfter(timeHashId(tip.previous_blockhash));
    return isMap(block)
      ? new Map<string, Value>([...news, ["block", new Map([...block, [member, lie(node, dice)]])]])
      : news;
  };
}

/** What a liar makes of the news of its node. */
const LIES: Readonly<Record<string, Lie>> = {
  "false tips": (news, _, dice) =>
    new Map<string, Value>([
      ...news,
      ["main", anyHash(dice).slice(0, 32)],
      ["resource", anyHash(dice).slice(0, 32)],
    ]),
  "unknown ids": (news, _, dice) =>
    new Map<string, Value>([
      ...news,
      ["transactions", Array.from({ length: 64 }, () => anyHash(dice).slice(0, 32))],
      ["chunks", [anyHash(dice).slice(0, 32)]],
    ]),
  "the first cursor": (news) => new Map<string, Value>([...news, ["since", ""]]),
  "a block of another hash": falseBlock(
    "blockhash",
    (node, dice) => node.ledger.tip.blockhash.slice(0, 14) + anyHash(dice),
  ),
  "a block without a seal": falseBlock("seal", () => new Map()),
  "a block of unknown transactions": falseBlock("transactions", (_, dice) => [anyHash(dice).slice(0, 32)]),
  "a block of the next height": falseBlock("height", (node) => BigInt(node.ledger.tip.height + 1)),
};

/** Tells news that are wrong, does not give what it tells, and lets those wait who ask for it. */
export async function createNewsLiar({ dice, count }: AttackerParts): Promise<Attacker> {
  return {
    engine: (node) =>
      forwardTo(() => node, {
        async broadcast({ news, ...query }) {
          if (news === undefined) return node.broadcast(query);
          if (dice.chance(0.1)) {
            count("news: endless wait");
            await passed(node.clock, ENDLESS_US);
          }
          const isWithheld = dice.chance(0.3);
          if (isWithheld) count("news: withheld");
          const { siblings, ...answer } = await node.broadcast({
            ...query,
            news: { ...news, ...(isWithheld ? { wanted: [] } : {}) },
          });
          const told = siblings?.["news"];
          const [name, lie] = dice.pick(Object.entries(LIES));
          if (!isMap(told)) return answer;
          count(`news: ${name}`);
          return { ...answer, siblings: { ...siblings, news: lie(told, node, dice) } };
        },
      }),
  };
}

/** Forwards to every node what no node accepted: badly signed, unfunded and too many transactions, again and again. */
export async function createForwardFlooder({
  self,
  participants,
  dice,
  count,
}: AttackerParts): Promise<Attacker> {
  const strangers = Array.from({ length: MAX_FORWARDED_TOGETHER }, (_, index) =>
    createKeyPair(hashOf(`flooder ${self.index} ${index}`)),
  );
  const flood = (node: Node): readonly Value[] =>
    strangers.map(({ address, privateKey }, index) => {
      const content = new Map<string, Value>([
        ["type", "Send"],
        ["timestamp", BigInt(node.clock.nowUs() + index)],
        ["from", address],
        ...networkMembers(node.ledger.network),
        ["to", address],
        ["amount", "1"],
      ]);
      const { transaction, public_key, signature } = signTransaction(content, privateKey);
      const isForged = dice.chance(0.5);
      return new Map<string, Value>([
        ["transaction", transaction],
        ["public_key", public_key],
        ["signature", isForged ? "0".repeat(signature.length) : signature],
      ]);
    });
  const forward = async (node: Node, records: readonly Value[]): Promise<void> => {
    try {
      await HANDLERS[SEND_RAW_TRANSACTION.name](node, {
        form: new Map(),
        json: new Map([["forward", records]]),
      });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
    count("flood of forwards");
  };
  return {
    engine: (node) => node,
    async act(node) {
      for (const { node: other, isPlain } of participants)
        if (other !== null && other !== node && !isPlain)
          for (let request = 0; request < REQUESTS_AN_ACT; request += 1)
            await forward(other, request === 0 ? [...flood(node), null] : flood(node));
    },
  };
}
