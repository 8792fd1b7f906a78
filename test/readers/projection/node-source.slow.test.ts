import { expect } from "chai";
import { createClient } from "../../../src/client/create-client.js";
import { devNetwork } from "../../../src/data/dev-network.js";
import { openNodeSource } from "../../../src/readers/projection/node-source.js";
import { projectedNetwork } from "../../../src/readers/projection/projected-network.js";
import { networkIdentity } from "../../../src/data/directory/open-store.js";
import { createIdentity } from "../../../src/data/directory/identity.js";
import { checkProjection } from "../../../src/readers/projector/check-projection.js";
import { Projector } from "../../../src/readers/projector/projector.js";
import { createNetwork } from "../../../src/records/network.js";
import type { RulesNumber } from "../../../src/records/rules.js";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { openPostgresStore } from "../../../src/store/postgres/open.js";
import { LIVE_SCHEMA } from "../../../src/store/postgres/schema.js";
import { NO_BLOCKS } from "../../../src/store/store.js";
import { expectSameAnswers } from "../../support/compare-stores.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { serveEngine, type ServedEngine } from "../../support/serve-engine.js";

for (const rules of [1, 2] as const satisfies readonly RulesNumber[])
  describe(`a projector of a node over HTTP, rules ${rules} (docs/adr/0019)`, () => {
    let postgres: PostgresServer | undefined;
    let database: TestDatabase;
    let dev: TestNode;
    let served: ServedEngine;
    before(async function () {
      postgres = await findPostgres(this);
      database = await createDatabase(postgres);
      dev = await startDevNode({ rules });
      dev.node.mining.start();
      await dev.pass(60_000_000);
      await dev.node.mining.stop();
      served = await serveEngine(dev.node);
    });
    after(async () => {
      await served.server.close(0);
      await dev.node.stop();
      await database.remove();
      await postgres?.stop();
    });

    const open = () =>
      openNodeSource(createClient({ url: served.url }), { definition: dev.definition, clock: dev.clock });

    async function copyAndCompare(): Promise<void> {
      const { source, definition } = await open();
      const projector = new Projector({
        source,
        ...projectedNetwork(definition),
        addresses: [readDatabaseAddress(database.url)],
        schema: LIVE_SCHEMA,
      });
      await projector.run(new AbortController().signal, { once: true });
      const { store } = dev.node.ledger;
      const network = networkIdentity(definition);
      const copy = await openPostgresStore({ address: readDatabaseAddress(database.url), network });
      try {
        const chain = { reader: store, network: createNetwork(definition), onBlock: () => undefined };
        expect(await copy.mainBlockSummary("last")).to.deep.equal(await store.mainBlockSummary("last"));
        expect(await copy.resourceBlock("last")).to.deep.equal(await store.resourceBlock("last"));
        await expectSameAnswers(store, copy, [dev.node.identity.node.address], 3);
        expect(await checkProjection(copy, chain)).to.equal(null);
        expect(await copy.readMeta("fixed_height")).to.equal(await store.readMeta("fixed_height"));
      } finally {
        await copy.close();
      }
    }

    /** Undoes the last main block, and the resource blocks that name it. */
    async function undoBlock(): Promise<void> {
      const { store } = dev.node.ledger;
      const main = await store.mainBlockSummary({ height: dev.node.tip.height - 1 });
      if (main === null) throw new Error("no block");
      let resource = await store.resourceBlock("last");
      while (resource !== null && resource.main_height > main.height)
        resource = await store.resourceBlock({ height: resource.height - 1 });
      await dev.node.revert({ main, resource: resource ?? NO_BLOCKS.resource });
    }

    it("copies both chains with the fixed height, and undoes what the node undoes", async () => {
      await copyAndCompare();
      await undoBlock();
      await copyAndCompare();
    });

    it("repeats a read during which the chain changes", async () => {
      const { source } = await open();
      let reads = 0;
      const height = await source.snapshot(async (reader) => {
        reads += 1;
        const last = await reader.mainBlockSummary("last");
        if (reads === 1) await undoBlock();
        return last?.height;
      });
      expect(reads).to.equal(2);
      expect(height).to.equal(dev.node.tip.height);
    });

    it("refuses the definition of another network", async () => {
      const definition = devNetwork(createIdentity());
      const opening = openNodeSource(createClient({ url: served.url }), { definition, clock: dev.clock });
      await expectRejection(opening, "NETWORK_OTHER", "usage");
    });
  });
