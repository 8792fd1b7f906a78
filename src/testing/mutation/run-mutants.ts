import { readFileSync } from "node:fs";
import { register } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { canonicalJson } from "../../codec/canonical-json.js";
import { fromJson, type Code } from "../../contract/code.js";
import { findPlace, type Place } from "../../contract/source-map.js";
import { Recorder } from "../record/recorder.js";
import { recordedName } from "../record/test-record.js";
import { watchTests } from "../watch.js";
import { groupByPlace, sampleOf } from "./mutant-places.js";
import { mutantsOf, type Mutant } from "./mutants.js";
import type { MutationAnswer, MutationRun, SurvivingMutant } from "./mutation-run.js";

/** Runs test files with one mutant after another. Ends after some: modules are never freed. */
process.once("message", (told: MutationRun) => {
  void runMutants(told).then((answer) => process.send?.(answer, () => process.exit()));
});

const MOST_MUTANTS = 250;
/** The most sequences of a property: enough to call every contract of a project. */
const MOST_RUNS = 200;
/** The factor by which a run of tests with a mutant may take longer than without one. */
const PATIENCE = 20;
const LEAST_PATIENCE_MS = 10_000;
const COLLECTED = new URL("./collected-tests.js", import.meta.url).href;
/** Node's resolve hook: tests are collected, so that they can run again and again. */
const COLLECTING = `export const resolve = (specifier, context, next) => specifier === "node:test"
  ? { url: ${JSON.stringify(COLLECTED)}, format: "module", shortCircuit: true } : next(specifier, context);`;
const NO_WATCH = { execution: {}, chain: {} };

interface MutatedCode {
  readonly code: Code;
  readonly json: string;
  readonly mutants: readonly Mutant[];
  readonly files: readonly string[];
  readonly unreached: ReadonlySet<string>;
}

async function runMutants({ files, from, step, lines, most }: MutationRun): Promise<MutationAnswer> {
  register(`data:text/javascript,${encodeURIComponent(COLLECTING)}`);
  const { collectTests } = await import("./collected-tests.js");
  const run = async (file: string, mutant: number): Promise<void> => {
    const tests = await collectTests(() => import(`${pathToFileURL(file).href}?mutant=${mutant}`));
    await tests();
  };
  const begunMs = performance.now();
  const published = new Map<string, { readonly code: Code; readonly files: Set<string> }>();
  const recorder = new Recorder();
  for (const file of files) {
    const onPublished: typeof recorder.chain.onPublished = (code, method) => {
      recorder.chain.onPublished(code, method);
      const known = published.get(jsonOf(code)) ?? { code, files: new Set() };
      known.files.add(file);
      published.set(jsonOf(code), known);
    };
    watchTests({ execution: recorder.execution, chain: { onPublished } });
    try {
      await run(file, 0);
    } catch (error) {
      return { status: "failed", file, reason: error instanceof Error ? error.message : String(error) };
    }
  }
  const patienceMs = Math.max(LEAST_PATIENCE_MS, (performance.now() - begunMs) * PATIENCE);
  const codes = Array.from(published, ([json, { code, files: own }]): MutatedCode => {
    const recorded = recorder.record.codes.find(
      ({ name, kind }) => name === recordedName(code) && kind === code.kind,
    );
    const unreached = (recorded?.sites ?? []).filter(({ calls }) => calls === 0).map(({ path }) => path);
    return {
      code,
      json,
      mutants: mutantsOf(code.record, code.places),
      files: [...own],
      unreached: new Set(unreached),
    };
  });
  const all = codes.flatMap((mutated) =>
    mutated.mutants.map((mutant) => ({
      mutated,
      mutant,
      code: recordedName(mutated.code),
      path: mutant.path,
      place: findPlace(mutated.code.places, mutant.path) ?? null,
    })),
  );
  const changed = all.filter(
    ({ place }) => place === null || (lines?.[place.file]?.includes(place.line) ?? true),
  );
  const tested = sampleOf(changed, most ?? changed.length);
  const places = groupByPlace(tested);
  const counts = new Map([...places.values()].flatMap((group) => group.map((each) => [each, group.length])));
  const survivors: SurvivingMutant[] = [];
  let done = 0;
  let index = from;
  for (; index < tested.length && done < MOST_MUTANTS; index += step, done += 1) {
    const next = tested[index];
    if (next === undefined) break;
    const { mutated, mutant, code, path, place } = next;
    const isReached = !mutated.unreached.has(siteOf(mutated.unreached, mutant.path));
    const isNoticed = isReached && (await notices(mutated, mutant, { index, run, patienceMs }));
    if (isNoticed) continue;
    const equivalent = place === null ? null : equivalenceAt(place);
    const mutantsThere = counts.get(next) ?? 0;
    survivors.push({ index, code, path, change: mutant.change, place, mutantsThere, isReached, equivalent });
  }
  const leftOut = all.length - tested.length;
  return {
    status: "done",
    total: tested.length,
    leftOut,
    survivors,
    next: index < tested.length ? index : null,
  };
}

interface MutantTest {
  readonly index: number;
  readonly run: (file: string, mutant: number) => Promise<void>;
  readonly patienceMs: number;
}

async function notices(
  { json, files }: MutatedCode,
  { record }: Mutant,
  { index, run, patienceMs }: MutantTest,
): Promise<boolean> {
  const mutant = fromJson(canonicalJson(record));
  const replaced = (code: Code): Code => (jsonOf(code) === json ? mutant : code);
  watchTests({ execution: {}, chain: { replaced }, mostRuns: MOST_RUNS });
  for (const file of files) {
    const end = new AbortController();
    const limit = delay(patienceMs, true, { signal: end.signal, ref: false }).catch(() => true);
    try {
      const isLate = await Promise.race([run(file, index + 1).then(() => false), limit]);
      if (isLate) return true;
    } catch {
      // A test failed: the mutant is noticed.
      return true;
    } finally {
      end.abort();
      watchTests({ ...NO_WATCH, chain: { replaced }, mostRuns: MOST_RUNS });
    }
  }
  return false;
}

/** The innermost of some calls that holds a path; the path itself when none does. */
function siteOf(sites: ReadonlySet<string>, path: string): string {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0)))
    if (sites.has(at)) return at;
  return path;
}

const EQUIVALENT = /\/\/\s*equivalent:\s*(.+)$/;

/** The reason in a comment `// equivalent: …` on the line of a place, or on the line above it. */
function equivalenceAt({ file, line }: Place): string | null {
  const lines = readFileSync(file, "utf8").split("\n");
  const [above = "", own = ""] = [lines[line - 2], lines[line - 1]];
  return (
    (EQUIVALENT.exec(own) ?? (above.trim().startsWith("//") ? EQUIVALENT.exec(above) : null))?.[1] ?? null
  );
}

const jsons = new WeakMap<Code, string>();

function jsonOf(code: Code): string {
  const json = jsons.get(code) ?? code.toJson();
  jsons.set(code, json);
  return json;
}
