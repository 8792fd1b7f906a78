import { expect } from "chai";
import type { Log } from "../../../src/node/log.js";
import { Databases, type Database, type ReadStore } from "../../../src/node/reader/databases.js";
import { readerBusy, readerDatabase } from "../../../src/node/errors.js";
import { EMPTY_STORE } from "../../../src/store/overlay/empty-store.js";
import { OverlayStore } from "../../../src/store/overlay/overlay-store.js";
import { expectRejection } from "../../support/expect-rejection.js";

/** A server that the test ends, silences and starts again. */
class FakeServer implements Database {
  readonly name: string;
  state: "up" | "dead" | "silent" = "up";
  opened = 0;

  constructor(name: string) {
    this.name = name;
  }

  async open(): Promise<ReadStore> {
    const store = await OverlayStore.over(EMPTY_STORE);
    await store.writeMeta("server", this.name);
    this.opened += 1;
    return {
      snapshot: async (body) => {
        if (this.state === "dead") throw new Error("connection refused");
        if (this.state === "silent") await new Promise(() => undefined);
        return store.snapshot(body);
      },
      close: () => store.close(),
    };
  }
}

describe("the databases of a reader", () => {
  const first = new FakeServer("first");
  const second = new FakeServer("second");
  let lines: string[];
  let databases: Databases;
  const log: Log = ({ message, fields = {} }) => lines.push(`${message}: ${fields["database"]}`);

  beforeEach(() => {
    lines = [];
    first.state = "up";
    second.state = "up";
    databases = new Databases({
      databases: [first, second],
      log,
      patienceMs: 1000,
      retryMs: 10,
      connections: 3,
      offeredMs: 50,
    });
  });
  afterEach(() => databases.close());

  /** The server that answers now. */
  async function answering(): Promise<string | null> {
    const lease = await databases.lease();
    const name = await lease.moment.readMeta("server");
    lease.release();
    return name;
  }

  async function until(name: string): Promise<void> {
    while ((await answering()) !== name)
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
  }

  it("are asked in their order", async () => {
    expect(await answering()).to.equal("first");
    expect(databases.states).to.deep.equal([true, true]);
  });

  it("use the next server, in the same request, when one refuses, and return to the first by themselves", async () => {
    await answering();
    first.state = "dead";
    expect(await answering()).to.equal("second");
    expect(databases.states).to.deep.equal([false, true]);
    first.state = "up";
    await until("first");
    expect(lines).to.deep.equal(["a database does not answer: first", "a database answers again: first"]);
  });

  it("use the next server when one is silent", async () => {
    await answering();
    first.state = "silent";
    expect(await answering()).to.equal("second");
  });

  it("refuse at once while no server answers, and answer again when one does", async () => {
    first.state = "dead";
    second.state = "dead";
    await expectRejection(databases.lease(), readerDatabase.code, "unavailable");
    await expectRejection(databases.lease(), readerDatabase.code, "unavailable");
    expect(databases.open).to.equal(0);
    second.state = "up";
    while (databases.states.every((isUp) => !isUp))
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    expect(await answering()).to.equal("second");
  });

  it("open no more moments than connections: the next one waits, is refused with 429, and the server stays up", async () => {
    const held = await Promise.all([databases.lease(), databases.lease(), databases.lease()]);
    await expectRejection(databases.lease(), readerBusy.code, "busy");
    expect(databases.states).to.deep.equal([true, true]);
    const next = databases.lease();
    for (const lease of held) lease.release();
    (await next).release();
    expect(databases.open).to.equal(0);
    expect(await answering()).to.equal("first");
    expect(lines).to.deep.equal([]);
  });

  it("take back a moment that only slow clients hold, once another request waits", async () => {
    const held = await Promise.all([databases.lease(), databases.lease(), databases.lease()]);
    const taken: number[] = [];
    for (const index of [1, 2])
      held[index]?.offer(() => {
        taken.push(index);
        held[index]?.release();
      });
    expect(taken).to.deep.equal([]);
    const next = await databases.lease();
    expect(taken).to.deep.equal([1]);
    for (const lease of [...held, next]) lease.release();
  });
});
