import { guardedMoment } from "../../../src/readers/reader/guarded-moment.js";
import { decorated } from "../../../src/store/decorated.js";
import { postgresUnreachable } from "../../../src/store/errors.js";
import { EMPTY_STORE } from "../../../src/store/overlay/empty-store.js";
import { OverlayStore } from "../../../src/store/overlay/overlay-store.js";
import { listTransactions } from "../../../src/store/reads.js";
import type { StoreMoment } from "../../../src/store/store.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("a moment of a reader whose database fails (docs/scale.md)", () => {
  it("tells a client no more than that, from a single read and in the middle of a stream", async () => {
    const failure = postgresUnreachable({ server: "192.0.2.1:5432/chain", reason: "it is gone" });
    const failing = decorated<StoreMoment>(await OverlayStore.over(EMPTY_STORE), {
      mainBlockSummary: () => Promise.reject(failure),
      async *streamTransactions() {
        yield { hash: "00", record: "{}" };
        throw failure;
      },
    });
    const moment = guardedMoment(failing, { ms: Number.POSITIVE_INFINITY });
    await expectRejection(moment.mainBlockSummary("last"), "READER_DATABASE", "unavailable");
    await expectRejection(listTransactions(moment, { page: 1, count: 9 }), "READER_DATABASE", "unavailable");
  });
});
