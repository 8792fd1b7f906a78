import { watchBlocks, watchedMainChain } from "../../actions/watch-blocks.js";
import type { Client, MainBlockSummary } from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Host } from "../connection.js";
import { pause } from "../../actions/wait.js";
import { printable } from "../print/shown-as.js";

/** A listener that stays active while other statements run. */
export interface Watch {
  stop(): void;
}

/** Yields new blocks until the statement is interrupted, or passes them to a listener until it is stopped. */
export function watchNewBlocks(
  client: Client,
  { interruption }: Pick<Host, "interruption">,
  listener: ((block: MainBlockSummary) => unknown) | undefined,
): Watch | AsyncIterable<MainBlockSummary> {
  const chain = watchedMainChain(client);
  if (listener === undefined) return watchBlocks(chain, { signal: interruption() });
  const controller = new AbortController();
  const { signal } = controller;
  const listen = async (): Promise<void> => {
    let from: number | undefined;
    while (!signal.aborted) {
      const count = await settled(chain.count(), signal);
      if (count === null) continue;
      from ??= count + 1;
      const blocks = watchBlocks(chain, { from, signal });
      for (;;) {
        const next = await settled(blocks.next(), signal);
        if (next === null) break;
        if (next.done === true) return;
        from = next.value.height + 1;
        // The failure of a listener is an error that nothing awaits.
        await listener(next.value);
      }
    }
  };
  void listen();
  return printable(
    { stop: () => controller.abort() },
    () => "watches new blocks, until its stop() is called",
  );
}

const AWAY: ReadonlySet<string> = new Set(["unreachable", "unavailable"]);

/** The next block; null when the node is away, after a pause, so that watching continues when it is back. */
async function settled<T>(next: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await next;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof ChainError) || !AWAY.has(error.kind)) throw error;
    await pause(signal).catch(() => undefined);
    return null;
  }
}
