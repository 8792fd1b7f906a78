import { padStateKey, stateKeyOf, type StateKind } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import type { ProgramCall, StateKeys, StateView, StateWrite, TraceCall } from "../../vm/machine.js";

const KINDS: readonly StateKind[] = ["universal", "local"];

export interface StateBefore {
  readonly call: ProgramCall;
  readonly state: StateView;
  /**
   * Whether the cell of a state key is loaded. In rules 1 a cell that no read pass collected is not, and reads as absent,
   * whatever it holds (PROTOCOL 7.5); in rules 2 every cell is (PROTOCOL 16.6).
   */
  readonly isLoaded: (kind: StateKind, stateKey: string) => boolean;
}

/** A state with the cells that the call's read pass collected, and those of earlier calls of the same block. */
export function stateBefore(call: ProgramCall, keys: StateKeys, state: StateView): StateBefore {
  const isLimited = keys.ok && call.rules?.readsAnyCell !== true;
  const collected = isLimited ? { universal: new Set(keys.universal), local: new Set(keys.local) } : null;
  return {
    call,
    state,
    isLoaded(kind, stateKey) {
      const paddedKey = padStateKey(stateKey);
      if (collected === null || collected[kind].has(paddedKey)) return true;
      return (state.read(kind, paddedKey) ?? null) !== null;
    },
  };
}

/** A cell as its code names it. */
export interface NamedCell {
  readonly kind: StateKind;
  readonly attribute: string;
  readonly key: string;
  /** The state key, not padded. */
  readonly stateKey: string;
}

interface UsedCell extends NamedCell {
  /** False when no read pass collected it: it reads as absent, whatever it holds (PROTOCOL 7.5). */
  readonly isLoaded: boolean;
}

export interface CellRead extends UsedCell {
  /** The value, null when the cell is absent. */
  readonly value: Value;
}

export interface CellChange extends UsedCell {
  readonly old: Value;
  readonly new: Value;
}

const UNLOADED = "not loaded: its key depends on a read";

/** Returns the calls of a run with a note on each read of a cell that is not loaded. */
export function noteUnloadedReads(calls: readonly TraceCall[], before: StateBefore): readonly TraceCall[] {
  return calls.map((traced) => ({
    ...traced,
    note: isUnloadedRead(traced, before) ? UNLOADED : traced.note,
    calls: noteUnloadedReads(traced.calls, before),
  }));
}

function isUnloadedRead(traced: TraceCall, { call, isLoaded }: StateBefore): boolean {
  const [cell] = namedCell(traced, call, "read");
  if (cell === undefined || traced.failure !== null || isLoaded(cell.kind, cell.stateKey)) return false;
  // The post-process reads the values of the method's writes (PROTOCOL 7.9).
  return traced.value === (traced.arguments?.[2] ?? null);
}

/** Returns the cells that a run read, in the order of the first reads. */
export function cellsRead(
  calls: readonly TraceCall[],
  { call, state, isLoaded }: StateBefore,
): readonly CellRead[] {
  const reads = new Map<string, CellRead>();
  for (const cell of namedCells(calls, call, "read")) {
    const value = state.read(cell.kind, padStateKey(cell.stateKey)) ?? null;
    const id = cellId(cell.kind, cell.stateKey);
    if (!reads.has(id)) reads.set(id, { ...cell, isLoaded: isLoaded(cell.kind, cell.stateKey), value });
  }
  return [...reads.values()];
}

/** Returns the cells that a run wrote, with old and new value, in the order of the first writes. */
export function cellsWritten(
  calls: readonly TraceCall[],
  writes: readonly StateWrite[],
  { call, state, isLoaded }: StateBefore,
): readonly CellChange[] {
  const names = new Map(
    namedCells(calls, call, "write").map((cell) => [cellId(cell.kind, cell.stateKey), cell]),
  );
  const written = new Map<string, CellChange>();
  for (const { kind, key, value } of writes) {
    const id = cellId(kind, key);
    const cell = names.get(id);
    if (cell === undefined) throw new TypeError(`No call wrote ${key}. `);
    const old = state.read(kind, padStateKey(key)) ?? null;
    written.set(id, { ...cell, isLoaded: isLoaded(kind, key), old, new: value });
  }
  return [...written.values()];
}

/** Returns the cells that the calls of a run name, in the order of the calls. */
function namedCells(
  calls: readonly TraceCall[],
  call: ProgramCall,
  verb: "read" | "write",
): readonly NamedCell[] {
  return calls.flatMap((traced) => [
    ...namedCells(traced.calls, call, verb),
    ...namedCell(traced, call, verb),
  ]);
}

function namedCell(traced: TraceCall, call: ProgramCall, verb: "read" | "write"): readonly NamedCell[] {
  const kind = KINDS.find((name) => traced.operator === `${verb}_${name}`);
  if (kind === undefined || traced.arguments === null) return [];
  const [attribute = null, key = null] = traced.arguments;
  const { method } = traced.part === "own" ? call.program : (call.postProcess ?? call.program);
  const named = { kind, attribute: valueToText(attribute), key: valueToText(key) };
  const text = stateKeyOf(method.writer, method.space, named.attribute, named.key);
  return text === null ? [] : [{ ...named, stateKey: text }];
}

function cellId(kind: StateKind, key: string): string {
  return `${kind} ${key}`;
}
