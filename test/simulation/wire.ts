import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { createClientOver } from "../../src/client/create-client.js";
import { readEnvelope } from "../../src/client/exchange.js";
import type { Clock } from "../../src/base/clock/clock.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { answerCall, type Call, type Responder, type Response } from "./answer-call.js";

/** What carries messages between nodes, by their indices. */
export interface Carrier {
  send(from: number, to: number, deliver: () => Promise<void> | void, bytes: number): void;
}

/** Told of each call that was answered: its operation, and the bytes of the call and of its answer. */
export type OnCall = (
  call: Call,
  to: number,
  bytes: { readonly call: number; readonly answer: number },
) => void;

/** How long a caller waits for an answer, as with HTTP. */
const TIMEOUT_US = 5_000_000;

/** The headers of a call or an answer take about this much. */
const HEADER_BYTES = 250;

/** The connections between the participants. A call and its answer are texts that cross the fabric. */
export class Wire {
  readonly #carrier: Carrier;
  /** By host. */
  readonly #responders: ReadonlyMap<string, Responder>;
  readonly #onCall: OnCall;

  constructor(
    carrier: Carrier,
    responders: ReadonlyMap<string, Responder>,
    onCall: OnCall = () => undefined,
  ) {
    this.#carrier = carrier;
    this.#responders = responders;
    this.#onCall = onCall;
  }

  /** The connections of a process. They use its clock, which stops with it, so nothing reaches a dead process. */
  connect(from: number, clock: Clock): Connect {
    return (host) =>
      createClientOver(async ({ name }, parameters) => {
        const answer = await this.#exchange(clock, host, { name, from, text: canonicalJson(parameters) });
        if (typeof answer === "string") throw unanswered(answer, host);
        return readEnvelope(answer.status, Buffer.from(answer.body), host);
      }, host);
  }

  #exchange(clock: Clock, host: string, call: Call): Promise<Response | Silence> {
    return new Promise((resolve) => {
      const take = (answer: Response | Silence): void => {
        cancel();
        resolve(answer);
      };
      const cancel = clock.schedule(TIMEOUT_US, () => take("TIMEOUT"));
      const to = this.#responders.get(host);
      if (to === undefined) {
        clock.schedule(0, () => take("UNREACHABLE"));
        return;
      }
      const asked = HEADER_BYTES + call.text.length;
      const answerIt = async (): Promise<void> => {
        const answer = await answerCall(to, call);
        if (answer === "none") return;
        const answered = HEADER_BYTES + (answer?.body.length ?? 0);
        this.#onCall(call, to.index, { call: asked, answer: answered });
        // On the caller's clock, so that a dead process receives no answer.
        const arrive = (): void => void clock.schedule(0, () => take(answer ?? "UNREACHABLE"));
        this.#carrier.send(to.index, call.from, arrive, answered);
      };
      this.#carrier.send(call.from, to.index, answerIt, asked);
    });
  }
}

type Silence = "TIMEOUT" | "UNREACHABLE";

function unanswered(code: Silence, host: string): ChainError {
  return new ChainError(code, `No node answers at ${host}. `, { kind: "unreachable", details: { host } });
}
