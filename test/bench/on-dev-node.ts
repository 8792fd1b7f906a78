import { rm } from "node:fs/promises";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { devNetwork } from "../../src/data/dev-network.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { fundSigners } from "../support/load/send-load.js";
import { makeTempDirectory } from "../support/temp-store.js";

/** Works with a new development node in its own process. It has rounds of this length, and its signers are funded. */
export async function onDevNode<T>(intervalUs: number, work: (node: DevProcess) => Promise<T>): Promise<T> {
  const directory = await makeTempDirectory();
  await initDataDirectory(dataDirectory(directory), (identity) => {
    const network = devNetwork(identity);
    return { ...network, constants: { ...network.constants, main_chain_interval: intervalUs } };
  });
  const node = await startDevProcess(directory);
  try {
    await fundSigners(node.url);
    return await work(node);
  } finally {
    await node.stop();
    await rm(directory, { recursive: true });
  }
}
