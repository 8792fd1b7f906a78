import { isAddress } from "../../codec/address.js";
import { readHashPart, type HashPart } from "../../codec/hash-part.js";
import { detached } from "../../codec/text.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { findState } from "../../contract/source/declared-state.js";
import type { RegisteredCode } from "../../ledger/code-registry.js";
import { forEachSliced } from "../../base/yield-to-loop.js";
import { cidOf, codeIdOf, type Method } from "../../records/code.js";
import type { Given } from "../../records/operations/operation.js";
import { MAX_HITS, type HitKind, type SEARCH } from "../../records/operations/explorer.js";
import type { ChainIndex, NamedKind } from "../../store/chain-index.js";
import type { StoreReader } from "../../store/store.js";
import type { ExploredChain } from "./lists-view.js";

interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly height: number | null;
  readonly method?: Method;
}

const HEIGHT = /^[0-9]{1,15}$/;
/** The beginning of an address, with `…` also its end. Its characters need not be hexadecimal. */
const ADDRESS_PART = /^([!-~]{4,44})(?:…([!-~]{1,44}))?$/;
/** The beginning of a state key, with the kind of state before it if given. */
const CELL_PART = /^(?:(universal|local)\.)?([0-9a-f]{4,128})(?:…([0-9a-f]{1,128}))?$/;
/** The shortest beginning of an id. Shorter ones are also words. */
const LEAST_ID = 4;
const HASHED: readonly (NamedKind & HitKind)[] = ["block", "resourceBlock", "transaction"];
const STATES = ["universal", "local"] as const;

/** Search: everything that a text may mean. Every text is valid; one without a meaning has no hits. */
export async function searchChain(
  { store, registry, index }: ExploredChain,
  { text = "" }: Given<typeof SEARCH>,
): Promise<Value> {
  const words = text.trim();
  const kinds = await Promise.all([
    hitsAtHeight(store, words),
    ...HASHED.map((kind) => namedHits(index, kind, readHashPart(words.toLowerCase()))),
    addressHits(index, words),
    codeHits(registry.codes, words),
    cellHits(index, words.toLowerCase()),
  ]);
  // The hash of the block of a height may begin with the same digits.
  const hits = new Map(
    kinds.flatMap((found) => found.slice(0, MAX_HITS)).map((hit) => [`${hit.kind} ${hit.id}`, hit]),
  );
  return objectToValue({
    hits: Array.from(hits.values(), ({ kind, id, height, method }) =>
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
  if (part === null) return [];
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
  /** Between zero characters. */
  readonly attributes: string;
}

/** Computed once for each code, because a chain may have thousands. */
const namesOfCodes = new WeakMap<RegisteredCode, CodeNames>();

/** No more of a name is kept: any account can register codes. */
const NAMED = 1024;

function excerpt(name: string): string {
  return detached(name.slice(0, NAMED).toLowerCase());
}

function namesOf(code: RegisteredCode): CodeNames {
  const known = namesOfCodes.get(code);
  if (known !== undefined) return known;
  const { method } = code;
  const states = [...findState(method.executions, new Set()).values()];
  const names = {
    name: excerpt(method.name),
    space: excerpt(method.space),
    ids: [codeIdOf(method), cidOf(method), method.writer],
    attributes: detached(["", ...states.map(({ attribute }) => attribute), ""].join("\0").slice(0, NAMED)),
  };
  namesOfCodes.set(code, names);
  return names;
}

/** Finds codes: those of exactly this name first, then those whose name begins with it, then all others. */
async function codeHits(codes: Iterable<RegisteredCode>, words: string): Promise<readonly Hit[]> {
  const wanted = words.toLowerCase();
  const ranks: [RegisteredCode[], RegisteredCode[], RegisteredCode[]] = [[], [], []];
  if (wanted === "") return [];
  await forEachSliced(codes, (code) => {
    const rank = rankOf(namesOf(code), words, wanted);
    const found = rank === null ? undefined : ranks[rank];
    if (found !== undefined && found.length <= MAX_HITS) found.push(code);
  });
  return ranks
    .flat()
    .map(({ method }) => ({ kind: method.kind, id: codeIdOf(method), height: null, method }));
}

function rankOf(
  { name, space, ids, attributes }: CodeNames,
  words: string,
  wanted: string,
): 0 | 1 | 2 | null {
  if (name === wanted || ids.includes(words)) return 0;
  if (name.startsWith(wanted)) return 1;
  const isBeginning = wanted.length >= LEAST_ID && [space, ...ids].some((id) => id.startsWith(wanted));
  return isBeginning || name.includes(wanted) || space === wanted || attributes.includes(`\0${words}\0`)
    ? 2
    : null;
}
