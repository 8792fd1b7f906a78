import type { ServerResponse } from "node:http";
import { ByteBudget } from "./byte-budget.js";
import { holdUnread } from "./connection.js";
import type { ServerLimits } from "./limits.js";
import * as errors from "./errors.js";

/** Bounds the memory of long answers that wait for their readers. */
export class LongAnswers {
  readonly #budget: ByteBudget;

  constructor({
    answerBytes,
    answerBytesPerCaller,
  }: Pick<ServerLimits, "answerBytes" | "answerBytesPerCaller">) {
    this.#budget = new ByteBudget({ total: answerBytes, perCaller: answerBytesPerCaller });
  }

  for(response: ServerResponse, caller: string): AnswerMemory {
    const take = (bytes: number): boolean => {
      // A caller without a long answer gets one of any length.
      const isFirst = this.#budget.heldFor(caller) === 0;
      if (!this.#budget.hasRoom(isFirst ? 0 : bytes, caller)) return false;
      const { socket } = response;
      if (socket === null) return true;
      holdUnread(socket, bytes);
      this.#budget.hold(bytes, caller, response, () => holdUnread(socket, 0));
      return true;
    };
    return {
      take,
      demand(bytes) {
        if (!take(bytes)) throw errors.longAnswers({ seconds: 1 });
      },
    };
  }
}

/** The memory that an answer may use until it is sent. */
export interface AnswerMemory {
  /** Returns false when there is not so much. */
  take(bytes: number): boolean;
  /** Throws `LONG_ANSWERS` when there is not so much. */
  demand(bytes: number): void;
}
