import { positional, option, type Command } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { tableText, type View } from "../../src/cli/output/view.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { layoutOf } from "../../src/records/code-layout.js";
import { ANY, HEIGHT, listOf, objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import type { DifferingChange, ReplayedCall } from "../../src/replay/trial/replay-code.js";
import { OFFLINE_OPTION } from "../options.js";
import { readCodeFile } from "./code-files.js";
import { FORK_OPTION, withChain } from "./read-chain.js";
import * as errors from "./errors.js";

const COLUMNS = ["height", "contract", "transaction", "difference"].map((title) => ({ title }));

export const command: Command = {
  summary: "execute the recorded calls of contracts with other versions of them",
  description: [
    "Finds the transactions that called the contracts of the file, by name and space, and executes each again on the state that it had, with the version of the file. Shows which would be refused, which would leave other values in cells, and whose weight, and so whose fee, would differ. The exit code is 1 when a call differs.",
    "Blocks hold only accepted calls: what the new version accepts in addition is not found. The chain is that of the node at --fork or --rpc, or of the data directory.",
  ],
  arguments: [positional("<file>", "file with the new versions of contracts")],
  options: [
    option("--from <height>", "first main block", "1"),
    option("--to <height>", "last main block", "the last block"),
    FORK_OPTION,
    OFFLINE_OPTION,
  ],
  examples: [
    "chainnode code replay send.ts --fork http://127.0.0.1:9900",
    "chainnode code replay send.ts --from 100000 --offline",
  ],
  result: objectOf({
    calls: HEIGHT,
    differing: listOf(
      objectOf({
        hash: TEXT,
        contract: TEXT,
        height: HEIGHT,
        refusal: orNull(TEXT),
        changes: listOf(objectOf({ kind: TEXT, attribute: TEXT, key: TEXT, old: ANY, new: ANY })),
        weight: objectOf({ old: HEIGHT, new: HEIGHT }),
      }),
    ),
  }),
  run: async (context, input) => {
    const file = input.argument("file");
    const contracts = (await readCodeFile(file, context)).filter(
      ({ record }) => record.get(layoutOf(record).kind) !== "request",
    );
    if (contracts.length === 0) throw errors.oneContract({ file });
    const texts = contracts.map(({ text }) => text);
    return withChain(context, input, async (chain) => {
      const { isSameCall, replayCode } = await import("../../src/replay/trial/replay-code.js");
      const heights = { from: input.integer("from", 1) ?? 1, to: input.integer("to", 1) ?? chain.height };
      const differing: ReplayedCall[] = [];
      let calls = 0;
      for await (const call of replayCode(chain, texts, heights)) {
        calls += 1;
        if (!isSameCall(call)) differing.push(call);
      }
      return outcomeOf(calls, differing);
    });
  },
};

function outcomeOf(calls: number, differing: readonly ReplayedCall[]): Outcome {
  const data = objectToValue({ calls: BigInt(calls), differing: differing.map(callToData) });
  const rows = differing.flatMap((call) =>
    differencesOf(call).map((difference) => [
      String(call.height),
      call.contract,
      call.transaction.hash,
      difference,
    ]),
  );
  const text = (view: View): string =>
    `${tableText(view, COLUMNS, rows)}${calls} calls, ${differing.length} differ\n`;
  const failure =
    differing.length > 0 ? { failure: errors.callsDiffer({ differing: differing.length }) } : {};
  return { data, text, ...failure };
}

function differencesOf({ refusal, changes, weight }: ReplayedCall): readonly string[] {
  if (refusal !== null) return [`refused: ${refusal.trim()}`];
  const heavier = weight.old === weight.new ? [] : [`weight ${weight.new}, was ${weight.old}`];
  return [...changes.map(changeText), ...heavier];
}

function changeText({ old, new: next }: DifferingChange): string {
  const cell = next ?? old;
  const text = (value: Value | undefined): string => (value === undefined ? "unchanged" : valueToJson(value));
  return `${cell?.attribute} ${cell?.key} = ${text(next?.new)}, was ${text(old?.new)}`;
}

function callToData({ contract, transaction, height, refusal, changes, weight }: ReplayedCall): Value {
  return objectToValue({
    hash: transaction.hash,
    contract,
    height: BigInt(height),
    refusal,
    changes: changes.flatMap(({ old, new: next }) => {
      const cell = next ?? old;
      if (cell === null) return [];
      const { kind, attribute, key } = cell;
      return [objectToValue({ kind, attribute, key, old: old?.new ?? null, new: next?.new ?? null })];
    }),
    weight: objectToValue(weight),
  });
}
