import type { Context } from "../../src/cli/command.js";
import { createProgressBar, type ProgressBar } from "../../src/cli/terminal/progress.js";
import type { SyncProgress } from "../../src/peers/sync/sync-progress.js";
import { logFormat } from "./node-log.js";

const LOOK_MS = 250;

/** A bar on stderr while blocks are taken from peers, for a person who reads the log on a terminal. */
export class SyncBar {
  readonly #context: Pick<Context, "terminal" | "settings" | "style">;
  readonly #nowMs: (() => number) | undefined;
  readonly #isWanted: boolean;
  /** That of the blocks that are being taken now. */
  #bar: ProgressBar | null = null;

  /** @param nowMs a monotonic clock; by default the system's. */
  constructor(context: Pick<Context, "terminal" | "settings" | "style">, nowMs?: () => number) {
    this.#context = context;
    this.#nowMs = nowMs;
    this.#isWanted = logFormat(context) === "pretty" && !context.settings.flag("json");
  }

  /** Shows the progress a few times a second. Returns what ends that. */
  watch(progress: () => SyncProgress | null): () => void {
    const timer = setInterval(() => this.show(progress()), LOOK_MS).unref();
    return () => {
      clearInterval(timer);
      this.show(null);
    };
  }

  show(progress: SyncProgress | null): void {
    if (progress === null || !this.#isWanted) {
      this.clear();
      this.#bar = null;
      return;
    }
    const { height, target } = progress;
    this.#bar ??= createProgressBar(this.#context, "syncing", this.#nowMs);
    // The time left of the bar is by the same rate.
    this.#bar.show(
      height,
      target,
      (perSecond) => `block ${height} of ${target} · ${Math.round(perSecond)} blocks/s`,
    );
  }

  /** Makes room for a line of the log; the bar comes back. */
  clear(): void {
    this.#bar?.clear();
  }
}
