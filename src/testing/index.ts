/**
 * Tests contracts: `chainnode/testing`. `sandbox()` opens a chain in memory in any test runner; `chainnode code test`
 * runs test files with that of Node.
 *
 * @packageDocumentation
 */
export { assertChanges, assertRefused, assertSupplyKept, type ExpectedChange } from "./matchers.js";
export type { Addressed, Plain } from "./plain.js";
export { sandbox, type SandboxSettings } from "./sandbox.js";
export type { CallOutcome, ChangedCell, LabelledValue, Sent } from "./call-outcome.js";
export { TestChain, type CallParameters, type CallSettings, type Sender } from "./test-chain.js";
export { ChainError } from "../codec/chain-error.js";
export type { FuzzState, Invariants } from "./fuzz/fuzz-state.js";
export type { FuzzFinding, FuzzReport } from "./fuzz/fuzz.js";
export {
  assertProperties,
  generators,
  type Generators,
  type PropertyScene,
  type PropertySettings,
  type Stage,
} from "./properties.js";
