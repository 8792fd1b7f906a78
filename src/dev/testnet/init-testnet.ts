import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { unlessMissing } from "../../base/files/private-directory.js";
import { makeDirectory, type NewDirectoryOptions } from "../../data/chain/new-directory.js";
import { addDevKeys } from "../../data/dev-directory.js";
import { devNetwork } from "../../data/dev-network.js";
import {
  dataDirectory,
  initDataDirectory,
  isInitialized,
  PRIVATE_DIRECTORY,
} from "../../data/directory/data-directory.js";
import { createIdentity, writeIdentity } from "../../data/directory/identity.js";
import { WORK_LIMIT } from "../../records/limits.js";
import type { NetworkDefinition } from "../../records/network.js";
import type { RulesNumber } from "../../records/rules.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import * as errors from "../errors.js";
import { foundValidators } from "./found-validators.js";

const SECOND_US = 1_000_000;
const NETWORK_NAME = "CHAINNODE TEST NETWORK";

interface TestnetOptions extends NewDirectoryOptions {
  readonly nodes: number;
  readonly rules: RulesNumber;
  /** Now, µs. */
  readonly startUs: number;
}

/** The data directories of a test network in a directory, by number. An empty list for a directory without one. */
export async function testnetDirectories(root: string): Promise<readonly string[]> {
  const names = (await unlessMissing(readdir(root))) ?? [];
  const isNode = (name: string): boolean =>
    /^\d+$/.test(name) && isInitialized(dataDirectory(join(root, name)));
  return names
    .filter(isNode)
    .sort((one, other) => Number(one) - Number(other))
    .map((name) => join(root, name));
}

/**
 * Makes the data directories of a network of validators, `0` to `nodes - 1`, with the keys of the funded accounts. Nothing
 * is left of one that failed. Throws `TESTNET_DIRECTORY` when the directory is not empty.
 */
export async function initTestnet(root: string, options: TestnetOptions): Promise<readonly string[]> {
  await mkdir(dirname(resolve(root)), { recursive: true });
  try {
    await makeDirectory(resolve(root), options, (partial) => fillDirectory(partial, options));
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "ENOTEMPTY";
    throw isTaken ? errors.testnetDirectory({ directory: root }) : error;
  }
  return testnetDirectories(root);
}

async function fillDirectory(root: string, { nodes, rules, startUs }: TestnetOptions): Promise<void> {
  const genesis = createIdentity();
  const identities = [genesis, ...Array.from({ length: nodes - 1 }, () => createIdentity())];
  const network = testNetwork(devNetwork(genesis), rules);
  const directories = identities.map((_, index) => dataDirectory(join(root, String(index))));
  for (const { path } of directories) await mkdir(path, { mode: PRIVATE_DIRECTORY });
  const file = directories[0]?.databaseFile ?? "";
  await foundValidators(await openSqliteStore({ file }), { network, identities, startUs });
  for (const [index, directory] of directories.entries()) {
    await writeIdentity(directory.identityFile, identities[index] ?? genesis);
    if (index > 0) await copyFile(file, directory.databaseFile);
    await addDevKeys(directory);
    await initDataDirectory(directory, () => network);
  }
}

/** A block a second, and a resource block each ten, which a twentieth of a core of each node finds. */
function testNetwork(network: NetworkDefinition, rules: RulesNumber): NetworkDefinition {
  return {
    ...network,
    ...(rules === 1 ? {} : { rules }),
    network_name: NETWORK_NAME,
    constants: {
      ...network.constants,
      ...(rules === 1 ? {} : { work_limit: WORK_LIMIT }),
      main_chain_interval: SECOND_US,
      resource_interval: 10 * SECOND_US,
      resource_confirm_count: 3,
      confirm_interval: 120 * SECOND_US,
      validator_count: 9,
      difficulty_change_cycle: 10,
      default_difficulty: 500_000n,
    },
  };
}
