import type { Client, MainBlockSummary } from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Host } from "../host.js";
import { pause } from "../../actions/pause.js";
import { printable } from "../print/printable.js";

/** A listener that stays active while other statements run. */
export interface Watch {
  stop(): void;
}

/** Yields new blocks until the statement is interrupted, or passes them to a listener until it is stopped. */
export function watchBlocks(
  client: Client,
  { interruption }: Pick<Host, "interruption">,
  listener: ((block: MainBlockSummary) => unknown) | undefined,
): Watch | AsyncIterable<MainBlockSummary> {
  if (listener === undefined) return newBlocks(client, interruption());
  const controller = new AbortController();
  const { signal } = controller;
  const listen = async (): Promise<void> => {
    try {
      for await (const block of newBlocks(reaching(client, signal), signal)) await listener(block);
    } catch (error) {
      // The failure of a listener is an error that nothing awaits.
      if (!signal.aborted) throw error;
    }
  };
  void listen();
  return printable(
    { stop: () => controller.abort() },
    () => "watches new blocks, until its stop() is called",
  );
}

/** Errors of a node that does not answer or is starting. */
const AWAY: ReadonlySet<string> = new Set(["unreachable", "unavailable"]);

type BlockSource = Pick<Client, "blockCount" | "getBlockSummaries">;

/** Waits for a node that is away, so that watching continues when it is back. */
function reaching(client: BlockSource, signal: AbortSignal): BlockSource {
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await question();
      } catch (error) {
        if (!(error instanceof ChainError) || !AWAY.has(error.kind)) throw error;
        await pause(signal);
      }
    }
  };
  return {
    blockCount: () => ask(() => client.blockCount()),
    getBlockSummaries: (height) => ask(() => client.getBlockSummaries(height)),
  };
}

async function* newBlocks(
  client: BlockSource,
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
