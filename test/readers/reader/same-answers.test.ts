import { FIXED_HEIGHT_NOTE } from "../../../src/ledger/fixed-height.js";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import {
  startReader,
  startWriter,
  sqliteDatabase,
  type ServedReader,
  type Writer,
} from "../../support/reader-pair.js";
import { compareAnswers, factsOf } from "../../support/reader-comparison.js";
import { Corpus } from "../../support/request-corpus.js";
import { createSeededRandom, randomRuns, seeded } from "../../support/seeded-random.js";

const A_KIND = randomRuns(20);

describe("a reader (docs/scale.md)", () => {
  let writer: Writer;
  let served: ServedReader;

  before(async () => {
    writer = await startWriter();
    const [alice, bob] = namedDevAccounts();
    for (let amount = 1; amount <= 8; amount += 1)
      await writer.send(0, {
        type: "Send",
        from: alice?.address ?? "",
        to: bob?.address ?? "",
        amount: String(amount),
      });
    writer.node.mining.start();
    while ((await writer.store.readMeta(FIXED_HEIGHT_NOTE)) === null) await writer.pass(2_000_000);
    await writer.node.mining.stop();
    served = await startReader({
      databases: [sqliteDatabase(writer.file)],
      writerUrl: writer.url,
      clock: writer.clock,
    });
  });

  after(async () => {
    await served.stop();
    await writer.stop();
  });

  for (const kind of Corpus.kinds)
    it(seeded(`answers ${kind} byte for byte as the node does, ${A_KIND} times`), async () => {
      const corpus = new Corpus(await factsOf(writer.store), createSeededRandom());
      for (let run = 0; run < A_KIND; run += 1)
        await compareAnswers(writer.url, served.url, corpus.next(kind));
    });
});
