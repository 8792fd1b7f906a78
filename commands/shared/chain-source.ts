import type { OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Input } from "../../src/cli/input/input.js";
import { ChainError } from "../../src/codec/chain-error.js";
import type { ChainSource } from "../../src/node/trial/chain-source.js";
import { openClient } from "./node.js";

export const OFFLINE_OPTION: OptionSpec = {
  name: "offline",
  description: "read the data directory instead of asking a node",
};

/**
 * Where codes and state come from: the node of `--rpc`, or the data directory with `--offline`, and where one is named
 * on the line and no node answers.
 */
export async function withChainSource<T>(
  context: Context,
  input: Input,
  use: (source: ChainSource) => Promise<T>,
): Promise<T> {
  const source = input.flag(OFFLINE_OPTION.name) ? await openOffline(context) : await openEither(context);
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}

async function openEither(context: Context): Promise<ChainSource> {
  const { createClientSource } = await import("../../src/node/trial/client-source.js");
  try {
    return await createClientSource(await openClient(context));
  } catch (error) {
    const isUnreachable = error instanceof ChainError && error.kind === "unreachable";
    if (!isUnreachable || isOnLine(context, "rpc") || !isOnLine(context, "data-dir")) throw error;
    context.note("No node answers: reading the data directory.");
    return openOffline(context);
  }
}

function isOnLine({ settings }: Context, setting: string): boolean {
  return settings.all.some(({ name, origin }) => name === setting && origin === "flag");
}

async function openOffline({ settings }: Context): Promise<ChainSource> {
  const { dataDirectory } = await import("../../src/node/data-directory.js");
  const { openStoreToRead } = await import("../../src/node/open-store.js");
  const { createStoreSource } = await import("../../src/node/trial/store-source.js");
  const { store, definition } = await openStoreToRead(dataDirectory(settings.text("data-dir")));
  return createStoreSource(store, definition);
}
