import { expect } from "chai";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const ASKING = new URL("../../../src/ledger/machine/asking.js", import.meta.url).href;
const SCRIPT = `import { ask, serveJobs } from "${ASKING}"; serveJobs(async (job) => ask(job));`;

describe("the questions of a thread", () => {
  it("wait for their own reply when a notification comes without one", async () => {
    const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`), {
      workerData: { answered, data: null },
    });
    worker.postMessage("question");
    expect(await once(worker, "message")).to.deep.equal([{ question: "question" }]);
    // The thread may not wait yet.
    while (Atomics.notify(answered, 0) === 0) await setTimeout(1);
    // A thread that treats it as its own reads its messages meanwhile, and gives up.
    await setTimeout(100);
    worker.postMessage({ value: "reply" });
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
    expect(await once(worker, "message")).to.deep.equal([{ result: "reply" }]);
    await worker.terminate();
  });
});
