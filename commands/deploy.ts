import { option, positional, type Command, type Context } from "../src/cli/command.js";
import { askPerson, YES_OPTION } from "../src/cli/input/ask.js";
import { PASSWORD_OPTIONS } from "../src/cli/input/secrets.js";
import type { Input } from "../src/cli/input/input.js";
import { ChainError } from "../src/codec/chain-error.js";
import { deployChanges, deployInput } from "./deploy/errors.js";
import { applyPlan } from "./deploy/applying.js";
import { heightBefore } from "./deploy/journal.js";
import { makePlan, type Plan } from "./deploy/planning.js";
import { PROJECT_FILE } from "./deploy/project-file.js";
import {
  DEPLOYMENT,
  differenceOf,
  impossibility,
  makeChecks,
  openSteps,
  reportOf,
  type AppliedSteps,
} from "./deploy/report.js";
import { TIMEOUT_OPTIONS, readWaitTimeout } from "./options.js";

const NETWORK_ARGUMENT = positional("<network>", "name of a network in the file of the project");
const FILE_OPTION = option("--file <file>", "the file of the project", PROJECT_FILE);
const NEXT_VERSION_OPTION = option(
  "--next-version",
  "give a code that differs the version after the registered one, when its own is not above it",
);

function planOf(context: Context, input: Input): Promise<Plan> {
  return makePlan(context, {
    file: input.option("file") ?? PROJECT_FILE,
    network: input.argument("network"),
    isNextVersion: input.flag("next-version"),
  });
}

/** Applies what is possible as a whole. A person sees it first, and agrees. */
async function applyAsked(plan: Plan, input: Input): Promise<AppliedSteps> {
  const { context } = plan;
  const failure = impossibility(plan);
  if (failure !== null) throw failure;
  const count = openSteps(plan).length;
  if (count > 0 && context.terminal.prompter !== null && !input.flag(YES_OPTION.name)) {
    const { errors } = context.terminal;
    const view = { isTerminal: true, width: errors.width, style: context.style };
    context.note(reportOf(plan).text(view).trimEnd());
    await askPerson(`Send ${count} transactions to ${plan.project.network}?`, context, input);
  }
  return applyPlan(plan, input);
}

export const deployCommands = {
  plan: {
    summary: "compare a network with a project, and show what would be sent",
    description: [
      "Compares the codes and calls of the project's file with the network: new, changed, equal, drifted (the chain has another text, which the file's version does not replace), and unknown (in a space of the project, but not in its files). What is to be sent is linted, and executed in order on the state of the network, so that a wrong writer, a version that is not newer or a balance below the fees shows here. Nothing is sent, and no password is asked for.",
      "The exit code is 0 when there is nothing to do, 2 when there is, and 1 when it is impossible.",
    ],
    arguments: [NETWORK_ARGUMENT],
    options: [FILE_OPTION, NEXT_VERSION_OPTION],
    examples: ["chainnode deploy plan test", "chainnode deploy plan main --next-version --json"],
    result: DEPLOYMENT,
    async run(context, input) {
      const plan = await planOf(context, input).catch((error: unknown): never => {
        // Its exit code would be that of changes.
        if (!(error instanceof ChainError) || error.kind !== "usage") throw error;
        const { message, details, code } = error;
        throw deployInput({ reason: message.trim() }, { cause: error, details: { ...details, code } });
      });
      const changes = openSteps(plan).length;
      const { network } = plan.project;
      const failure = impossibility(plan) ?? (changes === 0 ? null : deployChanges({ changes, network }));
      return reportOf(plan, { failure });
    },
  },
  apply: {
    summary: "publish what a network lacks of a project, and make its calls",
    description: [
      "Plans as plan does, and sends nothing when a step would be refused. All codes are sent at once; then the calls are made in turn, each unless its condition holds; then the checks are made. Each key is unlocked once.",
      "It can be ended at any time and run again: the state of the network decides what is left. Another job may do the same at the same time: a code that the network has by then is done, also when the other one sent it, and a call is not made twice with the same key. Another text of the same code is an error that names it. A file beside that of the project holds what was signed, for the next application and for rollback.",
    ],
    arguments: [NETWORK_ARGUMENT],
    options: [FILE_OPTION, NEXT_VERSION_OPTION, ...PASSWORD_OPTIONS, ...TIMEOUT_OPTIONS, YES_OPTION],
    examples: [
      "chainnode deploy apply test",
      "# from a script",
      "chainnode deploy apply main --yes --password-file deployer.txt --json",
    ],
    result: DEPLOYMENT,
    async run(context, input) {
      readWaitTimeout(input);
      const plan = await planOf(context, input);
      const applied = await applyAsked(plan, input);
      const checks = await makeChecks(plan);
      return reportOf(plan, { applied, checks, failure: differenceOf(plan, [], checks) });
    },
  },
  rollback: {
    summary: "publish the earlier texts of a project's codes as next versions",
    description: [
      "The codes are to be again as they were before the last application, or after the main block that --to names. The chain takes no lower version, so each earlier text gets the version after the registered one. Only codes that differ are sent, as apply does; a code that was not there stays. The state of contracts stays as it is, and no call is made.",
    ],
    arguments: [NETWORK_ARGUMENT],
    options: [
      FILE_OPTION,
      option("--to <height>", "main block", "the last one before the last application, by its journal"),
      ...PASSWORD_OPTIONS,
      ...TIMEOUT_OPTIONS,
      YES_OPTION,
    ],
    examples: ["chainnode deploy rollback test", "chainnode deploy rollback main --to 1200 --yes"],
    result: DEPLOYMENT,
    async run(context, input) {
      readWaitTimeout(input);
      const [file, network] = [input.option("file") ?? PROJECT_FILE, input.argument("network")];
      const asAt = input.integer("to", 0) ?? (await heightBefore({ file, network }));
      const plan = await makePlan(context, { file, network, isNextVersion: true, asAt });
      return reportOf(plan, { applied: await applyAsked(plan, input) });
    },
  },
  verify: {
    summary: "check that a network is as a project says",
    description: [
      "Compares like plan, and makes the checks of the project. The exit code is 1 when a code differs, a call is open or a check fails. Nothing is signed or sent.",
    ],
    arguments: [NETWORK_ARGUMENT],
    options: [FILE_OPTION],
    examples: ["chainnode deploy verify main"],
    result: DEPLOYMENT,
    async run(context, input) {
      const plan = await planOf(context, input);
      const checks = await makeChecks(plan);
      return reportOf(plan, { checks, failure: differenceOf(plan, openSteps(plan), checks) });
    },
  },
} satisfies Readonly<Record<string, Command>>;
