import { positional, type Command } from "../src/cli/command.js";
import { countOutcome, lineOutcome } from "../src/cli/output/outcome.js";
import { findTransactionHash, heightOfTransaction } from "../src/actions/find-hash.js";
import type { TransactionFate } from "../src/client/index.js";
import type { ChainError } from "../src/codec/chain-error.js";
import { parseJson } from "../src/codec/parse-json.js";
import { isMap, objectToMap, mapToValue, objectToValue, type Value } from "../src/codec/value.js";
import { transactionDropped, transactionPending, transactionUnknown } from "../src/records/errors.js";
import {
  AMOUNT,
  either,
  HEIGHT,
  mapOf,
  objectOf,
  orNull,
  TEXT,
  TIME_HASH,
} from "../src/records/operations/json-schema.js";
import { MAX_LISTED_TRANSACTIONS } from "../src/records/operations/limits.js";
import { TRANSACTION_RECORD } from "../src/records/operations/record-schemas.js";
import { REQUESTS } from "../src/records/operations/system-requests.js";
import { completeNames, resolveAddress } from "./keys.js";
import { pagingOptions, readListPage, TIMEOUT_OPTIONS, readWaitTimeout } from "./options.js";
import { FILE_OPTIONS, SENT_OF_FILE, sendFile } from "./tx/send-file.js";
import { SENT_MEMBERS, signAndSend, SENDING_OPTIONS, waitForBlock } from "./tx/sending.js";
import {
  TRANSACTION_HASH_ARGUMENT,
  readTransaction,
  BUILDING_OPTIONS,
  TRANSACTION_ARGUMENTS,
} from "./tx/transaction-input.js";
import { feePaid, readOwnCid, transactionText, transactionsText } from "./tx/transaction-text.js";

const FOUND_TRANSACTION = objectOf({
  hash: TIME_HASH,
  outcome: TEXT,
  height: HEIGHT,
  fee: orNull(AMOUNT),
  fee_unknown: orNull(TEXT),
  ...TRANSACTION_RECORD.properties,
});

/** The outcome of every transaction in a block: a block has none that fail (PROTOCOL 8.2). */
const COMMITTED = "committed";

