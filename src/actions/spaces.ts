import { onlyHash, readHashPart } from "../codec/hash-part.js";
import { spaceIdOf } from "../codec/hash.js";
import type { NamedKeys } from "../data/keys/named-keys.js";
import { cidOf, type CodeSpace } from "../records/code.js";
import { isHash } from "../records/fields.js";
import type { ListCodes } from "./callables.js";
import { instead } from "../codec/chain-error.js";
import { nearestName } from "../base/text/nearest-name.js";
import type { ReadableCode } from "../records/stored-code.js";
import * as errors from "./errors.js";

/** Between the writer and the name of a space, as people write them. */
const SEPARATOR = "/";

interface SpaceSources {
  readonly keys: Pick<NamedKeys, "resolve">;
  readonly codes: ListCodes;
}

/** Reads `alice/art`; null for a text without a writer. Throws as `NamedKeys.resolve` does. */
export async function readNamedSpace(
  text: string,
  keys: Pick<NamedKeys, "resolve">,
): Promise<CodeSpace | null> {
  const end = text.indexOf(SEPARATOR);
  if (end < 1) return null;
  return { writer: await keys.resolve(text.slice(0, end)), space: text.slice(end + SEPARATOR.length) };
}

/**
 * The cid that a user names: by writer and space (`alice/art`, with the name of a key or an address), as it is, or by
 * part of that of a registered code. A named space must have a code, unless the node does not list its codes. Throws
 * `SPACE`, `SPACE_EMPTY`, `SPACE_UNKNOWN`, `HASH_AMBIGUOUS`, or as `NamedKeys.resolve` does.
 */
export async function resolveCid(text: string, { keys, codes }: SpaceSources): Promise<string> {
  if (isHash(text)) return text;
  const named = await readNamedSpace(text, keys);
  if (named !== null) {
    const listed = await codes().catch(instead(null));
    if (listed !== null) assertSpace(text, named, listed);
    return spaceIdOf(named.writer, named.space);
  }
  if (readHashPart(text) === null) throw errors.spaceInvalid({ space: text });
  const cid = onlyHash(
    text,
    (await codes()).map(({ method }) => cidOf(method)),
  );
  if (cid === null) throw errors.spaceUnknown({ cid: text });
  return cid;
}

/** @param text the space as it was named. Throws `SPACE_EMPTY`. */
export function assertSpace(
  text: string,
  { writer, space }: CodeSpace,
  codes: readonly Pick<ReadableCode, "method">[],
): void {
  const own = codes.filter(({ method }) => method.writer === writer).map(({ method }) => method.space);
  if (own.includes(space)) return;
  const nearest = nearestName(space, own);
  throw errors.spaceEmpty(
    { space: text, writer, cid: spaceIdOf(writer, space) },
    { nearest: nearest && text.slice(0, -space.length) + nearest },
  );
}

/** How people name a space: by the name of the writer's key when there is one. */
export function spaceName({ writer, space }: CodeSpace, names: ReadonlyMap<string, string>): string {
  return `${names.get(writer) ?? writer}${SEPARATOR}${space}`;
}
