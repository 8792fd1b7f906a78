import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALERTS } from "../../src/ops/metrics/alerts.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess } from "../support/dev-process.js";
import { skipWithout } from "../support/skip.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Watcher } from "./watcher.js";

const RULES = fileURLToPath(new URL("../../../deploy/prometheus/chainnode.rules.yml", import.meta.url));

type Series = readonly [series: string, values: string];

/**
 * For each alert, the series that make it fire and end. Each value is one minute. The third minute of some is a late look,
 * which alone fires nothing.
 */
const SERIES: Readonly<Record<string, readonly Series[]>> = {
  ChainnodeDown: [['up{job="chainnode"}', "1x4 0x9 1x80"]],
  ChainnodeStoreFailing: [['chainnode_check_passed{check="store"}', "1x2 0 1 0x9 1x80"]],
  ChainnodeSigningStopped: [['chainnode_check_passed{check="signing"}', "1x4 0x9 1x80"]],
  ChainnodeDiskFull: [['chainnode_check_passed{check="disk"}', "1x4 0x9 1x80"]],
  // At the start of the test's time, 7 days are 604,800 s.
  ChainnodeDiskFillsUp: [["chainnode_disk_full_seconds", "2000000x4 500000x9 2000000x80"]],
  // At the start of the test's time, 14 days are 1,209,600 s.
  ChainnodeCertificateExpires: [["chainnode_certificate_end_seconds", "2000000x4 1000000x9 2000000x80"]],
  ChainnodeClockWrong: [['chainnode_check_passed{check="clock"}', "1x2 0 1 0x9 1x80"]],
  ChainnodeNoPeers: [['chainnode_check_passed{check="peers"}', "1x4 0x9 1x80"]],
  ChainnodeBehind: [['chainnode_check_passed{check="sync"}', "1x4 0x9 1x80"]],
  ChainnodeRoundStuck: [["chainnode_pool_wait_seconds", "0x4 90x9 0x80"]],
  ChainnodeTransactionsLost: [
    ['chainnode_transactions_dropped_total{reason="too_late"}', "0x4 0+20x9 180x80"],
    ["chainnode_transactions_accepted_total", "0x4 0+40x9 360x80"],
  ],
  ChainnodeStandingStill: [['chainnode_check_passed{check="resource_chain"}', "1x4 0x9 1x80"]],
  ChainnodeUndoneBlocks: [
    ['chainnode_undone_blocks_total{chain="main"}', "0x4 0+9x9 90x80"],
    ["chainnode_main_blocks_total", "0x4 0+20x9 200x80"],
    // Many, and a small share.
    ['chainnode_undone_blocks_total{chain="main",instance="short of processor"}', "0+9x90"],
    ['chainnode_main_blocks_total{instance="short of processor"}', "0+200x90"],
  ],
  ChainnodeRestarting: [['process_start_time_seconds{job="chainnode"}', "1x4 1+1x9 10x80"]],
  // A backup before the test's time.
  ChainnodeBackupOld: [["chainnode_last_backup_seconds", "0x4 -700000x9 0x80"]],
  ChainnodeSlowDisk: [
    ['chainnode_store_commit_seconds_bucket{le="1"}', "0x90"],
    ['chainnode_store_commit_seconds_bucket{le="10"}', "0x4 0+9x9 90x80"],
    ['chainnode_store_commit_seconds_bucket{le="+Inf"}', "0x4 0+9x9 90x80"],
  ],
  ChainnodeEventLoopSlow: [['chainnode_event_loop_delay_seconds{percentile="p99"}', "0x4 0.5x9 0x80"]],
  ChainnodeProjectorBehind: [
    ['chainnode_projector_behind_seconds{instance="writes"}', "0x4 90x9 0x80"],
    ['chainnode_projector_behind_seconds{instance="stands by"}', "90x90"],
    ['chainnode_projector_state{instance="stands by",state="standby"}', "1x90"],
  ],
  ChainnodeProjectorConflicts: [["chainnode_projector_conflicts_total", "0x4 0+9x9 90x80"]],
  ChainnodeProjectorRivals: [["chainnode_projector_rivals", "0x4 1x9 0x80"]],
  ChainnodeReaderLagging: [['chainnode_check_passed{check="lag"}', "1x4 0x9 1x80"]],
  ChainnodeReaderDatabase: [
    ['chainnode_check_passed{check="database"}', "1x90"],
    ['chainnode_reader_database_up{number="1"}', "1x90"],
    ['chainnode_reader_database_up{number="2"}', "1x4 0x9 1x80"],
  ],
  ChainnodeReaderDiffers: [['chainnode_reader_compared_total{result="different"}', "0x4 1x80"]],
  ChainnodeReaderWriterDown: [["chainnode_reader_writer_up", "1x4 0x9 1x80"]],
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
            // An hour after the last event: one alert looks back so far.
            [90, 0],
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
      const watcher = await Watcher.start(directory, [new URL(ops).host]);
      try {
        await watcher.sees("chainnode_ready == 1");
        await watcher.sees("chainnode_main_height > 0");
        await watcher.sees('up{job="chainnode"} == 1');
      } finally {
        await watcher.stop();
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
