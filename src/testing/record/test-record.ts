import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Code } from "../../contract/code.js";
import type { Place } from "../../contract/source-map.js";
import type { CodeKind } from "../../records/code-layout.js";

/** The variable of the environment with the directory that records of a test run are written to. */
export const RECORD_VARIABLE = "CHAINNODE_TEST_RECORD";

export interface TestRecord {
  readonly codes: readonly RecordedCode[];
  readonly calls: readonly RecordedCall[];
}

export interface RecordedCode {
  readonly id: string;
  readonly kind: CodeKind;
  /** The name with its space, such as `token/Transfer`. */
  readonly name: string;
  readonly sites: readonly RecordedSite[];
}

/** The name of a code with its space, `token/Transfer`. Several spaces of a project may have codes of one name. */
export function recordedName({ name, space }: Code): string {
  return space === null ? `${name}` : `${space}/${name}`;
}

/** A call of an operator, and how often it was evaluated. */
export interface RecordedSite {
  readonly path: string;
  readonly operator: string;
  /** Null when the code has no source. */
  readonly place: Place | null;
  readonly calls: number;
  /** The number of times that a condition held, or that the first branch of an `$if` was taken. */
  readonly yes: number;
  readonly no: number;
}

export interface RecordedCall {
  readonly name: string;
  readonly calls: number;
  readonly size: number;
  /** A whole number in text. */
  readonly weight: string;
}

export async function readRecords(directory: string): Promise<TestRecord> {
  const files = await readdir(directory).catch((): string[] => []);
  const records = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(directory, file), "utf8")) as TestRecord),
  );
  const codes = new Map<string, RecordedCode>();
  const calls = new Map<string, RecordedCall>();
  for (const record of records) {
    for (const code of record.codes) codes.set(code.id, mergeCodes(codes.get(code.id), code));
    for (const call of record.calls) calls.set(call.name, mergeCalls(calls.get(call.name), call));
  }
  const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
    left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
  return { codes: [...codes.values()].toSorted(byName), calls: [...calls.values()].toSorted(byName) };
}

function mergeCodes(known: RecordedCode | undefined, code: RecordedCode): RecordedCode {
  if (known === undefined) return code;
  const sites = code.sites.map((site, index): RecordedSite => {
    const other = known.sites[index];
    if (other === undefined) return site;
    const { path, operator, place } = site;
    const counts = { calls: site.calls + other.calls, yes: site.yes + other.yes, no: site.no + other.no };
    return { path, operator, place, ...counts };
  });
  return { ...code, sites };
}

function mergeCalls(known: RecordedCall | undefined, call: RecordedCall): RecordedCall {
  if (known === undefined) return call;
  return {
    name: call.name,
    calls: known.calls + call.calls,
    size: Math.max(known.size, call.size),
    weight: BigInt(known.weight) > BigInt(call.weight) ? known.weight : call.weight,
  };
}
