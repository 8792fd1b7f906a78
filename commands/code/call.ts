import type { Command } from "../../src/cli/command.js";
import { objectOf } from "../../src/records/operations/json-schema.js";
import { TRIAL_MEMBERS } from "../../src/records/operations/trial.js";
import { withChain } from "./read-chain.js";
import {
  readTrialFiles,
  TRIAL_ARGUMENTS,
  TRIAL_OPTIONS,
  trialFailure,
  trialText,
  tryFromInput,
} from "./trial.js";

export const command: Command = {
  summary: "run a contract or request on the current state without sending a transaction",
  description: [
    "The code runs locally on the state of the node. The result shows reads, writes, weight and fee. No key is needed: --from sets the sender. The exit code is 1 when the call fails.",
    "With --offline it reads the data directory, whether its node runs or not. It also does so when --data-dir is given and no node answers.",
  ],
  arguments: TRIAL_ARGUMENTS,
  options: TRIAL_OPTIONS,
  examples: [
    "chainnode code call Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --from alice",
    "# code that is not registered",
    "chainnode code call GetStock of=ab --file stock.json",
  ],
  result: objectOf(TRIAL_MEMBERS),
  run: (context, input) =>
    withChain(context, input, async (chain) => {
      const sources = await readTrialFiles(context, input, chain);
      const trial = await tryFromInput(context, input, { chain, sources });
      const { costOf } = await import("../../src/replay/trial/fee.js");
      const { trialToData } = await import("../../src/replay/trial/trial-data.js");
      const cost = costOf(trial, chain);
      return {
        data: trialToData(trial, cost),
        text: (view) => trialText(view, trial, cost),
        ...trialFailure(trial),
      };
    }),
};
