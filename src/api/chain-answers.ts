import type { StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { Clock } from "../base/clock/clock.js";
import { answerRequest, type LedgerView } from "../ledger/requests/answer-request.js";
import { readRequest, type RequestRecord } from "../records/request.js";
import type {
  Answer,
  Engine,
  HistoryQuery,
  RequestInput,
  RoundQuery,
  SignedInput,
  StateQuery,
} from "./engine.js";
import { historyView, inspectState, roundView, stateView, weighTransaction } from "./views/chain-views.js";

type ChainOperation = "request" | "weight" | "round" | "inspect" | "stateAt" | "history";

/** The operations that only read the chain, answered from a view of it. */
export abstract class ChainAnswers implements Pick<Engine, ChainOperation> {
  abstract readonly ledger: LedgerView;
  abstract readonly clock: Pick<Clock, "nowUs">;

  async request(input: RequestInput): Promise<Answer> {
    return this.answer(readRequest(input.request));
  }

  /** Request for a record that has been read. */
  protected answer(request: RequestRecord): Promise<Answer> {
    return answerRequest(this.ledger, request);
  }

  weight(input: SignedInput): Promise<bigint> {
    return weighTransaction(this.ledger, input);
  }

  round(query: RoundQuery): Promise<Value> {
    return roundView(this.ledger, this.clock.nowUs(), query);
  }

  inspect(kind: StateKind, key: string): Promise<Value> {
    return inspectState(this.ledger, kind, key);
  }

  stateAt(query: StateQuery): Promise<Value> {
    return stateView(this.ledger, query);
  }

  history(query: HistoryQuery): Promise<Value> {
    return historyView(this.ledger, query);
  }
}
