import { expect } from "chai";
import { setTimeout } from "node:timers/promises";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { Health } from "../../../src/ops/health/health.js";
import { Meters } from "../../../src/ops/metrics/metric.js";
import { NodeMetrics } from "../../../src/ops/metrics/node-metrics.js";
import { METRICS } from "../../../src/ops/metrics/table.js";
import { startDevNode } from "../../support/dev-node.js";

const LONG_S = 0.2;
/** Longer than the time between two samples of the delay. */
const SAMPLED_MS = 150;

describe("The metrics of a node", () => {
  it("show two scrapers the same delay of the event loop, and the signatures that wait", async () => {
    const { node } = await startDevNode();
    const health = new Health(node, null);
    const metrics = new NodeMetrics({
      node,
      health,
      meters: new Meters(),
      directory: dataDirectory("/nonexistent"),
      verifier: { pending: 7 },
      projection: () => null,
    });
    const longest = async (): Promise<number> => {
      const text = await metrics.text("1.0.0", false);
      expect(text).to.include(`\n${METRICS.signatureQueue.name} 7\n`);
      for (const cache of ["codes", "patterns", "keys"])
        expect(text).to.match(new RegExp(`^${METRICS.cacheBytes.name}\\{cache="${cache}"\\} [0-9]+$`, "m"));
      const pattern = new RegExp(`^${METRICS.loopDelay.name}\\{percentile="max"\\} (.+)$`, "m");
      return Number(pattern.exec(text)?.[1]);
    };
    await setTimeout(SAMPLED_MS);
    const end = performance.now() + LONG_S * 1000;
    while (performance.now() < end);
    await setTimeout(SAMPLED_MS);
    expect(await longest()).to.be.greaterThan(LONG_S / 2);
    expect(await longest(), "the second scraper").to.be.greaterThan(LONG_S / 2);
    metrics.close();
    await node.stop();
  });
});
