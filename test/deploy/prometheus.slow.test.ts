import { expect } from "chai";
import { spawn, spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ALERTS } from "../../src/node/metrics/alerts.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess } from "../support/dev-process.js";
import { skipWithout } from "../support/skip.js";
import { makeTempDirectory } from "../support/temp-store.js";

const RULES = fileURLToPath(new URL("../../../deploy/prometheus/chainnode.rules.yml", import.meta.url));

type Series = readonly [series: string, values: string];

/** For each alert, the series that make it fire and end. Each value is one minute. */
const SERIES: Readonly<Record<string, readonly Series[]>> = {
  ChainnodeDown: [['up{job="chainnode"}', "1x4 0x9 1x9"]],
  ChainnodeStoreFailing: [['chainnode_check_passed{check="store"}', "1x4 0x9 1x9"]],
  ChainnodeSigningStopped: [['chainnode_check_passed{check="signing"}', "1x4 0x9 1x9"]],
  ChainnodeDiskFull: [['chainnode_check_passed{check="disk"}', "1x4 0x9 1x9"]],
  ChainnodeClockWrong: [['chainnode_check_passed{check="clock"}', "1x4 0x9 1x9"]],
  ChainnodeNoPeers: [['chainnode_check_passed{check="peers"}', "1x4 0x9 1x9"]],
  ChainnodeBehind: [['chainnode_check_passed{check="sync"}', "1x4 0x9 1x9"]],
  ChainnodeRoundStuck: [["chainnode_pool_wait_seconds", "0x4 90x9 0x9"]],
  ChainnodeStandingStill: [['chainnode_check_passed{check="resource_chain"}', "1x4 0x9 1x9"]],
  ChainnodeUndoneBlocks: [['chainnode_undone_blocks_total{chain="main"}', "0x4 0+9x9 90x9"]],
  ChainnodeSlowDisk: [
    ['chainnode_store_commit_seconds_bucket{le="1"}', "0x30"],
    ['chainnode_store_commit_seconds_bucket{le="10"}', "0x4 0+9x9 90x9"],
    ['chainnode_store_commit_seconds_bucket{le="+Inf"}', "0x4 0+9x9 90x9"],
  ],
  ChainnodeEventLoopSlow: [['chainnode_event_loop_delay_seconds{percentile="p99"}', "0x4 0.5x9 0x9"]],
};

describe("the series of this test", () => {
  it("are those of all alerts", () => {
    expect(Object.keys(SERIES)).to.have.members(ALERTS.map(({ name }) => name));
  });
});

describe("deploy/prometheus", function () {
  before(function () {
    skipWithout(this, "promtool", "prometheus");
  });

  it("loads every alert rule", () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", RULES], { encoding: "utf8" });
    expect(status, stderr).to.equal(0);
    expect(stdout).to.include(`SUCCESS: ${ALERTS.length} rules found`);
  });

  for (const { name } of ALERTS) {
    it(`${name} fires and ends`, async () => {
      const directory = await makeTempDirectory();
      const series = (SERIES[name] ?? []).map(
        ([selector, values]) => `      - series: '${selector}'\n        values: '${values}'\n`,
      );
      await writeFile(
        join(directory, "test.yml"),
        `rule_files: ['${RULES}']\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n` +
          `${series.join("")}    promql_expr_test:\n` +
          [
            [3, 0],
            [13, 1],
            [30, 0],
          ]
            .map(
              ([minute, count]) =>
                `      - expr: 'count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)'\n` +
                `        eval_time: ${minute}m\n        exp_samples:\n          - labels: '{}'\n            value: ${count}\n`,
            )
            .join(""),
      );
      const { status, stdout, stderr } = spawnSync(
        "promtool",
        ["test", "rules", join(directory, "test.yml")],
        {
          encoding: "utf8",
        },
      );
      expect(status, stdout + stderr).to.equal(0);
      await rm(directory, { recursive: true });
    });
  }

  describe("with a node", () => {
    const fixture = useDevProcess();

    it("is scraped by Prometheus without a warning", async () => {
      const directory = await makeTempDirectory();
      const ops = await opsOf(fixture.directory);
      const lint = spawnSync("promtool", ["check", "metrics"], {
        input: await (await fetch(`${ops}/metrics`)).text(),
        encoding: "utf8",
      });
      expect(lint.stderr + lint.stdout).to.equal("");
      const port = await freePort();
      await writeFile(
        join(directory, "prometheus.yml"),
        `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: ['${RULES}']\n` +
          `scrape_configs: [{ job_name: chainnode, static_configs: [{ targets: ['${new URL(ops).host}'] }] }]\n`,
      );
      const prometheus = spawn("prometheus", [
        `--config.file=${join(directory, "prometheus.yml")}`,
        `--storage.tsdb.path=${join(directory, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ]);
      const query = async (expression: string): Promise<unknown> => {
        const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
        const answer = (await fetch(url).then(
          (response) => response.json(),
          () => undefined,
        )) as
          | { readonly data?: { readonly result?: readonly { readonly value: readonly unknown[] }[] } }
          | undefined;
        return answer?.data?.result?.[0]?.value[1];
      };
      try {
        while ((await query("chainnode_ready")) !== "1") await setTimeout(200);
        expect(Number(await query("chainnode_main_height"))).to.be.greaterThan(0);
        expect(await query('up{job="chainnode"}')).to.equal("1");
      } finally {
        prometheus.kill();
        await new Promise((resolve) => prometheus.once("close", resolve));
        await rm(directory, { recursive: true });
      }
    });
  });
});

/** The ops address of a node that runs on a data directory. */
async function opsOf(directory: string): Promise<string> {
  const { stdout } = await runBinary(["status", "--data-dir", directory, "--json"]);
  return (JSON.parse(stdout) as { readonly ops: string }).ops;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
