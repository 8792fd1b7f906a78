import type { Command } from "../src/cli/command.js";
import type { Context } from "../src/cli/context.js";
import type { Input } from "../src/cli/input/input.js";
import { usageError } from "../src/cli/input/usage-error.js";
import { objectToValue } from "../src/codec/value.js";
import type { Identity } from "../src/node/identity.js";
import type { NetworkDefinition } from "../src/records/network.js";
import { ADDRESS, objectOf, TEXT } from "../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "make a data directory for a node",
  description: [
    "Writes this node's keys and the definition of its network into the data directory. Start it with `chainnode start`.",
    "With --network the node joins the network that the file defines, which is the same for every node of it. With --dev it has a development chain of its own.",
  ],
  options: [
    { name: "network", placeholder: "file", description: "the definition of the network to join (TOML)" },
    { name: "dev", description: "a private chain for development" },
    {
      name: "owner",
      placeholder: "address",
      description: "who is paid for this node's mining, instead of the node",
    },
  ],
  examples: [
    { line: "chainnode init --network network.toml", explanation: "join a network" },
    {
      line: "chainnode init --dev --data-dir ./chain",
      explanation: "a development chain in a directory of its own",
    },
  ],
  result: objectOf({ network: TEXT, address: ADDRESS, owner: ADDRESS, data_dir: TEXT }),
  async run(context, input) {
    const { dataDirectory, initDataDirectory } = await import("../src/node/data-directory.js");
    const owner = await ownerAddress(context, input);
    const path = context.settings.text("data-dir");
    const define = await networkDefinition(input);
    const { definition, identity } = await initDataDirectory(dataDirectory(path), define, owner);
    const { address } = identity.node;
    const network = definition.network_name;
    return {
      data: objectToValue({ network, address, owner: identity.owner, data_dir: path }),
      text: () => `The node ${address} of ${network} is ready in ${path}\n`,
    };
  },
};

/** What network it is: a file's, or this node's own. */
async function networkDefinition(input: Input): Promise<(identity: Identity) => NetworkDefinition> {
  const file = input.option("network");
  if ((file === undefined) === !input.flag("dev")) {
    throw usageError("NETWORK_CHOICE", "Say which network it is: either --network FILE or --dev. ");
  }
  if (file === undefined) return (await import("../src/node/dev-network.js")).devNetwork;
  const { readNetworkFile } = await import("../src/node/network-file.js");
  const definition = await readNetworkFile(file);
  return () => definition;
}

async function ownerAddress(context: Context, input: Input): Promise<string | undefined> {
  const owner = input.option("owner");
  if (owner === undefined) return undefined;
  const { resolveAddress } = await import("./shared/address.js");
  return resolveAddress(context, owner);
}
