import type { OptionSpec } from "../../../src/cli/command.js";
import { SETTINGS } from "../../../src/cli/config/settings.js";

/** `--preset`, for the commands that take what the setting of this name holds. */
export function presetOption(description: string): OptionSpec {
  const { choices = [] } = SETTINGS.find(({ name }) => name === "preset") ?? {};
  return { name: "preset", placeholder: "name", choices, description };
}
