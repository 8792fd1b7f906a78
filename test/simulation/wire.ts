import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { createClientOver } from "../../src/client/create-client.js";
import { readEnvelope } from "../../src/client/exchange.js";
import type { Clock } from "../../src/consensus/clock.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { answerCall, type Call, type Response } from "./answer-call.js";
import type { Fabric } from "./fabric.js";
import type { Participant } from "./participant.js";

/** How long a caller waits for an answer, as with HTTP. */
const TIMEOUT_US = 5_000_000;

/** The connections between the participants. A call and its answer are texts that cross the fabric. */
export class Wire {
  readonly #fabric: Fabric;
  readonly #participants: ReadonlyMap<string, Participant>;

  constructor(fabric: Fabric, participants: ReadonlyMap<string, Participant>) {
    this.#fabric = fabric;
    this.#participants = participants;
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
      const to = this.#participants.get(host);
      if (to === undefined) {
        clock.schedule(0, () => take("UNREACHABLE"));
        return;
      }
      this.#fabric.send(call.from, to.index, async () => {
        const answer = await answerCall(to, call);
        if (answer === "none") return;
        // On the caller's clock, so that a dead process receives no answer.
        const arrive = (): void => void clock.schedule(0, () => take(answer ?? "UNREACHABLE"));
        this.#fabric.send(to.index, call.from, arrive);
      });
    });
  }
}

type Silence = "TIMEOUT" | "UNREACHABLE";

function unanswered(code: Silence, host: string): ChainError {
  return new ChainError(code, `No node answers at ${host}. `, { kind: "unreachable", details: { host } });
}
