import type { OptionSpec } from "../../../src/cli/command.js";
import { SETTINGS } from "../../../src/cli/config/settings.js";

/** `--preset`, for commands that set the setting of this name. */
export function presetOption(description: string): OptionSpec {
  const { choices = [] } = SETTINGS.find(({ name }) => name === "preset") ?? {};
  return { name: "preset", placeholder: "name", choices, description };
}
