import type { Value } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import type { ParameterName, SystemRequest } from "../../records/operations/operation.js";
import type { MainBlockSummary, StoreReader } from "../../store/store.js";
import type { Answer } from "../answer.js";
import type { CodeRegistry } from "../code-registry.js";

/** What system requests are answered from: the ledger as it is when the request arrives. */
export interface RequestContext {
  readonly store: StoreReader;
  readonly network: Network;
  readonly registry: CodeRegistry;
  readonly tip: MainBlockSummary;
  readonly resourceChain: FixedHeights;
}

/**
 * The heights that are never undone (PROTOCOL 10.10), at or below which answers are final. They are read before the
 * record: a block that was read first could be replaced by the time its height is fixed.
 */
export interface FixedHeights {
  readonly fixedHeight: number;
  readonly fixedMainHeight: number;
}

/** Answers one system request. `argument` returns an argument by name, null when it is missing. */
export type Answerer<Definition extends SystemRequest = SystemRequest> = (
  context: RequestContext,
  argument: (name: ParameterName<Definition>) => Value,
) => Promise<Answer>;
