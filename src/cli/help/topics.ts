import type { HelpPage } from "./document.js";
import { configTopic } from "./topics/config.js";
import { environmentTopic } from "./topics/environment.js";
import { errorTopic } from "./topics/errors.js";
import { exitCodesTopic } from "./topics/exit-codes.js";
import { networkTopic } from "./topics/network.js";
import { operatorsTopic } from "./topics/operators.js";
import { outputTopic } from "./topics/output.js";
import { parametersTopic } from "./topics/parameters.js";

/** The topics that `chainnode help` explains besides the commands, by name. */
export const TOPICS: ReadonlyMap<string, HelpPage> = new Map([
  ["config", configTopic],
  ["environment", environmentTopic],
  ["error", errorTopic],
  ["exit-codes", exitCodesTopic],
  ["network", networkTopic],
  ["operators", operatorsTopic],
  ["output", outputTopic],
  ["parameters", parametersTopic],
]);
