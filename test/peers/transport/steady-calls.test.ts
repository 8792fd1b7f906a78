import { expect } from "chai";
import { createClientOver } from "../../../src/client/create-client.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { ValueMap } from "../../../src/codec/value.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { SteadyCalls } from "../../../src/peers/transport/steady-calls.js";
import { expectRejection } from "../../support/expect-rejection.js";

const SECOND_US = 1_000_000;
const reset = new ChainError("UNREACHABLE", "Reset. ", { kind: "unreachable" });
const failed = new ChainError("NODE_FAILED", "Race. ", { kind: "unavailable" });
const timeout = new ChainError("TIMEOUT", "Late. ", { kind: "unreachable" });
const refused = new ChainError("NODE_REFUSED", "No. ");
const ANSWER: ValueMap = new Map([["code", 200n]]);

describe("Calls that survive a single failure (PROTOCOL 12.6)", () => {
  let clock: VirtualClock;
  let calls: SteadyCalls;
  let asked: number[];
  let told: string[];

  beforeEach(() => {
    clock = new VirtualClock(0);
    [asked, told] = [[], []];
    calls = new SteadyCalls({ clock, onRetry: (host, { code }) => told.push(`${host} ${code}`) });
    calls.start();
  });

  /** Asks a peer that gives these answers, one a try; `undefined` is an answer that never arrives. */
  async function ask(...answers: readonly (ValueMap | ChainError | undefined)[]): Promise<void> {
    const rest = [...answers];
    const plain = createClientOver(() => {
      asked.push(clock.nowUs());
      const next = rest.shift();
      if (next === undefined) return new Promise(() => undefined);
      return next instanceof ChainError ? Promise.reject(next) : Promise.resolve(next);
    }, "a:1");
    const answer = calls.client(plain).ping();
    answer.catch(() => undefined);
    for (let step = 0; step < 100; step += 1) {
      await new Promise(setImmediate);
      await clock.advance(100_000);
    }
    await new Promise(setImmediate);
    return Promise.race([answer, Promise.reject(new ChainError("NOTHING", "It waits. "))]);
  }

  it("are repeated after a tenth of a second, and after four tenths more", async () => {
    await ask(reset, failed, ANSWER);
    expect(asked.map((us) => us / SECOND_US)).to.deep.equal([0, 0.1, 0.5]);
    expect(told).to.deep.equal(["a:1 UNREACHABLE", "a:1 NODE_FAILED"]);
  });

  it("fail with the error of the third try", async () => {
    await expectRejection(ask(reset, reset, failed), "NODE_FAILED", "unavailable");
    expect(asked).to.have.length(3);
  });

  it("are not repeated when they are refused", async () => {
    await expectRejection(ask(refused, ANSWER), "NODE_REFUSED", "refused");
    expect(asked).to.have.length(1);
  });

  it("are repeated beside a try that takes three seconds, and the first answer counts", async () => {
    await ask(undefined, ANSWER);
    expect(asked.map((us) => us / SECOND_US)).to.deep.equal([0, 3]);
  });

  it("are at most three for a silent peer, and end with the first timeout", async () => {
    await expectRejection(ask(undefined, undefined, undefined), "NOTHING", "refused");
    expect(asked.map((us) => us / SECOND_US)).to.deep.equal([0, 3, 6]);
    await expectRejection(ask(timeout, ANSWER), "TIMEOUT", "unreachable");
  });

  it("stop waiting when the node stops, and are then tried once", async () => {
    const plain = createClientOver(() => Promise.reject(reset), "a:1");
    const waiting = calls.client(plain).ping();
    waiting.catch(() => undefined);
    await new Promise(setImmediate);
    calls.stop();
    await expectRejection(waiting, "UNREACHABLE", "unreachable");
    await expectRejection(calls.client(plain).ping(), "UNREACHABLE", "unreachable");
    expect(told).to.have.length(1);
  });
});
