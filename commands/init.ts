import { appendFile } from "node:fs/promises";
import type { Command, Context } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import { objectToValue } from "../src/codec/value.js";
import type { DefineNetwork } from "../src/node/directory/data-directory.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { presetOptionSpec } from "./options.js";
import { workspaceOf } from "./workspace.js";
import * as errors from "./errors.js";

export const command: Command = {
  summary: "create the data directory of a node",
  description: [
    "Writes the node's keys and the definition of its network into the data directory. Start the node with chainnode start.",
    "With --network, the node joins the network that the file defines; all nodes of a network have the same file. With --genesis, the node begins a new network at its first start: its key is the genesis address, and the file only gives the name and the constants. Give the network.toml that this command writes to the other nodes. With --dev, the node has a private development chain.",
  ],
  options: [
    {
      name: "network",
      placeholder: "file",
      default: "none: give --genesis or --dev",
      description: "definition of the network (TOML)",
    },
    { name: "genesis", description: "begin a new network" },
    presetOptionSpec("contracts that the new network begins with"),
    { name: "dev", description: "create a private chain for development" },
    {
      name: "owner",
      placeholder: "address",
      default: "the node's own address",
      description: "address that receives the mining rewards",
    },
  ],
  examples: [
    { line: "chainnode init --network network.toml", explanation: "join a network" },
    {
      line: "chainnode init --genesis --network network.toml --preset public",
      explanation: "begin a new network",
    },
    {
      line: "chainnode init --dev --data-dir ./chain",
      explanation: "create a development chain",
    },
  ],
  result: objectOf({ network: TEXT, address: ADDRESS, owner: ADDRESS, data_dir: TEXT }),
  async run(context, input) {
    const { initDataDirectory } = await import("../src/node/directory/data-directory.js");
    const directory = await workspaceOf(context).directory();
    const owner = await ownerAddress(context, input);
    const { definition, identity } = await initDataDirectory(directory, await networkChoice(input), owner);
    // The settings make the first start begin the network; they have no effect on a chain that is not empty.
    if (input.flag("genesis")) await appendFile(directory.settingsFile, genesisSettings(context, input));
    const { address } = identity.node;
    const network = definition.network_name;
    return {
      data: objectToValue({ network, address, owner: identity.owner, data_dir: directory.path }),
      text: () => `The node ${address} of ${network} is ready in ${directory.path}\n`,
    };
  },
};

/** The network: one to join, one that this node begins, or a development chain. */
async function networkChoice(input: Input): Promise<DefineNetwork> {
  const file = input.option("network");
  const isGenesis = input.flag("genesis");
  if (input.option("preset") !== undefined && !isGenesis) {
    throw errors.presetOption();
  }
  if (input.flag("dev") === (isGenesis || file !== undefined)) {
    throw errors.networkChoice();
  }
  if (input.flag("dev")) return (await import("../src/node/network/dev-network.js")).devNetwork;
  const { foundNetwork, readNetworkFile, readNetworkTemplate } =
    await import("../src/node/directory/network-file.js");
  if (file === undefined) return ({ node }) => foundNetwork(node.address);
  return isGenesis ? ({ node }) => readNetworkTemplate(file, node.address) : () => readNetworkFile(file);
}

function genesisSettings({ settings }: Context, input: Input): string {
  return `genesis = true\npreset = "${input.option("preset") ?? settings.text("preset")}"\n`;
}

async function ownerAddress(context: Context, input: Input): Promise<string | undefined> {
  const owner = input.option("owner");
  if (owner === undefined) return undefined;
  const { resolveAddress } = await import("./key/keys.js");
  return resolveAddress(context, owner);
}
