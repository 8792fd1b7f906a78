import type { Client, Found } from "../../client/index.js";
import type { CodeKind } from "../../client/code-at.js";
import { listReadableCodes } from "../../client/registered-codes.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { byteLength } from "../../codec/text.js";
import { toAskFailure } from "./failure.js";
import { grouped } from "../format/numbers.js";
import { wholeHash } from "./shown-hashes.js";
import { linkTo } from "../places.js";
import { findHashParts } from "./hash-parts.js";

interface FoundPlace {
  readonly link: string;
  /** What it is, such as `main block`. */
  readonly noun: string;
  readonly text: string;
}

type Hit = Found["hits"][number];

/** The longest text that a node searches for, in bytes. No name is longer. */
const MAX_LENGTH = 256;
const NOUNS = {
  block: "main block",
  resourceBlock: "resource block",
  transaction: "transaction",
  address: "address",
  cell: "cell",
};
const HEIGHT = /^[0-9]{1,15}$/;
const TIME_HASH = /^[0-9a-f]{78}$/;
const ADDRESS = /^[0-9a-f]{44}$/;

/** What the words may mean: a height, a hash, an address, a cell, a code, or one of these names. */
export async function findPlaces(
  node: Client,
  words: string,
  names: ReadonlyMap<string, string>,
): Promise<readonly FoundPlace[]> {
  const text = wholeHash(words).trim();
  if (byteLength(text) > MAX_LENGTH) return [];
  const found = [...named(text, names), ...(await findOnChain(node, text))];
  // The page of a transaction also shows one that waits, was refused, or is unknown.
  if (found.length === 0 && TIME_HASH.test(text)) return [placeTo("transaction", text)];
  return found;
}

function named(words: string, names: ReadonlyMap<string, string>): readonly FoundPlace[] {
  const wanted = words.toLowerCase();
  return [...names]
    .filter(([, name]) => wanted !== "" && name.toLowerCase().includes(wanted))
    .map(([address, name]) => placeTo("address", address, `${name} · ${address}`));
}

async function findOnChain(node: Client, text: string): Promise<readonly FoundPlace[]> {
  try {
    const { hits } = await node.search(text);
    return hits.length > 0 || !text.includes("…") ? hits.map(placeOf) : await byHashParts(node, text);
  } catch (error) {
    if (!toAskFailure(error).isMissing) throw error;
    return findWithoutSearch(node, text);
  }
}

function placeTo(kind: keyof typeof NOUNS, id: string, text = id): FoundPlace {
  return { link: linkTo(kind, id), noun: NOUNS[kind], text };
}

function placeToCode(
  { kind, id }: { readonly kind: CodeKind; readonly id: string },
  text: string,
): FoundPlace {
  return { link: linkTo("code", id, { query: kind === "request" ? { kind } : {} }), noun: kind, text };
}

function placeOf({ kind, id, height, name, space, writer }: Hit): FoundPlace {
  if (kind === "contract" || kind === "request") {
    return placeToCode({ kind, id }, writer === ZERO_ADDRESS ? name : `${space} / ${name}`);
  }
  return placeTo(kind, id, kind === "transaction" || height === null ? id : `${grouped(height)} · ${id}`);
}

async function byHashParts(node: Client, text: string): Promise<readonly FoundPlace[]> {
  return (await findHashParts(node, text)).map(({ kind, hash }) => placeTo(kind, hash));
}

/** Searches with the operations of a 2.1 node, which has no search and no cells. */
async function findWithoutSearch(node: Client, text: string): Promise<readonly FoundPlace[]> {
  const places: FoundPlace[] = [];
  if (HEIGHT.test(text)) places.push(...(await blocks(node, Number(text))));
  if (TIME_HASH.test(text)) {
    places.push(...(await blocks(node, text)));
    if ((await node.getTransaction(text)) !== null) places.push(placeTo("transaction", text));
  }
  if (ADDRESS.test(text)) places.push(placeTo("address", text));
  if (!TIME_HASH.test(text)) places.push(...(await byHashParts(node, text)));
  if (places.length === 0 && text !== "") places.push(...(await codes(node, text)));
  return places;
}

async function blocks(node: Client, target: number | string): Promise<readonly FoundPlace[]> {
  const [main, resource] = await Promise.all([
    node.getBlockSummary(target),
    node.getResourceBlockSummary(target),
  ]);
  return [
    ...(main === null
      ? []
      : [placeTo("block", main.blockhash, `${grouped(main.height)} · ${main.blockhash}`)]),
    ...(resource === null
      ? []
      : [
          placeTo("resourceBlock", resource.blockhash, `${grouped(resource.height)} · ${resource.blockhash}`),
        ]),
  ];
}

/** The codes whose name contains the words, or whose id begins with them. */
async function codes(node: Client, words: string): Promise<readonly FoundPlace[]> {
  const wanted = words.toLowerCase();
  const listed = await listReadableCodes(node);
  return listed
    .filter(({ id, method }) => id.startsWith(wanted) || method.name.toLowerCase().includes(wanted))
    .map((code) => placeToCode(code, code.method.name));
}
