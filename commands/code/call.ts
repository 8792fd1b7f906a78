import type { Command } from "../../src/cli/command.js";
import { withChain } from "./read-chain.js";
import { TRIAL_ARGUMENTS, TRIAL_OPTIONS, tryFromInput } from "./trial-input.js";
import { trialFailure, trialSchema, trialText, trialToData } from "./trial-outcome.js";

export const command: Command = {
  summary: "try a contract or request on the current state, submitting nothing",
  description: [
    "The code runs in this program, on what the node has: shows what it would read and write, weigh and pay. No key is needed: --from says who would sign. A call that fails ends with exit code 1.",
    "With --offline it reads the data directory of a node that is stopped or running; so it does where --data-dir is given and no node answers.",
  ],
  arguments: TRIAL_ARGUMENTS,
  options: TRIAL_OPTIONS,
  examples: [
    {
      line: "chainnode code call Send to=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f amount=1000 --from alice",
    },
    { line: "chainnode code call GetStock of=ab --file stock.json", explanation: "before it is registered" },
  ],
  result: trialSchema(),
  run: (context, input) =>
    withChain(context, input, async (chain) => {
      const trial = await tryFromInput(context, input, chain);
      const { costOf } = await import("../../src/replay/trial/fee.js");
      const cost = costOf(trial, chain);
      return {
        data: trialToData(trial, cost),
        text: (view) => trialText(view, trial, cost),
        ...trialFailure(trial),
      };
    }),
};
