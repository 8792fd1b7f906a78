import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "./terminal.js";

export interface UserPlaces {
  readonly environment: Environment;
  readonly homeDirectory: string | null;
}

/** The user's home directory: $HOME, else that of the account. Null when neither is an absolute path. */
export function findHomeDirectory({ HOME: home = "" }: Environment): string | null {
  if (isAbsolute(home)) return home;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : null;
  } catch {
    // A user id without an account, as in containers.
    return null;
  }
}

/** An XDG base directory: the variable's, else the one below home; null without both. It must be absolute. */
export function baseDirectory(
  variable: string,
  below: string,
  { environment, homeDirectory }: UserPlaces,
): string | null {
  const named = environment[variable] ?? "";
  if (isAbsolute(named)) return named;
  return homeDirectory === null ? null : join(homeDirectory, below);
}
