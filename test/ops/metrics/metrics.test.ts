import { expect } from "chai";
import { readFileSync } from "node:fs";
import { ALERTS } from "../../../src/ops/metrics/alerts.js";
import { metricsDocuments } from "../../../src/ops/metrics/documents.js";
import { meteredStore } from "../../../src/ops/metrics/metered-store.js";
import { Meters, type Metric } from "../../../src/ops/metrics/metric.js";
import { metricText } from "../../../src/ops/metrics/metrics-text.js";
import { submissionMeter } from "../../../src/ops/metrics/submission-meter.js";
import { METRICS } from "../../../src/ops/metrics/table.js";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { foundNetwork } from "../../../src/data/directory/network-file.js";
import { createNetwork } from "../../../src/records/network.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { START_US } from "../../support/dev-node.js";
import { sampleAddress, sampleResourceBlock } from "../../support/sample-blocks.js";

const ALL: readonly Metric[] = Object.values(METRICS);

describe("The table of metrics", () => {
  it("names each metric once, in snake case, with the suffix of its type", () => {
    expect(new Set(ALL.map(({ name }) => name)).size).to.equal(ALL.length);
    for (const { name, type } of ALL) {
      expect(name).to.match(/^(chainnode|process)_[a-z_]+$/);
      expect(name.endsWith("_total"), name).to.equal(type === "counter");
      if (type === "histogram") expect(name).to.match(/_seconds$/);
    }
  });

  it("explains each in one sentence", () => {
    for (const { name, help } of ALL) expect(help, name).to.match(/^[A-Z0-9][^\n]*\.$/);
  });
});

describe("The documents that are generated from the metrics", () => {
  const names = new Set(ALL.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]));
  const namesIn = (text: string): readonly string[] => text.match(/\b(?:chainnode|process)_[a-z_]+/g) ?? [];

  it("query only metrics that exist", () => {
    const dashboard = JSON.parse(metricsDocuments().get("deploy/grafana/chainnode.json") ?? "") as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries).to.have.length.greaterThan(20);
    for (const query of [...queries, ...ALERTS.map(({ expression }) => expression)])
      for (const name of namesIn(query)) expect(names, query).to.include(name);
  });

  it("are checked in and up to date", () => {
    for (const [path, text] of metricsDocuments()) {
      const file = new URL(`../../../../${path}`, import.meta.url);
      expect(readFileSync(file, "utf8") === text, `${path} is stale: run npm run generate`).to.equal(true);
    }
  });

  it("have a runbook for each alert", () => {
    const page = metricsDocuments().get("docs/metrics.md") ?? "";
    for (const { name, runbook } of ALERTS) {
      expect(runbook, name).to.not.have.length(0);
      expect(page).to.include(`### ${name}\n`);
    }
  });
});

describe("The text format", () => {
  const histogram = { ...METRICS.requests, buckets: [0.1, 1] };

  it("prints a gauge with its labels escaped", () => {
    const text = metricText(METRICS.build, [{ labels: ['1"0\\\n', "v20"], value: 1 }], false);
    expect(text).to.equal(
      `# HELP chainnode_build_info ${METRICS.build.help}\n# TYPE chainnode_build_info gauge\n` +
        'chainnode_build_info{version="1\\"0\\\\\\n",node="v20"} 1\n',
    );
  });

  it("prints the buckets of a histogram cumulatively, with sum and count", () => {
    const meters = new Meters();
    for (const seconds of [0.05, 0.5, 0.25, 7]) meters.observe(histogram, seconds, ["Ping", "200"]);
    const lines = metricText(histogram, meters, false).trimEnd().split("\n").slice(2);
    const labels = 'operation="Ping",status="200"';
    expect(lines).to.deep.equal([
      `chainnode_rpc_seconds_bucket{${labels},le="0.1"} 1`,
      `chainnode_rpc_seconds_bucket{${labels},le="1"} 3`,
      `chainnode_rpc_seconds_bucket{${labels},le="+Inf"} 4`,
      `chainnode_rpc_seconds_sum{${labels}} 7.8`,
      `chainnode_rpc_seconds_count{${labels}} 4`,
    ]);
  });

  it("starts a counter without labels at 0, and names its family without the suffix as OpenMetrics", () => {
    const { name } = METRICS.accepted;
    expect(metricText(METRICS.accepted, new Meters(), false)).to.include(
      `# TYPE ${name} counter\n${name} 0\n`,
    );
    expect(metricText(METRICS.accepted, new Meters(), true)).to.include(
      `# TYPE chainnode_transactions_accepted counter\n${name} 0\n`,
    );
  });
});

