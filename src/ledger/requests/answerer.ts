import type { Value } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import type { MainBlockSummary, Store } from "../../store/store.js";
import type { Answer } from "../answer.js";
import type { CodeRegistry } from "../code-registry.js";
import type { Runners } from "../runs/runner.js";

/** What system requests are answered from: the ledger as it is when the request arrives. */
export interface RequestContext {
  readonly store: Store;
  readonly network: Network;
  readonly registry: CodeRegistry;
  readonly tip: MainBlockSummary;
  readonly resourceChain: FixedHeights;
  readonly runners: Pick<Runners, "callers">;
}

/**
 * The heights that are never undone (PROTOCOL 10.10), at or below which answers are final. They are read before the
 * record: a block that was read first could be replaced by the time its height is fixed.
 */
export interface FixedHeights {
  readonly fixedHeight: number;
  readonly fixedMainHeight: number;
}

/** Returns an argument of the request by name; null when missing. */
export type ArgumentReader = (name: string) => Value;

/** Answers one kind of system request. */
export type Answerer = (context: RequestContext, argument: ArgumentReader) => Promise<Answer>;
