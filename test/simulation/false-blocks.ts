import { isMap, memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import type { Answer, RequestInput } from "../../src/api/engine.js";
import { answerToValue } from "../../src/ledger/answer.js";
import type { Dice } from "./dice.js";
import { replaced, spoiled } from "./false-statements.js";

/** Blocks that break a rule, other blocks than requested, or none. */
export async function lieAboutBlocks(
  truth: Answer,
  { request }: RequestInput,
  dice: Dice,
  onFault: (what: string) => void,
): Promise<Answer> {
  const type = memberOf(request, "type");
  if (type !== "GetBlocks" && type !== "GetResourceBlocks") return truth;
  const blocks = await answerToValue(truth);
  if (!isMap(blocks) || blocks.size === 0) return truth;
  const [name, lie] = dice.pick(type === "GetBlocks" ? [...LIES, ...MAIN_LIES] : [...LIES, ...RESOURCE_LIES]);
  onFault(`false block: ${name}`);
  return { value: lie(blocks, dice), isSystemRequest: true };
}

type Lie = readonly [string, (blocks: ValueMap, dice: Dice) => Value];

const LIES: readonly Lie[] = [
  ["no blocks", () => []],
  ["blocks after a gap", (blocks) => new Map([...blocks].slice(1))],
  ["blocks in reverse", (blocks) => new Map([...blocks].reverse())],
  ["a block's hash", oneBlock((block) => replaced(block, "blockhash", spoiled(block.get("blockhash"))))],
  ["a text in place of a block", oneBlock(() => "block")],
];

const MAIN_LIES: readonly Lie[] = [
  ["a block without a seal", oneBlock((block) => replaced(block, "seal", []))],
  ["a block without updates", oneBlock((block) => replaced(block, "universal_updates", []))],
  ["a block without transactions", oneBlock((block) => replaced(block, "transactions", []))],
  ["a block of another time", oneBlock((block) => later(block, "s_timestamp"))],
];

const RESOURCE_LIES: readonly Lie[] = [
  ["a resource block without work", oneBlock((block) => replaced(block, "nonce", "0"))],
  ["a resource block of another difficulty", oneBlock((block) => replaced(block, "difficulty", "1"))],
  ["a resource block of another time", oneBlock((block) => later(block, "timestamp"))],
];

/** The same blocks except one. */
function oneBlock(spoil: (block: ValueMap) => Value): Lie[1] {
  return (blocks, dice) => {
    const height = dice.pick([...blocks.keys()]);
    const block = blocks.get(height);
    return isMap(block) ? replaced(blocks, height, spoil(block)) : blocks;
  };
}

function later(block: ValueMap, name: string): ValueMap {
  return replaced(block, name, BigInt(Number(block.get(name)) + 1_000_000));
}
