import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../codec/canonical-json.js";
import { shortHashOf } from "../../codec/hash.js";
import type { ValueMap } from "../../codec/value.js";
import { isCode, type Code } from "../../contract/code.js";
import { findPlace } from "../../contract/source-map.js";
import type { Method } from "../../records/code.js";
import { sitesOf, type CodeSite } from "../../records/site-paths.js";
import type { ProgramCall, Tracer } from "../../vm/machine.js";
import type { Sent } from "../call-outcome.js";
import {
  recordedName,
  type RecordedCall,
  type RecordedCode,
  type RecordedSite,
  type TestRecord,
} from "./test-record.js";

interface Counts {
  calls: number;
  yes: number;
  no: number;
}

interface Covered {
  readonly code: Code;
  readonly method: Method;
  /** By path. */
  readonly counts: Map<string, Counts>;
}

/** Records the coverage and the costs of the calls of this process. */
export class Recorder {
  readonly #covered = new Map<string, Covered>();
  /** The sites of each compiled method: a code is compiled in each sandbox. */
  readonly #sites = new WeakMap<Method, ReadonlyMap<ValueMap, CodeSite>>();
  readonly #costs = new Map<string, RecordedCall>();

  /** A recorder that writes its record to a directory when the process ends. */
  static writingTo(directory: string): Recorder {
    const recorder = new Recorder();
    process.once("exit", () => {
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify(recorder.record));
    });
    return recorder;
  }

  get record(): TestRecord {
    return {
      codes: Array.from(this.#covered, ([id, covered]) => recordedCode(id, covered)),
      calls: [...this.#costs.values()],
    };
  }

  readonly execution = { tracerOf: (call: ProgramCall): Tracer | null => this.#tracerOf(call) };

  readonly chain = {
    onPublished: (code: Code, method: Method): void => {
      const id = idOf(method);
      if (!this.#covered.has(id)) this.#covered.set(id, { code, method, counts: new Map() });
    },
    onSent: (code: Code | string, sent: Sent): void => {
      if (isCode(code)) this.#noteCost(recordedName(code), sent);
    },
  };

  #tracerOf({ program: { method } }: ProgramCall): Tracer | null {
    const covered = this.#covered.get(idOf(method));
    if (covered === undefined) return null;
    const sites = this.#sites.get(method) ?? sitesOf(method, covered.code.record);
    this.#sites.set(method, sites);
    return coverageTracer(sites, covered.counts);
  }

  #noteCost(name: string, { size, weight }: Sent): void {
    const known = this.#costs.get(name);
    this.#costs.set(name, {
      name,
      calls: (known?.calls ?? 0) + 1,
      size: Math.max(known?.size ?? 0, size),
      weight: String(known !== undefined && BigInt(known.weight) > weight ? known.weight : weight),
    });
  }
}

/** Two texts of one name are two codes, each with a coverage of its own. */
const ids = new WeakMap<Method, string>();
function idOf(method: Method): string {
  const known = ids.get(method);
  if (known !== undefined) return known;
  const { kind, name, writer, space, executions } = method;
  const id = shortHashOf(canonicalJson([kind, name, writer, space, executions]));
  ids.set(method, id);
  return id;
}

function recordedCode(id: string, { code, method, counts }: Covered): RecordedCode {
  const sites = [...sitesOf(method, code.record).values()].map(({ path, operator }): RecordedSite => {
    const place = findPlace(code.places, path) ?? null;
    const { calls, yes, no } = counts.get(path) ?? { calls: 0, yes: 0, no: 0 };
    return { path, operator, place, calls, yes, no };
  });
  return { id, kind: method.kind, name: recordedName(code), sites };
}

/** Counts the calls of a code's own operators in the condition pass, where both branches of an `$if` are evaluated. */
function coverageTracer(sites: ReadonlyMap<ValueMap, CodeSite>, counts: Map<string, Counts>): Tracer {
  const open: (CodeSite | undefined)[] = [];
  let isOwn = false;
  const countsOf = ({ path }: CodeSite): Counts => {
    const known = counts.get(path) ?? { calls: 0, yes: 0, no: 0 };
    counts.set(path, known);
    return known;
  };
  return {
    begin(part, pass) {
      isOwn = part === "own" && pass === "condition";
    },
    enter: (_, site) => void open.push(isOwn ? sites.get(site) : undefined),
    leave(args, value) {
      const site = open.pop();
      if (site === undefined) return;
      const counted = countsOf(site);
      counted.calls += 1;
      const holds = site.operator === "if" ? args[0] === true : value === true;
      if (holds) counted.yes += 1;
      else counted.no += 1;
    },
    // A condition that does not hold is counted when its evaluation ends.
    stop: () => undefined,
    fail() {
      const site = open.pop();
      if (site !== undefined) countsOf(site).calls += 1;
    },
  };
}
