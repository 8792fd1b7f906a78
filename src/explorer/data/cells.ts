import { CellNames, isReadable, type ReadableCode } from "../../client/code-at.js";
import type { Client, Value } from "../../client/index.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { statePrefix, type StateKind } from "../../codec/state-key.js";
import { useAnswer } from "./answer.js";
import { allCodes, isOwnCode } from "./codes.js";

/** The value of a cell after a main block, by default the last one; null when it holds nothing. */
export async function askCell(
  node: Client,
  kind: StateKind,
  stateKey: string,
  at: number | null,
): Promise<Value> {
  const { values } = await node.stateAt(kind, [stateKey], at ?? undefined);
  return [...values.values()][0] ?? null;
}

export type CodeNames = CellNames<ReadableCode>;

const NOTHING: CodeNames = new CellNames("", []);

/** The names that the codes of the chain give to cells. They are asked for once a page; until then no cell has a name. */
export function useCellNames(): CodeNames {
  return useAnswer("cell names", askCellNames, { isFinal: true }).value ?? NOTHING;
}

async function askCellNames(node: Client): Promise<CodeNames> {
  const codes = (await allCodes(node)).filter(isReadable);
  return new CellNames((await rootSpace(node)) ?? "", codes);
}

/** The space of the network itself, which its own codes name; null when it has none. */
export async function rootSpace(node: Client): Promise<string | null> {
  return (await allCodes(node)).find(isOwnCode)?.method?.space ?? null;
}

/** The state key of a cell of the network itself. Null when the network has no code of its own. */
export async function rootCell(
  node: Client,
  attribute: "balance" | "resource",
  address: string,
): Promise<string | null> {
  const space = await rootSpace(node);
  return space === null ? null : statePrefix(ZERO_ADDRESS, space, attribute) + address;
}
