import { isDecimal } from "../../codec/decimal.js";
import { attempted } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { textIn } from "../../codec/text.js";
import { isMap, type Value, type ValueMap } from "../../codec/value.js";
import { parameterMeaning } from "./meaning.js";

type Parameter = readonly [name: string, value: Value];

/** The members of a transaction that are not parameters of its contract. */
const MEMBERS: ReadonlySet<string> = new Set(["type", "timestamp", "from", "cid", "network"]);

export function parametersIn(transaction: ValueMap): readonly Parameter[] {
  return [...transaction].filter(([name]) => !MEMBERS.has(name));
}

/** What a transaction tells: who gives how much to whom, as far as the names of its parameters say. */
export interface Story {
  readonly from: string;
  /** Null without a recipient. */
  readonly to: string | null;
  /** In units of coins for the network's own contracts, in those of the contract otherwise. Null without one. */
  readonly amount: string | null;
  readonly isCoins: boolean;
  /** The code that it publishes: `token / Transfer, version 1`. Null for every other transaction. */
  readonly published: string | null;
  /** The parameters that are not told otherwise. */
  readonly rest: readonly Parameter[];
}

/** @param isNetworks whether it calls one of the network's own contracts. */
export function readStory(transaction: ValueMap, isNetworks: boolean): Story {
  const [to, amount] = [textIn(transaction, "to"), textIn(transaction, "amount")];
  const isPaid = parameterMeaning("to", to, isNetworks) === "address";
  const isAmount = isDecimal(amount);
  const published =
    isNetworks && textIn(transaction, "type") === "Publish" ? titleIn(textIn(transaction, "code")) : null;
  const told = new Set([
    ...(isPaid ? ["to"] : []),
    ...(isAmount ? ["amount"] : []),
    ...(published === null ? [] : ["code"]),
  ]);
  return {
    from: textIn(transaction, "from"),
    to: isPaid ? to : null,
    amount: isAmount ? amount : null,
    isCoins: isNetworks,
    published,
    rest: parametersIn(transaction).filter(([name]) => !told.has(name)),
  };
}

/** The title of a code in both of its formats; null for a text that holds no code. */
function titleIn(text: string): string | null {
  const code = attempted(() => parseJson(text), null);
  if (!isMap(code)) return null;
  const [name, space, version] = ["name", "space", "version"].map(
    (member) => textIn(code, member) || textIn(code, member[0] ?? ""),
  );
  return `${space} / ${name}, version ${version}`;
}
