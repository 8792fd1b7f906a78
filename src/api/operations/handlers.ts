import { stateKindOf } from "../../codec/state-key.js";
import { EMPTY, type Value, isMap, type ValueMap } from "../../codec/value.js";
import { isTimeHash } from "../../records/fields.js";
import { transactionUnknown } from "../../records/errors.js";
import { MAX_STATE_KEYS, MAX_NEWS_WAIT_MS } from "../../records/operations/limits.js";
import type { Given, Operation } from "../../records/operations/operation.js";
import { NODE_OPERATIONS, type OperationName } from "../../records/operations/operations.js";
import type { Answer, Engine, NewsQuery } from "../engine.js";
import * as errors from "../errors.js";
import type { Explored } from "../exploring/explorations.js";
import { callsView, cellsView, exploredChain } from "../exploring/lists-view.js";
import { overviewView, statisticsView } from "../exploring/numbers-view.js";
import { searchChain } from "../exploring/search.js";
import { formSignedInput, formValue, rawValue, requestInput } from "./execution-input.js";
import { assertJsonReadable, givenIn, type Handler, type OperationInput } from "./input.js";
import { sendRawTransaction, sendSigned } from "./send-transaction.js";
import type { CodeKind } from "../../records/code-layout.js";
import type { ReplayJob } from "../tracing/replay-job.js";

const { PEER, ROUND, BROADCAST, INSPECT, STATE_AT, TRACE, WHAT_IF, HISTORY } = NODE_OPERATIONS;
const { LIST_CELLS, LIST_CALLS, STATISTICS, SEARCH, OVERVIEW } = NODE_OPERATIONS;

/** The handlers of the operations that have a path of their own (docs/rpc.md). */
export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  [NODE_OPERATIONS.PING.name]: async () => ({ value: EMPTY }),
  [NODE_OPERATIONS.INFO.name]: async (engine) => ({ value: await engine.info() }),

  /** The flags of the answer stand beside its data (PROTOCOL 13.8). */
  [PEER.name]: answering(PEER, async (engine, given, { caller }) => {
    const { register = false, authentication = false, ...rest } = given;
    const query = { register, authentication, ...rest, ...(caller === undefined ? {} : { caller }) };
    const { data, ...siblings } = await engine.peer(query);
    return { value: data, siblings };
  }),
  /** PROTOCOL 13.6. */
  [ROUND.name]: answering(ROUND, async (engine, given) => ({ value: await engine.round(given) })),
  /** PROTOCOL 13.6, 15.15. */
  [BROADCAST.name]: answering(
    BROADCAST,
    async (engine, { since, tip, wait, wanted, ...query }, { patience }) => {
      const news = newsQueryIn({ since, tip, wait, wanted }, patience);
      return engine.broadcast(news === undefined ? query : { ...query, news });
    },
  ),

  [NODE_OPERATIONS.REQUEST.name]: async (engine, input) => {
    assertJsonReadable(input);
    return engine.request(requestInput(input, await formValue(input, "request")));
  },
  [NODE_OPERATIONS.RAW_REQUEST.name]: async (engine, input) =>
    engine.request(requestInput(input, await rawValue(input, "request"))),
  /** PROTOCOL 13.7. */
  [NODE_OPERATIONS.SEND_TRANSACTION.name]: async (engine, input) =>
    sendSigned(engine, await formSignedInput(input), input),
  [NODE_OPERATIONS.SEND_RAW_TRANSACTION.name]: sendRawTransaction,
  /** PROTOCOL 13.7. */
  [NODE_OPERATIONS.WEIGHT.name]: async (engine, input) => ({
    value: String(await engine.weight(await formSignedInput(input))),
  }),

  [INSPECT.name]: answering(INSPECT, async (engine, { type, key = "" }) => ({
    value: await engine.inspect(stateKindOf(type), key),
  })),
  [STATE_AT.name]: answering(STATE_AT, async (engine, { type, keys = "", ...at }) => {
    const asked = keys.split(",");
    if (asked.length > MAX_STATE_KEYS) throw errors.stateKeys({ most: MAX_STATE_KEYS });
    return { value: await engine.stateAt({ kind: stateKindOf(type), keys: asked, ...at }) };
  }),
  [TRACE.name]: answering(TRACE, async (engine, { hash = "" }, { caller }) => {
    if (!isTimeHash(hash)) throw transactionUnknown({ hash });
    return { json: await engine.replay({ kind: "trace", hash }, caller) };
  }),
  [WHAT_IF.name]: answering(WHAT_IF, async (engine, given, { caller }) => ({
    json: await engine.replay(whatIf(given), caller),
  })),
  [HISTORY.name]: answering(HISTORY, async (engine, { type, key = "", ...page }) => ({
    value: await engine.history({ kind: stateKindOf(type), key, ...page }),
  })),

  [LIST_CELLS.name]: exploring(LIST_CELLS, ({ ledger }, given) => cellsView(exploredChain(ledger), given)),
  [LIST_CALLS.name]: exploring(LIST_CALLS, ({ ledger }, given) => callsView(exploredChain(ledger), given)),
  [STATISTICS.name]: exploring(STATISTICS, ({ ledger, nowUs }, given) =>
    statisticsView(exploredChain(ledger), given, nowUs),
  ),
  [SEARCH.name]: exploring(SEARCH, ({ ledger }, given) => searchChain(exploredChain(ledger), given)),
  [OVERVIEW.name]: exploring(OVERVIEW, ({ ledger, standing, nowUs }) =>
    overviewView(ledger, standing, nowUs),
  ),
};

