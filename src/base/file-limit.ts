import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The limit of open files of this process; null where the system does not tell. Node.js has raised it as far as it may. */
export function readFileLimit(): number | null {
  const limit = readProcLimit() ?? readShellLimit();
  return limit !== null && Number.isSafeInteger(limit) ? limit : null;
}

function readProcLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+([0-9]+)/m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    // Only Linux has this file.
    return null;
  }
}

/** A child has the limits of its parent. */
function readShellLimit(): number | null {
  if (process.platform === "win32") return null;
  try {
    return Number(execFileSync("/bin/sh", ["-c", "ulimit -n"], { encoding: "latin1" }).trim());
  } catch {
    // There is no shell: the limit is unknown.
    return null;
  }
}
