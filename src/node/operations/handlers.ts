import { BROADCAST } from "../../records/operations/broadcast.js";
import { INFO } from "../../records/operations/info.js";
import { INSPECT } from "../../records/operations/inspect.js";
import { PEER } from "../../records/operations/peer.js";
import { PING } from "../../records/operations/ping.js";
import { RAW_REQUEST } from "../../records/operations/raw-request.js";
import { REQUEST } from "../../records/operations/request.js";
import { ROUND } from "../../records/operations/round.js";
import { SEND_RAW_TRANSACTION } from "../../records/operations/send-raw-transaction.js";
import { SEND_TRANSACTION } from "../../records/operations/send-transaction.js";
import { WEIGHT } from "../../records/operations/weight.js";
import type { OperationName } from "../../records/operations/operations.js";
import { broadcast } from "./broadcast.js";
import type { Handler } from "./handler.js";
import { info } from "./info.js";
import { inspect } from "./inspect.js";
import { peer } from "./peer.js";
import { ping } from "./ping.js";
import { rawRequest } from "./raw-request.js";
import { answerRequestOperation } from "./request.js";
import { round } from "./round.js";
import { sendRawTransaction } from "./send-raw-transaction.js";
import { sendTransaction } from "./send-transaction.js";
import { weight } from "./weight.js";

/** The handlers of the operations that have a path of their own (docs/rpc.md). */
export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  [PING.name]: ping,
  [INFO.name]: info,
  [PEER.name]: peer,
  [ROUND.name]: round,
  [BROADCAST.name]: broadcast,
  [REQUEST.name]: answerRequestOperation,
  [RAW_REQUEST.name]: rawRequest,
  [SEND_TRANSACTION.name]: sendTransaction,
  [SEND_RAW_TRANSACTION.name]: sendRawTransaction,
  [WEIGHT.name]: weight,
  [INSPECT.name]: inspect,
};
