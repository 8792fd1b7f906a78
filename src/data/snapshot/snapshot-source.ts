import { createReadStream } from "node:fs";
import { fileError } from "../../codec/file-error.js";
import { connectionFailure, timedOut } from "../../client/failures.js";
import * as errors from "./errors.js";

const READ = { highWaterMark: 1024 * 1024 };
/** A server that sends nothing for so long has failed. */
const SILENCE_MS = 30_000;

/**
 * The bytes of a file, or of what an HTTP address answers. Throws the errors of `fileError`, `UNREACHABLE`, `TIMEOUT` and
 * `SNAPSHOT_FETCH`.
 */
export function bytesAt(place: string): AsyncGenerator<Uint8Array, void, undefined> {
  return /^https?:\/\//.test(place) ? fetchedBytes(place) : fileBytes(place);
}

async function* fileBytes(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* createReadStream(file, READ) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw fileError(cause, file) ?? cause;
  }
}

async function* fetchedBytes(url: string): AsyncGenerator<Uint8Array, void, undefined> {
  const ending = new AbortController();
  const answered = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => ending.abort(), SILENCE_MS);
    try {
      return await work;
    } catch (cause) {
      throw ending.signal.aborted ? timedOut(url, SILENCE_MS) : connectionFailure(url, cause);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const { ok, status, body } = await answered(fetch(url, { signal: ending.signal, redirect: "error" }));
    if (!ok) throw errors.snapshotFetch({ url, status });
    const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
    for (;;) {
      const read = await answered(Promise.resolve(reader?.read()));
      if (read?.value === undefined) return;
      yield read.value;
    }
  } finally {
    ending.abort();
  }
}
