import { listReadableCodes } from "../../client/registered-codes.js";
import { grouped } from "../format/numbers.js";
import { linkTo } from "../places.js";
import { findHashParts } from "./hash-parts.js";
import { node } from "./node.js";

/** A place that the words of a search may mean. */
export interface FoundPlace {
  readonly link: string;
  readonly text: string;
}

const NOUNS = { block: "main block", resourceBlock: "resource block", transaction: "transaction" };
const HEIGHT = /^[0-9]{1,15}$/;
const TIME_HASH = /^[0-9a-f]{78}$/;
const ADDRESS = /^[0-9a-f]{44}$/;

/** Everything that the words may mean: a height, a hash, an address, the name or id of a code. */
export async function findPlaces(words: string): Promise<readonly FoundPlace[]> {
  const text = words.trim();
  const places: FoundPlace[] = [];
  if (HEIGHT.test(text)) places.push(...(await heights(Number(text))));
  if (TIME_HASH.test(text)) places.push(...(await hashes(text)));
  if (ADDRESS.test(text)) places.push({ link: linkTo("address", text), text: `address ${text}` });
  if (places.length === 0) {
    const found = await findHashParts(node, text);
    places.push(
      ...found.map(({ kind, hash }) => ({ link: linkTo(kind, hash), text: `${NOUNS[kind]} ${hash}` })),
    );
  }
  if (places.length === 0 && text !== "") places.push(...(await codes(text)));
  return places;
}

async function heights(height: number): Promise<readonly FoundPlace[]> {
  const [main, resource] = await Promise.all([
    node.getBlockSummary(height),
    node.getResourceBlockSummary(height),
  ]);
  return [
    ...(main === null ? [] : [{ link: linkTo("block", height), text: `main block ${grouped(height)}` }]),
    ...(resource === null
      ? []
      : [{ link: linkTo("resourceBlock", height), text: `resource block ${grouped(height)}` }]),
  ];
}

async function hashes(hash: string): Promise<readonly FoundPlace[]> {
  const [main, resource, transaction] = await Promise.all([
    node.getBlockSummary(hash),
    node.getResourceBlockSummary(hash),
    node.getTransaction(hash),
  ]);
  return [
    ...(main === null ? [] : [{ link: linkTo("block", hash), text: `main block ${grouped(main.height)}` }]),
    ...(resource === null
      ? []
      : [{ link: linkTo("resourceBlock", hash), text: `resource block ${grouped(resource.height)}` }]),
    ...(transaction === null ? [] : [{ link: linkTo("transaction", hash), text: `transaction ${hash}` }]),
  ];
}

/** The codes whose name contains the words, or whose id begins with them. */
async function codes(words: string): Promise<readonly FoundPlace[]> {
  const wanted = words.toLowerCase();
  const listed = await listReadableCodes(node);
  return listed
    .filter(({ id, method }) => id.startsWith(wanted) || method.name.toLowerCase().includes(wanted))
    .map(({ id, kind, method }) => ({ link: linkTo("code", id), text: `${kind} ${method.name}` }));
}
