import { isMap, type Value, type ValueMap } from "../../src/codec/value.js";
import type { PeerAnswer } from "../../src/api/engine.js";
import type { Dice } from "./dice.js";

/** A round answer that claims more blocks than there are, or another block at the height asked for. */
export function lieAboutRound(truth: Value, dice: Dice, onFault: (what: string) => void): Value {
  if (!isMap(truth)) return truth;
  if (dice.chance(0.5)) {
    onFault("lie: longer chain");
    return replaced(truth, "sync_limit", BigInt(Number(truth.get("sync_limit")) + dice.between(1, 10)));
  }
  const block = truth.get("block");
  if (!isMap(block)) return truth;
  onFault("lie: other block in the round");
  return replaced(truth, "block", replaced(block, "blockhash", spoiled(block.get("blockhash"))));
}

/** A statement that does not prove membership, or hosts that do not exist. */
export function lieAboutMembership(
  truth: PeerAnswer,
  dice: Dice,
  onFault: (what: string) => void,
): PeerAnswer {
  const { data } = truth;
  if (!isMap(data)) return truth;
  const node = data.get("node");
  if (isMap(node) && dice.chance(0.5)) {
    onFault("lie: false membership");
    const signature = replaced(node, "signature", spoiled(node.get("signature")));
    return { ...truth, data: replaced(data, "node", signature) };
  }
  onFault("lie: unknown hosts");
  const hosts = Array.from({ length: 5 }, () => `unknown-${dice.between(0, 1000)}.example.org:9900`);
  return { ...truth, data: replaced(data, "known_hosts", hosts) };
}

export function replaced(map: ValueMap, name: string, value: Value): ValueMap {
  return new Map([...map, [name, value]]);
}

/** Another hex text of the same length. */
export function spoiled(hex: Value | undefined): string {
  const text = typeof hex === "string" ? hex : "";
  return text.replace(/..$/, (last) => (last === "00" ? "01" : "00"));
}
