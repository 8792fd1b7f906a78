/** Where a source builds a part of a code. */
export interface Place {
  /** The path of the file, or its URL when it is not a file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The labels that `debug` gives the value of this very part. */
  readonly labels?: readonly string[];
}

/**
 * Places by JSON path, such as `$.e[0].$condition[0].$gte`: the paths of `lintCode` and of traces. It lies beside the
 * code and is not part of it.
 */
export type SourceMap = ReadonlyMap<string, Place>;

/** A stack of one frame. The engine makes it text when it is read, which is seldom. */
export interface PlaceMark {
  readonly stack?: string;
}

interface Engine {
  captureStackTrace?(target: object, above: unknown): void;
  stackTraceLimit?: number;
}

const FRAME = /((?:file|https?):\/\/[^\s()]+|\/[^\s()]+|[A-Za-z]:[\\/][^\s()]+):(\d+):(\d+)/;

/** Notes who called a function of the builder. Empty in an engine without `Error.captureStackTrace`. */
export function markPlace(caller: unknown): PlaceMark {
  const engine = Error as unknown as Engine;
  const mark: PlaceMark = {};
  if (engine.captureStackTrace === undefined) return mark;
  const limit = engine.stackTraceLimit;
  engine.stackTraceLimit = 1;
  engine.captureStackTrace(mark, caller);
  if (limit !== undefined) engine.stackTraceLimit = limit;
  return mark;
}

/** The place of a mark; null when the engine does not tell. */
export function placeOf({ stack = "" }: PlaceMark): Place | null {
  const [, where = "", line, column] = FRAME.exec(stack) ?? [];
  if (where === "") return null;
  return { file: toPath(where), line: Number(line), column: Number(column) };
}

function toPath(where: string): string {
  return where.startsWith("file://") ? decodeURIComponent(new URL(where).pathname) : where;
}

/** The place of a path, or of the nearest part around it. */
export function findPlace(map: SourceMap, path: string): Place | undefined {
  for (let at = path; at !== "";) {
    const place = map.get(at);
    if (place !== undefined) return place;
    at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0));
  }
  return undefined;
}