/** A handler that gets what its definition declares, validated. */
function answering<Definition extends Operation>(
  definition: Definition,
  answer: (engine: Engine, given: Given<Definition>, input: OperationInput) => Promise<Answer>,
): Handler {
  return async (engine, input) => answer(engine, givenIn(definition, input), input);
}

function exploring<Definition extends Operation>(
  definition: Definition,
  view: (explored: Explored, given: Given<Definition>) => Promise<Value>,
): Handler {
  return answering(definition, async (engine, given, { caller }) => ({
    value: await engine.explore({ view, given }, caller),
  }));
}

/** What another node asks for that knows what was new before (PROTOCOL 15.15). */
function newsQueryIn(
  { since, tip, wait = 0, wanted = "" }: Pick<Given<typeof BROADCAST>, "since" | "tip" | "wait" | "wanted">,
  patience: OperationInput["patience"],
): NewsQuery | undefined {
  if (since === undefined) return undefined;
  return {
    since,
    ...(tip === undefined ? {} : { tip }),
    wanted: wanted.split(",").filter((id) => id !== ""),
    waitMs: patience === null ? 0 : Math.max(0, Math.min(wait, MAX_NEWS_WAIT_MS)),
    ...(patience instanceof AbortSignal ? { signal: patience } : {}),
  };
}

/** The call that a caller wants to try. Throws `PARAMETER` for what is not a call. */
function whatIf({ call, kind, from, height, cells = null }: Given<typeof WHAT_IF>): ReplayJob {
  const { type, cid, parameters } = call !== undefined && isMap(call) ? membersOf(call) : notACall();
  if (typeof type !== "string" || (cid !== undefined && typeof cid !== "string")) return notACall();
  return { kind: "whatIf", type, cid, parameters, codeKind: codeKindOf(kind), from, height, cells };
}

function codeKindOf(kind = ""): CodeKind | undefined {
  if (kind === "") return undefined;
  if (kind === "contract" || kind === "request") return kind;
  const failure = "Parameter 'kind' must be contract or request. ";
  throw errors.parameter({ failure, parameter: "kind" });
}

/** The members of a call; its time and its sender are not its own. */
function membersOf(call: ValueMap): { type?: Value; cid?: Value | undefined; parameters: ValueMap } {
  const parameters = new Map(call);
  const type = call.get("type") ?? null;
  const cid = call.get("cid");
  for (const name of ["type", "cid", "timestamp", "from"]) parameters.delete(name);
  return { type, cid, parameters };
}

function notACall(): never {
  throw errors.parameter({ failure: "Parameter 'call' must be an object with a type. ", parameter: "call" });
}