export const txCommands = {
  count: {
    summary: "count the transactions of the chain",
    examples: ["chainnode tx count"],
    result: HEIGHT,
    async run(context) {
      const client = await context.workspace.client();
      return countOutcome(await client.transactionCount());
    },
  },
  get: {
    summary: "show a transaction",
    description: [
      "Shows the block that holds the transaction, its parameters and the fee that it paid. The fee is computed by executing the transaction again on the state before it. When it is unknown, the reason and what to do are shown in its place: a code that this program does not know takes it, or a node given by URL, which does not answer StateAt, would have to send more than 256 blocks.",
      "The exit code is 4 when no block holds the transaction, and 1 when the node accepted it and dropped it later; the error gives the reason.",
    ],
    arguments: [TRANSACTION_HASH_ARGUMENT],
    examples: [
      "chainnode tx get 0660c28c09a460765cefef5e39e3f349f9a74a3fe188ae124d6851db4dee302c3f3da1996f5bb7",
    ],
    result: FOUND_TRANSACTION,
    async run(context, input) {
      const client = await context.workspace.client();
      const hash = await findTransactionHash(client, input.argument("hash"));
      const record = await client.request(objectToMap({ type: REQUESTS.GET_TRANSACTION.type, target: hash }));
      if (!isMap(record)) throw absent(hash, await client.transactionFate(hash));
      const height = await heightOfTransaction(client, hash);
      const paid = await feePaid(context, { hash, height });
      const ownCid = await readOwnCid(context, [record.get("transaction") ?? null]);
      return {
        data: mapToValue(
          new Map<string, Value>([
            ["hash", hash],
            ["outcome", COMMITTED],
            ["height", BigInt(height)],
            ["fee", paid.fee?.toString() ?? null],
            ["fee_unknown", paid.fee === null ? paid.reason : null],
            ...record,
          ]),
        ),
        text: (view) => transactionText(view, record, { hash, height, outcome: COMMITTED, paid, ownCid }),
      };
    },
  },
  list: {
    summary: "list transactions, newest first",
    arguments: [
      positional("[address]", "sender or recipient: address, name of a key, or node for the node's own key", {
        default: "all transactions",
        complete: completeNames,
      }),
    ],
    options: pagingOptions(MAX_LISTED_TRANSACTIONS),
    examples: ["chainnode tx list", "chainnode tx list alice --count 5 --json"],
    result: mapOf(TRANSACTION_RECORD, TIME_HASH),
    async run(context, input) {
      const word = input.optionalArgument("address");
      const address = word === undefined ? undefined : await resolveAddress(context, word);
      const client = await context.workspace.client();
      const records = await client.listTransaction(readListPage(input, MAX_LISTED_TRANSACTIONS), address);
      const ownCid = await readOwnCid(
        context,
        Array.from(records.values(), ({ transaction }) => transaction),
      );
      return {
        data: mapToValue(new Map([...records].map(([hash, record]) => [hash, objectToValue({ ...record })]))),
        text: (view) => transactionsText(view, [...records], ownCid),
      };
    },
  },
  send: {
    summary: "sign and send a transaction, or send a signed one",
    description: [
      "Prints the hash of the transaction when a block holds it; with --json also the outcome, committed or pooled, the height, and the fee when the answer to the sending came with the block. The node executes the transaction before it accepts it, and refuses one that would fail.",
      "With --file each transaction is sent when the one before it is in a block. A line has the members type, perhaps cid, and the parameters; texts are read as those of the command line. Prints hash, height and fee of each, with --json one document a line, and ends at the first failure.",
      "A transaction that the node accepted may still be dropped. It can be sent again only with a new signature, as another transaction: the command asks for consent at a terminal, and fails elsewhere. Until the block that passed over the first one is below the fixed height, the chain may take both.",
    ],
    arguments: TRANSACTION_ARGUMENTS.map((argument) => ({ ...argument, unless: "file" })),
    options: [...BUILDING_OPTIONS, ...SENDING_OPTIONS, ...FILE_OPTIONS],
    examples: [
      "chainnode tx send Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000",
      "# sign elsewhere, then send",
      "chainnode tx sign Grant | chainnode tx send - --yes",
      '# each line such as {"type":"Send","to":"bob","amount":"1000"}',
      "chainnode tx send --file calls.ndjson --yes --json",
    ],
    result: either(objectOf(SENT_MEMBERS), SENT_OF_FILE),
    async run(context, input) {
      const file = input.option("file");
      if (file !== undefined) return sendFile(context, input, file);
      return signAndSend(context, input, { prepare: () => readTransaction(context, input) });
    },
  },
  sign: {
    summary: "sign a transaction without a node",
    description: [
      "Prints the signed transaction as one line of JSON; chainnode tx send - sends it. The signature covers the time, and is of no use once a block with that time or a later one is there: on a busy chain, after seconds. Send it at once, or give it with --timestamp a time at most five seconds ahead.",
      "To keep the key on another machine or in a device, sign at the moment of sending instead: with --key command:PROGRAM, every command that sends has the program sign, also again when a block was faster (docs/deploying.md).",
      "In a network of rules 2 a transaction names its network. Without a data directory of that network, give --cid and network=<address>, as the Genesis transaction of its first block has them.",
    ],
    arguments: TRANSACTION_ARGUMENTS,
    options: BUILDING_OPTIONS,
    examples: [
      "chainnode tx sign Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000",
      "chainnode tx sign Grant --key manager | chainnode tx send -",
    ],
    result: TRANSACTION_RECORD,
    async run(context, input) {
      const { presetCallable } = await import("../src/actions/preset-callables.js");
      const sign = await readTransaction(context, input, {
        find: async (call) => presetCallable(call),
        isOffline: true,
      });
      const { text } = await sign();
      return { data: parseJson(text), text: () => `${text}\n` };
    },
  },
  wait: {
    summary: "wait until a block holds a transaction",
    description: [
      "The exit code is 0 when a block holds the transaction, 1 when no block ever will, because the node dropped it or the chain is past its time, and 3 after the timeout.",
    ],
    arguments: [TRANSACTION_HASH_ARGUMENT],
    options: TIMEOUT_OPTIONS,
    examples: [
      'chainnode tx wait "$(chainnode tx send Grant --yes --no-wait --password-file pass.txt)" --timeout 10',
    ],
    result: TIME_HASH,
    async run(context, input) {
      const hash = await findTransactionHash(await context.workspace.runningClient(), input.argument("hash"));
      await waitForBlock(context, hash, readWaitTimeout(input));
      return lineOutcome(hash);
    },
  },
  weight: {
    summary: "compute the weight of a transaction without sending it",
    description: [
      "The weight is the size of the transaction plus the weight of its writes to the state. On a network with the Fee contract, the fee depends on it. The weight of a transaction that fails is the weight up to the failure.",
    ],
    arguments: TRANSACTION_ARGUMENTS,
    options: BUILDING_OPTIONS,
    examples: [
      "chainnode tx weight Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000",
      "chainnode tx sign Grant | chainnode tx weight -",
    ],
    result: HEIGHT,
    async run(context, input) {
      const client = await context.workspace.client();
      const sign = await readTransaction(context, input);
      return countOutcome(await client.weight(await sign("show")));
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** The error for a transaction that is in no block, by the fate that the node reports (PROTOCOL 13.11). */
function absent(hash: string, fate: TransactionFate | null): ChainError {
  if (fate?.state === "dropped")
    return transactionDropped({ hash, height: fate.height, reason: fate.reason });
  return fate !== null ? transactionPending({ hash }) : transactionUnknown({ hash });
}
