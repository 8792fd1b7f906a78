import type { Sources } from "./house-rules.js";

const VALUE = String.raw`=\s+(?:new (?:Map|Set|LRUCache)\b|\[\];|\{ \w+: new (?:Map|Set))`;
/** A collection at the top of a module or as a field of a class, as prettier writes it, unless its type says that it is constant. */
const FIXED_PLACE = String.raw`(?:(?:export )?const|  (?:static )?readonly) ([#\w]+)(?:: (?!Readonly|readonly)[^=\n]+)?`;
/** A place in which a constant collection is replaced by a longer one. */
const CHANGED_PLACE = String.raw`(?:(?:export )?let |  (?=#))([#\w]+)(?:: [^=\n]+)?`;

/** The collections that may grow while a process runs, as `file name`. */
export function keptCollections(sources: Sources): readonly string[] {
  const kept = new Set<string>();
  const place = new RegExp(`^(?:${FIXED_PLACE}|${CHANGED_PLACE}) ${VALUE}`, "gm");
  for (const [path, source] of sources)
    for (const [, fixed, changed] of source.matchAll(place))
      if (!/^[A-Z_]+$/.test(fixed ?? "")) kept.add(`${path.replace(/^src\//, "")} ${fixed ?? changed}`);
  return [...kept].toSorted();
}
