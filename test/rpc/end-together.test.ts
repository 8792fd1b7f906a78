import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { endTogether } from "../../src/rpc/send-answer.js";

describe("answers of one turn of the event loop", () => {
  const ended: string[] = [];
  const response = { end: (body: string) => void ended.push(body) } as unknown as ServerResponse;
  const end = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) endTogether(response, String(index));
  };
  const inOrder = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

  it("are written at its end, in order, or once there are sixteen", async () => {
    end(0, 3);
    expect(ended).to.eql([]);
    await setImmediate();
    expect(ended).to.eql(inOrder(3));
    end(3, 24);
    expect(ended).to.eql(inOrder(19));
    await setImmediate();
    expect(ended).to.eql(inOrder(24));
  });
});
