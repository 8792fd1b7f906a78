import { expect } from "chai";
import { fuzzProgress } from "../support/fuzz-progress.js";
import { createSeededRandom, randomRuns, seeded } from "../support/seeded-random.js";
import { ask } from "./support/http.js";
import { generateRequest, type GeneratedRequest } from "./support/malformed-requests.js";
import { RawSocket } from "./support/raw-socket.js";
import { useRecordedNode } from "./support/recorded-node.js";

/** More runs: npm run fuzz -- --only rpc. */
const RUNS = randomRuns(500);
/** Concurrent connections. */
const LANES = 8;

describe("malformed requests, generated", () => {
  const node = useRecordedNode();

  /** Sends one message and returns everything that arrives until the connection ends. */
  async function exchange({ bytes, isFramed }: GeneratedRequest): Promise<string> {
    const socket = await RawSocket.open(node().url);
    socket.write(Buffer.from(bytes, "latin1"));
    // The server would wait for the rest of an incomplete message.
    if (!isFramed) socket.end();
    await socket.untilClosed();
    return socket.received;
  }

  it(seeded(`${RUNS} leave the node answering, without any 5xx`), async function () {
    this.timeout(300_000 + RUNS * 100);
    const random = createSeededRandom();
    const statuses = new Map<string, number>();
    const progress = fuzzProgress(RUNS);
    let left = RUNS;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const request = generateRequest(random);
        const { bytes, isFramed } = request;
        const received = await exchange(request);
        const status = /^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? "none";
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const told = `${JSON.stringify(bytes.slice(0, 3000))} gave ${JSON.stringify(received.slice(0, 300))}`;
        expect(received, told).to.not.match(/HTTP\/1\.1 5\d\d /);
        if (isFramed)
          expect(status, told).to.be.oneOf(["200", "204", "304", "400", "404", "405", "415", "431"]);
        // A message may have become two, with two answers: each begins with its head.
        if (status === "400") expect(received, told).to.match(/\r\n\r\n(\{"code":999,"status":"fail",|$)/);
        progress.step();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    progress.end();

    // The messages reach deep enough: each kind of answer came many times.
    for (const status of ["200", "400", "404", "405"])
      expect(statuses.get(status), status).to.be.greaterThan(RUNS / 50);
    expect((await ask(node().url, "/ping")).text).to.equal('{"code":200,"data":[]}');
    expect(node().errors).to.deep.equal([]);
  });
});
