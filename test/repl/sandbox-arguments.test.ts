import { expect } from "chai";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { createGlobals } from "../../src/repl/globals.js";
import type { Host } from "../../src/repl/connection.js";
import type { createSandboxObject } from "../../src/repl/objects/sandbox.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { createTestHost } from "./console-stub.js";

const START_US = 1_800_000_000_000_000;
const RECIPIENT = createKeyPair("ab".repeat(32)).address;

describe("The sandbox's functions at the prompt", () => {
  let connection: SandboxConnection;
  beforeEach(async () => {
    connection = await openSandbox(START_US);
  });
  afterEach(() => connection.sandbox.close());

  const sandboxOf = (host: Host = createTestHost()) =>
    (createGlobals(connection, host) as { sandbox: ReturnType<typeof createSandboxObject> }).sandbox;
  const failureOf = async (call: () => unknown): Promise<unknown> => {
    try {
      return await call();
    } catch (error) {
      return error;
    }
  };

  it("refuse invalid numbers of rounds, blocks, seconds or units, and change nothing", async () => {
    const sandbox = sandboxOf() as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
    const call = (name: string, ...args: readonly unknown[]): unknown => sandbox[name]?.(...args);
    const [height, time] = [await connection.client.blockCount(), connection.nowUs()];
    for (const given of ["x", "5", -1, 1.5, Number.NaN, Infinity, null, {}, []]) {
      for (const name of ["mine", "mineResource", "revert"])
        expect(await failureOf(() => call(name, given)), name).to.include({
          code: "SANDBOX_ARGUMENT",
          kind: "usage",
        });
    }
    for (const given of ["x", "5", -1, Number.NaN, Infinity, null, {}])
      expect(await failureOf(() => call("warp", given))).to.include({ code: "SANDBOX_ARGUMENT" });
    for (const given of ["x", "", "1.5", "-1", 1.5, 1e21, null, {}, "9".repeat(41)])
      expect(await failureOf(() => call("fund", RECIPIENT, given))).to.include({ code: "SANDBOX_ARGUMENT" });
    expect(await failureOf(() => call("fund", "unknown", "1"))).to.include({ code: "KEY_UNKNOWN" });
    for (const given of ["unknown", "", null, {}, 5])
      expect(await failureOf(() => call("impersonate", given))).to.include({ code: "SANDBOX_ARGUMENT" });
    expect(await failureOf(() => call("refusalOf", "x"))).to.include({ code: "TRANSACTION_HASH" });
    expect(await connection.client.blockCount()).to.equal(height);
    expect(connection.nowUs() - time).to.be.lessThan(1000);
  });

  it("refuse a time that is too large to be exact", async () => {
    const sandbox = sandboxOf();
    for (const call of [
      () => sandbox.warp(1e10),
      () => sandbox.mine(Number.MAX_SAFE_INTEGER),
      () => sandbox.mineResource(Number.MAX_SAFE_INTEGER),
    ])
      expect(await failureOf(call)).to.include({ code: "SANDBOX_TIME", kind: "usage" });
  });

  it("pass any number of empty rounds at once, in the same time as one by one", async () => {
    const sandbox = sandboxOf();
    const before = await sandbox.snapshot();
    const timeAfter = async (...rounds: readonly number[]): Promise<number> => {
      await sandbox.revert(before);
      for (const each of rounds) await sandbox.mine(each);
      return connection.nowUs();
    };
    expect(await timeAfter(5)).to.equal(await timeAfter(1, 1, 1, 1, 1));
    expect(await timeAfter(0)).to.equal(await timeAfter());
    const height = await sandbox.mine(100_000_000);
    expect(height).to.equal(await connection.client.blockCount());
    // 250 ms a round.
    expect(connection.nowUs() - (await timeAfter())).to.be.at.least(99_999_999 * 250_000);
  });

  it("end when the statement is interrupted, and keep what was done", async () => {
    const interruption = new AbortController();
    let blocks = 0;
    const show = (): void => {
      blocks += 1;
      if (blocks === 3) interruption.abort(new Error("Interrupted. "));
    };
    const sandbox = sandboxOf({
      ...createTestHost(),
      interruption: () => interruption.signal,
      openProgress: () => ({ show, clear: () => undefined }),
    });
    expect(await failureOf(() => sandbox.mineResource(1000))).to.equal(interruption.signal.reason);
    expect(await connection.client.resourceBlockCount()).to.equal(2);
    expect(await failureOf(() => sandbox.mine(5))).to.equal(interruption.signal.reason);
    // The chain continues with the next call.
    expect(await sandboxOf().mineResource()).to.equal(3);
  });
});
