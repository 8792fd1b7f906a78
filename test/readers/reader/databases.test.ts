import { expect } from "chai";
import type { Log } from "../../../src/base/log.js";
import { Databases, type Database } from "../../../src/readers/reader/databases.js";
import type { ReadStore } from "../../../src/readers/reader/open-server.js";
import type { CopyMoment, Reached } from "../../../src/readers/reader/reached.js";
import { readerBusy, readerDatabase, readerOlder } from "../../../src/readers/errors.js";
import { expectRejection } from "../../support/expect-rejection.js";

const NOTHING: Reached = {
  term: 1,
  main: { height: 0, blockhash: "" },
  resource: { height: 0, blockhash: "" },
};

/** A server that the test ends, silences and starts again. */
class FakeServer implements Database {
  readonly name: string;
  state: "up" | "dead" | "silent" = "up";
  opened = 0;
  readonly undone = new Set<string>();
  #branch = "a";
  #tip: Reached = NOTHING;

  constructor(name: string) {
    this.name = name;
  }

  async open(): Promise<ReadStore> {
    this.opened += 1;
    return {
      snapshot: async (body) => {
        if (this.state === "dead") throw new Error("connection refused");
        if (this.state === "silent") await new Promise(() => undefined);
        return body(this.#moment());
      },
      close: async () => undefined,
    };
  }

  /** Its last block. Every block below is there too, under the same kind of hash. */
  reach(term: number, height: number, branch = "a"): void {
    this.#branch = branch;
    this.#tip = {
      term,
      main: { height, blockhash: `${branch}${height}` },
      resource: { height: 0, blockhash: "" },
    };
  }

  #moment(): CopyMoment {
    const [tip, branch] = [this.#tip, this.#branch];
    const moment: Partial<CopyMoment> = {
      tip,
      readMeta: async () => this.name,
      mainBlockSummary: async (target) =>
        target !== "last" && "height" in target && target.height <= tip.main.height
          ? ({ blockhash: `${branch}${target.height}` } as Awaited<
              ReturnType<CopyMoment["mainBlockSummary"]>
            >)
          : null,
      undoneBlock: async (_, blockhash) =>
        this.undone.has(blockhash) ? { height: 0, blockhash, previous_blockhash: "" } : null,
    };
    return moment as CopyMoment;
  }
}

describe("the databases of a reader", () => {
  const first = new FakeServer("first");
  const second = new FakeServer("second");
  let lines: string[];
  /** Lower heights are late. */
  let late: number;
  let databases: Databases;
  const log: Log = ({ message, fields = {} }) => lines.push(`${message}: ${fields["database"]}`);

  beforeEach(() => {
    lines = [];
    for (const server of [first, second]) {
      server.state = "up";
      server.undone.clear();
      server.reach(1, 0);
    }
    late = 0;
    databases = new Databases({
      databases: [first, second],
      log,
      patienceMs: 1000,
      retryMs: 10,
      connections: 3,
      offeredMs: 50,
      isLate: (height) => height < late,
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
    while ((await answering()) !== name) await passed();
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
    expect(lines).to.deep.equal([
      "a database does not answer: first",
      "a database answers again: first",
      "a better database is used: first",
    ]);
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
    while (databases.states.every((isUp) => !isUp)) await passed();
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

  it("are used by term: after a failover, the old server does not answer when it is back", async () => {
    first.reach(3, 7);
    second.reach(3, 7);
    expect(await answering()).to.equal("first");
    first.state = "dead";
    expect(await answering()).to.equal("second");
    second.reach(4, 9);
    expect(await answering()).to.equal("second");
    first.state = "up";
    // It goes on by itself, with blocks that the other one has too.
    first.reach(3, 12);
    while (databases.states.includes(false)) await passed();
    expect(await answering()).to.equal("second");
    second.state = "dead";
    expect(await answering()).to.equal("first");
    expect(databases.used).to.equal(0);
  });

  it("are left while late for one that is not, and used again once as new as what was served", async () => {
    first.reach(1, 5);
    second.reach(1, 9);
    expect(await answering()).to.equal("first");
    late = 6;
    await until("second");
    late = 0;
    first.reach(1, 8);
    for (let asked = 0; asked < 10; asked += 1) {
      expect(await answering()).to.equal("second");
      await passed();
    }
    first.reach(1, 9);
    await until("first");
  });

  it("never answer with an older state than before, but with one whose block was undone", async () => {
    first.reach(2, 9);
    second.reach(2, 8);
    await answering();
    first.state = "dead";
    await expectRejection(databases.lease(), readerOlder.code, "unavailable");
    second.reach(2, 9);
    expect(await answering()).to.equal("second");
    second.reach(2, 8);
    await expectRejection(databases.lease(), readerOlder.code, "unavailable");
    second.undone.add("a9");
    expect(await answering()).to.equal("second");
    second.undone.clear();
    // Another branch of an old primary has the height, and not the block.
    second.reach(1, 9, "b");
    await expectRejection(databases.lease(), readerOlder.code, "unavailable");
    expect(databases.open).to.equal(0);
  });
});

function passed(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}
