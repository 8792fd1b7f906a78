import { findPlace, type Place, type SourceMap } from "../../contract/source-map.js";
import { parseJson } from "../../codec/parse-json.js";
import { isMap, type Value } from "../../codec/value.js";
import { textIn } from "../../codec/text.js";

/** The source of a code, as its author gives it to the page: the map of its parts, and the text of its files. */
export interface GivenSource {
  readonly map: SourceMap;
  /** By the last part of the path. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

export interface SourceLine {
  /** `points.ts:12`. */
  readonly place: string;
  /** Empty when the file was not given. */
  readonly text: string;
}

interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** Reads JSON as source maps, other files as sources. Throws for a map without places. */
export function readGivenSource(given: readonly GivenFile[], before: GivenSource | null): GivenSource {
  const map = new Map(before?.map);
  const files = new Map(before?.files);
  for (const { name, text } of given)
    if (name.endsWith(".json"))
      for (const [path, place] of readMap(name, parseJson(text))) map.set(path, place);
    else files.set(baseOf(name), text.split("\n"));
  return { map, files };
}

function* readMap(name: string, value: Value): Generator<readonly [path: string, place: Place]> {
  if (!isMap(value)) throw new Error(`${name} is no source map.`);
  for (const [path, place] of value) {
    const [file, line, column] = [textIn(place, "file"), numberIn(place, "line"), numberIn(place, "column")];
    if (!path.startsWith("$") || file === "" || line === null) throw new Error(`${name} is no source map.`);
    yield [path, { file, line, column: column ?? 1 }];
  }
}

function numberIn(place: Value, name: string): number | null {
  const value = isMap(place) ? place.get(name) : null;
  return typeof value === "bigint" && value > 0n ? Number(value) : null;
}

/** The line of source that builds a part of a code; null when the map has none. */
export function sourceLine({ map, files }: GivenSource, path: string): SourceLine | null {
  const place = findPlace(map, path);
  if (place === undefined) return null;
  const file = baseOf(place.file);
  return { place: `${file}:${place.line}`, text: files.get(file)?.[place.line - 1]?.trim() ?? "" };
}

function baseOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
