import { expect } from "chai";
import { join } from "node:path";
import { createClient } from "../../src/client/create-client.js";
import { runBinary, useTemporaryDirectory } from "../cli/binary.js";
import { commitTransfer, copyEarlierData, earlierData } from "../support/earlier-data.js";
import { startNodeProcess } from "../support/node-process.js";

const MINING = ["--mine", "--mining-duty", "10", "--allow-private-peers"];

/** The content of each database, and the flags that its node needs to seal blocks years later. */
const DIRECTORIES: Readonly<
  Record<
    string,
    { readonly blocks: number; readonly transactions: number; readonly flags: readonly string[] }
  >
> = {
  "schema-1/dev": { blocks: 12, transactions: 25, flags: [] },
  // Killed: most of its blocks are in the log of the database only.
  "schema-1/killed": { blocks: 12, transactions: 25, flags: [] },
  // Its last resource block is older than confirm_interval, so a block must be mined before any node can seal.
  "schema-1/network": { blocks: 12, transactions: 16, flags: MINING },
  "schema-2/dev": { blocks: 13, transactions: 26, flags: [] },
  "schema-2/killed": { blocks: 12, transactions: 26, flags: [] },
  "schema-2/network": { blocks: 11, transactions: 16, flags: MINING },
  "schema-3/dev": { blocks: 14, transactions: 26, flags: [] },
  "schema-3/killed": { blocks: 12, transactions: 26, flags: [] },
  "schema-3/network": { blocks: 12, transactions: 16, flags: MINING },
  "schema-4/dev": { blocks: 12, transactions: 26, flags: [] },
  "schema-4/killed": { blocks: 13, transactions: 26, flags: [] },
  "schema-4/network": { blocks: 12, transactions: 16, flags: MINING },
  "schema-5/dev": { blocks: 12, transactions: 26, flags: [] },
  "schema-5/killed": { blocks: 12, transactions: 26, flags: [] },
  "schema-5/network": { blocks: 12, transactions: 16, flags: MINING },
};

describe("A data directory of an earlier release", () => {
  const temporary = useTemporaryDirectory();

  it("exists for every earlier schema", () => {
    expect(Object.keys(DIRECTORIES)).to.have.members(earlierData());
  });

  for (const [name, { blocks, transactions, flags }] of Object.entries(DIRECTORIES)) {
    const copyTo = (target: string): string => copyEarlierData(name, join(temporary(), target));
    const run = async (directory: string, ...words: readonly string[]): Promise<unknown> => {
      const ended = await runBinary([...words, "--json", "--data-dir", directory]);
      expect(ended.code, `${words.join(" ")}: ${ended.stderr}`).to.equal(0);
      return JSON.parse(ended.stdout);
    };
    /** Starts the node, commits a transaction, and stops the node. Returns the transaction's hash. */
    const send = async (directory: string): Promise<string> => {
      const node = await startNodeProcess(directory, flags);
      try {
        const hash = await commitTransfer(createClient({ url: node.url }));
        expect(await node.stop()).to.equal(0);
        return hash;
      } finally {
        await node.kill();
      }
    };

    it(`${name}: is consistent, and has its transactions`, async () => {
      const directory = copyTo("node");
      expect(await run(directory, "block", "count")).to.equal(blocks);
      expect(await run(directory, "tx", "count")).to.equal(transactions);
      expect(await run(directory, "data", "check")).to.deep.equal({ ok: true });
    });

    it(`${name}: continues when it is started, and is consistent afterwards`, async () => {
      const directory = copyTo("node");
      const hash = await send(directory);
      expect(await run(directory, "data", "check")).to.deep.equal({ ok: true });
      expect(await run(directory, "tx", "get", hash)).to.have.property("transaction");
      expect(await run(directory, "block", "count")).to.be.greaterThan(blocks);
    });

    it(`${name}: is rewound and reindexed, and continues`, async () => {
      const directory = copyTo("node");
      const rewound = await run(directory, "data", "rewind", "5", "--yes", "--force-below-fixed");
      expect(rewound).to.have.property("main_height", 5);
      expect(await run(directory, "data", "check")).to.deep.equal({ ok: true });
      expect(await run(directory, "data", "reindex")).to.deep.equal({ changed: false });
      expect(await run(directory, "block", "count")).to.equal(5);
    });

    it(`${name}: is backed up, and a node starts from the copy`, async () => {
      const directory = copyTo("node");
      const copy = join(temporary(), "copy");
      expect(await run(directory, "data", "backup", copy, "--keys")).to.include({ main_height: blocks });
      const hash = await send(copy);
      expect(await run(copy, "data", "reindex")).to.deep.equal({ changed: false });
      expect(await run(copy, "tx", "get", hash)).to.have.property("transaction");
    });
  }
});
