import type { Client, MainBlockSummary } from "../../client/index.js";
import type { Host } from "../host.js";
import { pause } from "../pause.js";

/** A listener that goes on while other statements run. */
export interface Watch {
  stop(): void;
}

/**
 * New blocks from now on: one after the other until the statement is interrupted, or for a listener until it is
 * stopped.
 */
export function watchBlocks(
  client: Client,
  { interruption }: Host,
  listener: ((block: MainBlockSummary) => unknown) | undefined,
): Watch | AsyncIterable<MainBlockSummary> {
  if (listener === undefined) return newBlocks(client, interruption());
  const controller = new AbortController();
  const { signal } = controller;
  const listen = async (): Promise<void> => {
    try {
      for await (const block of newBlocks(client, signal)) await listener(block);
    } catch (error) {
      // A listener that fails is an error that nobody awaits.
      if (!signal.aborted) throw error;
    }
  };
  void listen();
  return { stop: () => controller.abort() };
}

async function* newBlocks(
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<MainBlockSummary, void, undefined> {
  for (let height = (await client.blockCount()) + 1; ;) {
    for (const block of await client.getBlockSummaries(height)) {
      yield block;
      height = block.height + 1;
    }
    await pause(signal);
  }
}
