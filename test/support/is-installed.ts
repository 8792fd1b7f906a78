import { spawnSync } from "node:child_process";

/** Whether a program is installed. A test may be skipped only when a program that it needs is not. */
export function isInstalled(program: string): boolean {
  const { error } = spawnSync(program, ["--version"]);
  return !(error !== undefined && "code" in error && error.code === "ENOENT");
}
