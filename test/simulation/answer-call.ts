import { parseJson } from "../../src/codec/parse-json.js";
import { isMap } from "../../src/codec/value.js";
import type { Answer } from "../../src/ledger/answer.js";
import { HANDLERS } from "../../src/api/operations/handlers.js";
import type { OperationName } from "../../src/records/operations/operations.js";
import { publicFailure, failureText } from "../../src/rpc/failure.js";
import { answerToBody } from "../../src/rpc/send-answer.js";
import type { Participant } from "./participant.js";

export interface Call {
  readonly name: OperationName;
  /** The index of the caller. */
  readonly from: number;
  /** The parameters, canonical JSON. */
  readonly text: string;
}

export interface Response {
  readonly status: number;
  readonly body: string;
}

const OK = 200;

/** What answers calls at a host. */
export type Responder = Pick<Participant, "index" | "node" | "engineFor">;

/**
 * The answer of a participant to a call, as its RPC server would print it. Null when its process does not run, or dies
 * during the call; "none" when it does not answer.
 */
export async function answerCall(
  participant: Responder,
  { name, from, text }: Call,
): Promise<Response | null | "none"> {
  const engine = participant.engineFor(from);
  if (engine === null) return null;
  if (engine === "silent") return "none";
  const json = parseJson(text);
  const { node } = participant;
  try {
    const answer = await HANDLERS[name](engine, { form: new Map(), json: isMap(json) ? json : new Map() });
    return { status: OK, body: await bodyOf(answer) };
  } catch (error) {
    if (participant.node !== node) return null;
    const failure = publicFailure(error);
    if (failure === null) throw error;
    return { status: failure.status, body: failureText(failure) };
  }
}

async function bodyOf(answer: Answer): Promise<string> {
  const body = answerToBody(answer);
  if (typeof body === "string") return body;
  const pieces: string[] = [];
  for await (const piece of body as AsyncIterable<string>) pieces.push(piece);
  return pieces.join("");
}
