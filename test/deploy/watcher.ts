import { spawn, type ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../support/free-port.js";

const RULES = fileURLToPath(new URL("../../../deploy/prometheus/chainnode.rules.yml", import.meta.url));

/** Prometheus with the rules of the project, whose waiting times are one second and whose windows are half a minute. */
export class Watcher {
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(directory: string, targets: readonly string[]): Promise<Watcher> {
    const rules = (await readFile(RULES, "utf8"))
      .replaceAll(/for: \d+m/g, "for: 1s")
      .replaceAll(/\[\d+[mh]\]/g, "[30s]");
    await writeFile(join(directory, "rules.yml"), rules);
    await writeFile(
      join(directory, "prometheus.yml"),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: ['rules.yml']\nscrape_configs:\n` +
        `  - job_name: chainnode\n    static_configs:\n      - targets: [${targets.map((target) => `'${target}'`).join(", ")}]\n`,
    );
    const port = await freePort();
    const process = spawn("prometheus", [
      `--config.file=${join(directory, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(directory, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    return new Watcher(process, port);
  }

  /** Waits until an alert of a target fires. */
  fires(alert: string, target: string): Promise<void> {
    return this.sees(`ALERTS{alertname="${alert}",instance="${target}",alertstate="firing"}`);
  }

  /** Waits until a target is ready and has no such alert, not even one that is about to fire. */
  ends(alert: string, target: string): Promise<void> {
    const alerts = `ALERTS{alertname="${alert}",instance="${target}"}`;
    return this.sees(`chainnode_ready{instance="${target}"} == 1 unless on (instance) ${alerts}`);
  }

  /** Waits until a query has a result. */
  async sees(query: string): Promise<void> {
    const url = `http://127.0.0.1:${this.#port}/api/v1/query?query=${encodeURIComponent(query)}`;
    for (;;) {
      const answer = (await fetch(url).then(
        // It answers 503 until it has started.
        (response) => (response.ok ? response.json() : null),
        () => null,
      )) as { readonly data?: { readonly result?: readonly unknown[] } } | null;
      if ((answer?.data?.result?.length ?? 0) > 0) return;
      await setTimeout(300);
    }
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await new Promise((resolve) => this.#process.once("close", resolve));
  }
}