describe("A counter in which an alert looks for an increase", () => {
  for (const { name, expression } of ALERTS) {
    const [, series = null] = /increase\((chainnode_\w+(?:\{[^}]*\})?)\[/.exec(expression) ?? [];
    if (series === null) continue;
    it(`exists before the first event: ${name}`, () => {
      const metric = ALL.find(({ name: each }) => each === series.replace(/\{.*/, ""));
      expect(metric === undefined ? "" : metricText(metric, new Meters(), false)).to.include(
        `\n${series} 0\n`,
      );
    });
  }

  it("counts from 0", () => {
    const meters = new Meters();
    meters.add(METRICS.undone, ["main"], 2);
    const lines = metricText(METRICS.undone, meters, false).trimEnd().split("\n").slice(2);
    expect(lines).to.deep.equal([
      'chainnode_undone_blocks_total{chain="main"} 2',
      'chainnode_undone_blocks_total{chain="resource"} 0',
    ]);
  });
});

describe("The metered store", () => {
  it("is the same store, and counts and times commits and undos", async () => {
    const meters = new Meters();
    const validator = sampleAddress(1);
    const store = meteredStore(await openSqliteStore({ file: IN_MEMORY }), meters, {
      validator,
      owner: sampleAddress(2),
      // Until resource blocks are confirmed, the genesis address holds the only slot (PROTOCOL 9.13).
      network: createNetwork(foundNetwork(validator)),
      sinceUs: START_US,
      onFailure: (reason) => expect.fail(reason),
    });
    await store.writeMeta("name", "value");
    expect(await store.readMeta("name")).to.equal("value");
    const summary = { height: 1, s_timestamp: START_US, previous_blockhash: "", blockhash: "ab" };
    const block = {
      ...summary,
      transaction_count: 0,
      seal: `{"${validator}":{}}`,
      universal_updates: "{}",
      local_updates: "{}",
    };
    await store.commitMainBlock({ block, transactions: [], universal: [], local: [], codeKeys: [] });
    expect(await store.mainBlockSummary("last")).to.include({ height: 1 });
    await store.undoMainBlock(1);
    expect(await store.mainBlockSummary("last")).to.equal(null);
    await store.commitMainBlock({
      block: { ...block, seal: '{"another":{}}' },
      transactions: [],
      universal: [],
      local: [],
      codeKeys: [],
    });
    const early = {
      ...block,
      height: 2,
      s_timestamp: START_US - 1,
      previous_blockhash: "ab",
      blockhash: "cd",
    };
    await store.commitMainBlock({ block: early, transactions: [], universal: [], local: [], codeKeys: [] });
    const resource = sampleResourceBlock(1, "");
    await store.commitResourceBlock(resource);
    const next = { ...sampleResourceBlock(2, resource.blockhash), miner: "another" };
    await store.commitBatch({ main: [], resource: [next] });
    expect(meters.counts(METRICS.sealedBlocks)).to.deep.equal([{ labels: [], value: 2 }]);
    expect(meters.counts(METRICS.resourceBlocks)).to.deep.equal([{ labels: [], value: 2 }]);
    expect(meters.counts(METRICS.minedBlocks)).to.deep.equal([{ labels: [], value: 1 }]);
    expect(meters.counts(METRICS.blocks)).to.deep.equal([{ labels: [], value: 3 }]);
    expect(meters.counts(METRICS.undone)).to.deep.equal([{ labels: ["main"], value: 1 }]);
    expect(meters.distributions(METRICS.commit)).to.have.length(1);
    await store.close();
    // Counted beside the commits; the block from before the start is not.
    expect(meters.counts(METRICS.newestSlot)).to.deep.equal([
      { labels: ["sealed"], value: 1 },
      { labels: ["missed"], value: 1 },
    ]);
  });
});

describe("The meter of submissions", () => {
  it("counts what is accepted, refused by code, and dropped", () => {
    const meters = new Meters();
    const meter = submissionMeter(meters, new VirtualClock(START_US));
    meter.onRefused(new Error("unexpected"));
    meter.onAccepted(() => new Promise(() => undefined));
    meter.onDropped("too_late");
    expect(meters.counts(METRICS.refused)).to.deep.equal([{ labels: ["INTERNAL"], value: 1 }]);
    expect(meters.counts(METRICS.accepted)).to.deep.equal([{ labels: [], value: 1 }]);
    expect(meters.counts(METRICS.dropped)).to.deep.equal([{ labels: ["too_late"], value: 1 }]);
  });

  it("measures the time to inclusion of one transaction at a time, except of a dropped one", async () => {
    const meters = new Meters();
    const clock = new VirtualClock(START_US);
    const meter = submissionMeter(meters, clock);
    let include = (): void => undefined;
    let asked = 0;
    const pending = (): Promise<void> => {
      asked += 1;
      return new Promise((resolve) => {
        include = resolve;
      });
    };
    meter.onAccepted(pending);
    meter.onAccepted(pending);
    expect(asked).to.equal(1);
    await clock.advance(250_000);
    include();
    await Promise.resolve();
    await Promise.resolve();
    expect(meters.distributions(METRICS.inclusion)[0]?.sum).to.equal(0.25);
    meter.onAccepted(() => Promise.reject(new Error("dropped")));
    await Promise.resolve();
    await Promise.resolve();
    expect(meters.distributions(METRICS.inclusion)[0]?.counts.reduce((sum, count) => sum + count)).to.equal(
      1,
    );
  });
});
