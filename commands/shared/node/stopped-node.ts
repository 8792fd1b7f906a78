import type { Context } from "../../../src/cli/context.js";
import type { DataDirectory } from "../../../src/node/directory/data-directory.js";
import type { StoppedNode } from "../../../src/node/stopped-node.js";

const opened = new WeakMap<Context, Promise<StoppedNode>>();

/** Opens the stored chain of a data directory, once a command, and closes it at the end. Tells the user. */
export function openStoppedNode(context: Context, directory: DataDirectory): Promise<StoppedNode> {
  const node = opened.get(context) ?? open(context, directory);
  opened.set(context, node);
  return node;
}

async function open(context: Context, directory: DataDirectory): Promise<StoppedNode> {
  const [{ StoppedNode }, { systemClock }] = await Promise.all([
    import("../../../src/node/stopped-node.js"),
    import("../../../src/node/clock/system-clock.js"),
  ]);
  const node = await StoppedNode.open(directory, systemClock);
  context.onEnd(() => node.close());
  context.note(`No node is running: this is the chain as it was left in ${directory.path}`);
  return node;
}
