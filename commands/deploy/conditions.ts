import { canonicalJson } from "../../src/codec/canonical-json.js";
import { isRefusal } from "../../src/codec/chain-error.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { padStateKey, stateKeyOf } from "../../src/codec/state-key.js";
import { valueToText } from "../../src/codec/text.js";
import { entriesOf, isContainer, isMap, memberOf, type Value } from "../../src/codec/value.js";
import type { Client } from "../../src/client/index.js";
import type { CodeSpace } from "../../src/records/code.js";
import * as errors from "../errors.js";
import type { Condition } from "./project-file.js";

/** The spaces of a project's entries by name, and of the network itself by null. */
export type EntrySpaces = ReadonlyMap<string | null, CodeSpace>;

/** Whether a condition holds now. A request that the chain refuses, or does not know yet, answers nothing. */
export async function holds(client: Client, condition: Condition, spaces: EntrySpaces): Promise<boolean> {
  return isAsMeant(await answerOf(client, condition, spaces), condition.is);
}

/** What the network answers to the question of a condition; null when it refuses. */
export async function answerOf(
  client: Client,
  { code, asks }: Pick<Condition, "code" | "asks">,
  spaces: EntrySpaces,
): Promise<Value> {
  const space = spaces.get(code);
  if ("attribute" in asks) {
    const { attribute, key } = asks;
    const stateKey = space === undefined ? null : stateKeyOf(space.writer, space.space, attribute, key);
    if (stateKey === null) throw errors.stateKeyPart({ key });
    return (await client.inspect("universal", padStateKey(stateKey))).value;
  }
  // A request of the network's own space is found by its name alone.
  const cid =
    code === null || space === undefined ? [] : [["cid", spaceIdOf(space.writer, space.space)] as const];
  try {
    return await client.request(new Map<string, Value>([["type", asks.request], ...cid, ...asks.parameters]));
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Of a map only the members that are meant are compared; a number and its text are the same. */
export function isAsMeant(answer: Value, meant: Value | undefined): boolean {
  if (meant === undefined) return answer !== null;
  if (isMap(meant) && isContainer(answer))
    return [...entriesOf(meant)].every(([name, member]) => isAsMeant(memberOf(answer, name) ?? null, member));
  if (isContainer(meant) || isContainer(answer)) return canonicalJson(meant) === canonicalJson(answer);
  return valueToText(meant) === valueToText(answer);
}
