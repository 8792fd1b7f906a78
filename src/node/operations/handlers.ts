import { NODE_OPERATIONS, type OperationName } from "../../records/operations/operations.js";
import { broadcast } from "./broadcast.js";
import { listCalls } from "./list-calls.js";
import { listCells } from "./list-cells.js";
import type { Handler } from "./input.js";
import { history } from "./history.js";
import { info } from "./info.js";
import { inspect } from "./inspect.js";
import { overview } from "./overview.js";
import { peer } from "./peer.js";
import { ping } from "./ping.js";
import { rawRequest } from "./raw-request.js";
import { answerRequestOperation } from "./request.js";
import { round } from "./round.js";
import { search } from "./search.js";
import { sendRawTransaction } from "./send-raw-transaction.js";
import { sendTransaction } from "./send-transaction.js";
import { stateAt } from "./state-at.js";
import { statistics } from "./statistics.js";
import { trace } from "./trace.js";
import { weight } from "./weight.js";
import { whatIf } from "./what-if.js";

/** The handlers of the operations that have a path of their own (docs/rpc.md). */
export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  [NODE_OPERATIONS.PING.name]: ping,
  [NODE_OPERATIONS.INFO.name]: info,
  [NODE_OPERATIONS.PEER.name]: peer,
  [NODE_OPERATIONS.ROUND.name]: round,
  [NODE_OPERATIONS.BROADCAST.name]: broadcast,
  [NODE_OPERATIONS.REQUEST.name]: answerRequestOperation,
  [NODE_OPERATIONS.RAW_REQUEST.name]: rawRequest,
  [NODE_OPERATIONS.SEND_TRANSACTION.name]: sendTransaction,
  [NODE_OPERATIONS.SEND_RAW_TRANSACTION.name]: sendRawTransaction,
  [NODE_OPERATIONS.WEIGHT.name]: weight,
  [NODE_OPERATIONS.INSPECT.name]: inspect,
  [NODE_OPERATIONS.STATE_AT.name]: stateAt,
  [NODE_OPERATIONS.TRACE.name]: trace,
  [NODE_OPERATIONS.WHAT_IF.name]: whatIf,
  [NODE_OPERATIONS.HISTORY.name]: history,
  [NODE_OPERATIONS.LIST_CELLS.name]: listCells,
  [NODE_OPERATIONS.LIST_CALLS.name]: listCalls,
  [NODE_OPERATIONS.STATISTICS.name]: statistics,
  [NODE_OPERATIONS.SEARCH.name]: search,
  [NODE_OPERATIONS.OVERVIEW.name]: overview,
};
