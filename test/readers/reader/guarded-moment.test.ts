import { expect } from "chai";
import type { LogEntry } from "../../../src/base/log.js";
import { failureLog } from "../../../src/readers/reader/guarded-moment.js";
import { guardedMoment } from "../../../src/readers/reader/guarded-moment.js";
import { decorated } from "../../../src/store/decorated.js";
import { postgresUnreachable } from "../../../src/store/errors.js";
import { EMPTY_STORE } from "../../../src/store/overlay/empty-store.js";
import { OverlayStore } from "../../../src/store/overlay/overlay-store.js";
import { listTransactions } from "../../../src/store/reads.js";
import type { StoreMoment } from "../../../src/store/store.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("a moment of a reader whose database fails (docs/scale.md)", () => {
  it("tells a client no more than that, from a read and amid a stream, and its operator why, once a second", async () => {
    const failure = postgresUnreachable({ server: "192.0.2.1:5432/chain", reason: "it is gone" });
    const failing = decorated<StoreMoment>(await OverlayStore.over(EMPTY_STORE), {
      mainBlockSummary: () => Promise.reject(failure),
      async *streamTransactions() {
        yield { hash: "00", record: "{}" };
        throw failure;
      },
    });
    const entries: LogEntry[] = [];
    let nowMs = 0;
    const onFailure = failureLog(
      (entry) => entries.push(entry),
      () => nowMs,
    );
    const moment = guardedMoment(failing, { ms: Number.POSITIVE_INFINITY }, onFailure);
    await expectRejection(moment.mainBlockSummary("last"), "READER_DATABASE", "unavailable");
    await expectRejection(moment.mainBlockSummary("last"), "READER_DATABASE", "unavailable");
    expect(entries).to.have.length(1);
    nowMs = 1000;
    await expectRejection(listTransactions(moment, { page: 1, count: 9 }), "READER_DATABASE", "unavailable");
    const fields = { code: "POSTGRES_UNREACHABLE", reason: failure.message };
    const line = { level: "error", module: "reader", message: "a read of the database failed", fields };
    expect(entries).to.deep.equal([line, line]);
  });
});
