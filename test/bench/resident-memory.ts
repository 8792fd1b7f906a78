import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** The resident memory of a process, now or at its highest, in MB (proc(5)). */
export function residentMegabytes({ pid }: ChildProcess, line: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}
