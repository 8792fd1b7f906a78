import { isAddress } from "../../codec/address.js";
import { readHashPart, type HashPart } from "../../codec/hash-part.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { findState } from "../../contract/source/declared-state.js";
import { forEachSliced } from "../../ledger/yield-to-loop.js";
import { cidOf, codeIdOf, type Method } from "../../records/code.js";
import { MAX_HITS, type HitKind } from "../../records/operations/search.js";
import type { ChainIndex, NamedKind } from "../../store/chain-index.js";
import type { StoreReader } from "../../store/store.js";
import type { ExploredChain } from "./explored-chain.js";

interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly height: number | null;
  readonly method?: Method;
}

const HEIGHT = /^[0-9]{1,15}$/;
/** The beginning of an address, with `…` also its end. Its characters need not be hexadecimal. */
const ADDRESS_PART = /^([!-~]{4,44})(?:…([!-~]{1,44}))?$/;
/** The beginning of a state key, with the kind of state before it if given. A shorter one also begins other words. */
const CELL_PART = /^(?:(universal|local)\.)?([0-9a-f]{8,128})(?:…([0-9a-f]{1,128}))?$/;
/** The shortest beginning of an id. Shorter ones are also words. */
const LEAST_ID = 4;
const HASHED: readonly (NamedKind & HitKind)[] = ["block", "resourceBlock", "transaction"];
const STATES = ["universal", "local"] as const;

/** Search: everything that a text may mean. Every text is valid; one without a meaning has no hits. */
export async function searchChain({ store, registry, index }: ExploredChain, text: string): Promise<Value> {
  const words = text.trim();
  const kinds = await Promise.all([
    hitsAtHeight(store, words),
    ...HASHED.map((kind) => namedHits(index, kind, readHashPart(words.toLowerCase()))),
    addressHits(index, words),
    codeHits(registry.methods, words),
    cellHits(index, words.toLowerCase()),
  ]);
  const hits = kinds.flatMap((found) => found.slice(0, MAX_HITS));
  return objectToValue({
    hits: hits.map(({ kind, id, height, method }) =>
      objectToValue({
        kind,
        id,
        height: height === null ? null : BigInt(height),
        name: method?.name ?? "",
        space: method?.space ?? "",
        writer: method?.writer ?? "",
      }),
    ),
    is_more: kinds.some(({ length }) => length > MAX_HITS),
  });
}

async function hitsAtHeight(store: StoreReader, words: string): Promise<readonly Hit[]> {
  if (!HEIGHT.test(words)) return [];
  const height = Number(words);
  const [main, resource] = await Promise.all([
    store.mainBlockSummary({ height }),
    store.resourceBlockSummaries(height, height),
  ]);
  return [
    ...(main === null ? [] : [{ kind: "block" as const, id: main.blockhash, height }]),
    ...resource.map(({ blockhash: id }) => ({ kind: "resourceBlock" as const, id, height })),
  ];
}

/** Finds one hit more than the answer has room for, which shows that there are more. */
async function namedHits(
  index: ChainIndex,
  kind: NamedKind & HitKind,
  part: HashPart | null,
): Promise<readonly Hit[]> {
  // A few digits are a height. They also begin every hash, because hashes begin with their time.
  if (part === null || (HEIGHT.test(part.head) && part.head.length < 8 && part.tail === "")) return [];
  const found = await index.find(kind, part, MAX_HITS + 1);
  return found.map(({ id, height }) => ({ kind, id, height }));
}

async function addressHits(index: ChainIndex, words: string): Promise<readonly Hit[]> {
  const [, head = "", tail = ""] = ADDRESS_PART.exec(words) ?? [];
  const found = await namedHits(index, "address", head === "" ? null : { head, tail });
  const isKnown = found.some(({ id }) => id === words);
  // An address without a transaction is a hit too: it may have a balance.
  return isAddress(words) && !isKnown ? [{ kind: "address", id: words, height: null }, ...found] : found;
}

async function cellHits(index: ChainIndex, words: string): Promise<readonly Hit[]> {
  const [, state, head, tail = ""] = CELL_PART.exec(words) ?? [];
  if (head === undefined) return [];
  const states = STATES.filter((kind) => state === undefined || kind === state);
  const found = await Promise.all(
    states.map(async (kind) =>
      (await index.find(kind, { head, tail }, MAX_HITS + 1)).map(({ id }) => `${kind}.${id}`),
    ),
  );
  return found.flat().map((id) => ({ kind: "cell", id, height: null }));
}

/** The texts by which a search finds a code. */
interface CodeNames {
  readonly name: string;
  readonly space: string;
  readonly ids: readonly string[];
  readonly attributes: ReadonlySet<string>;
}

/** Computed once for each code, because a chain may have thousands. */
const namesOfCodes = new WeakMap<Method, CodeNames>();

function namesOf(method: Method): CodeNames {
  const known = namesOfCodes.get(method);
  if (known !== undefined) return known;
  const states = [...findState(method.executions, new Set()).values()];
  const names = {
    name: method.name.toLowerCase(),
    space: method.space.toLowerCase(),
    ids: [codeIdOf(method), cidOf(method), method.writer],
    attributes: new Set(states.map(({ attribute }) => attribute)),
  };
  namesOfCodes.set(method, names);
  return names;
}

/** Finds codes: those of exactly this name first, then those whose name begins with it, then all others. */
async function codeHits(methods: Iterable<Method>, words: string): Promise<readonly Hit[]> {
  const wanted = words.toLowerCase();
  const ranks: [Method[], Method[], Method[]] = [[], [], []];
  if (wanted === "") return [];
  await forEachSliced(methods, (method) => {
    const rank = rankOf(namesOf(method), words, wanted);
    const found = rank === null ? undefined : ranks[rank];
    if (found !== undefined && found.length <= MAX_HITS) found.push(method);
  });
  return ranks.flat().map((method) => ({ kind: method.kind, id: codeIdOf(method), height: null, method }));
}

function rankOf(
  { name, space, ids, attributes }: CodeNames,
  words: string,
  wanted: string,
): 0 | 1 | 2 | null {
  if (name === wanted || ids.includes(words)) return 0;
  if (name.startsWith(wanted)) return 1;
  const isBeginning = wanted.length >= LEAST_ID && [space, ...ids].some((id) => id.startsWith(wanted));
  return isBeginning || name.includes(wanted) || space === wanted || attributes.has(words) ? 2 : null;
}
