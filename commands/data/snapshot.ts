import { messageOutcome } from "../../src/cli/output/outcome.js";
import { option, positional, type Command } from "../../src/cli/command.js";
import { createProgressBar } from "../../src/cli/terminal/progress.js";
import { isWholeNumber } from "../../src/codec/text.js";
import {
  HASH,
  HEIGHT,
  INTEGER,
  objectOf,
  TEXT,
  withOptional,
} from "../../src/records/operations/json-schema.js";
import { heightInvalid } from "../../src/actions/errors.js";

export const command: Command = {
  summary: "write the state at a height, from which a new node can begin",
  description: [
    "Writes the state after a main block with what a node needs to go on from there: the headers, the registered codes and the resource chain. The node may be running. Every honest node writes the same bytes for the same height, which is below the main block that the fixed resource block names. An existing file is never overwritten.",
    "Prints the hash that stands for the whole file. Compare it with those of other nodes, and give it to those who begin with the file: chainnode init --snapshot FILE --trust HASH (docs/pruning.md).",
    "With --sign, the node vouches for what it wrote: its signature is in a second file, FILE.ADDRESS.json. Those who trust this node and two others begin with the file and the signatures beside it: chainnode init --snapshot FILE --trust-peer HOST …",
  ],
  arguments: [positional("<file>", "file to write")],
  options: [
    option(
      "--height <height>",
      "last main block of the snapshot",
      "the last one of which no node undoes any more",
    ),
    option("--sign", "also sign the snapshot with the node's peer key"),
  ],
  examples: [
    "chainnode data snapshot chain.snapshot",
    "chainnode data snapshot chain.snapshot --height 12000 --sign",
  ],
  result: withOptional(
    objectOf({ file: TEXT, hash: HASH, main_height: HEIGHT, resource_height: HEIGHT, cells: INTEGER }),
    { signature_file: TEXT },
  ),
  async run(context, input) {
    const file = input.argument("file");
    const word = input.option("height");
    if (word !== undefined && !isWholeNumber(word)) throw heightInvalid({ height: word });
    const { openStoreToRead, networkText } = await import("../../src/data/directory/open-store.js");
    const { writeSnapshot } = await import("../../src/data/snapshot/write-snapshot.js");
    const { Ledger } = await import("../../src/ledger/ledger.js");
    const { createNetwork } = await import("../../src/records/network.js");
    const { readNodeIdentity } = await import("../../src/data/directory/data-directory.js");
    const { vouch } = await import("../../src/data/snapshot/vouchers.js");
    const directory = await context.workspace.directory();
    const signer = input.flag("sign") ? (await readNodeIdentity(directory)).peer : null;
    const { store, definition } = await openStoreToRead(directory);
    context.onEnd(() => store.close());
    const bar = createProgressBar(context, "Writing");
    const signal = context.terminal.interruption();
    try {
      const { head, hash } = await writeSnapshot(await Ledger.open(store, createNetwork(definition)), file, {
        network: networkText(definition),
        height: word === undefined ? undefined : Number(word),
        onLine(share) {
          signal.throwIfAborted();
          bar.show(share, 1);
        },
      });
      const signature = signer === null ? undefined : await vouch(file, hash, signer);
      bar.clear();
      return messageOutcome(
        {
          file,
          hash,
          main_height: BigInt(head.height),
          resource_height: BigInt(head.resource_height),
          cells: BigInt(head.cells),
          ...(signature === undefined ? {} : { signature_file: signature }),
        },
        `The state after main block ${head.height} is in ${file}. Its hash: ${hash}${signature === undefined ? "" : `\nThe signature of this node is in ${signature}`}`,
      );
    } finally {
      bar.clear();
    }
  },
};
