import { Chalk, type ChalkInstance, type ColorSupportLevel } from "chalk";

export type Style = ChalkInstance;

interface ColourQuestion {
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `--no-color` or its setting. */
  readonly isForbidden: boolean;
}

/**
 * The style of one stream. Each stream decides for itself: a piped stdout beside a terminal's stderr is plain.
 * `--no-color` and a non-empty NO_COLOR take precedence over CLICOLOR_FORCE, which takes precedence over the kind of
 * stream.
 */
export function createStyle(question: ColourQuestion): Style {
  return new Chalk({ level: colourLevel(question) });
}

function colourLevel({ isTerminal, environment, isForbidden }: ColourQuestion): ColorSupportLevel {
  if (isForbidden || isSet(environment["NO_COLOR"])) return 0;
  if (isSet(environment["CLICOLOR_FORCE"]) && environment["CLICOLOR_FORCE"] !== "0") return 1;
  if (!isTerminal || environment["TERM"] === "dumb") return 0;
  // The sixteen named colours follow the user's own palette; nothing here needs more.
  return 1;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
