import { spawnSync } from "node:child_process";

/** Whether a program is on this machine: a test that needs it may be skipped where it is not, and nowhere else. */
export function isInstalled(program: string): boolean {
  const { error } = spawnSync(program, ["--version"]);
  return !(error !== undefined && "code" in error && error.code === "ENOENT");
}
