import { median } from "../../src/peers/tracking/median.js";
/** What a check of the machine found. A warning does not keep a node from running. */
export interface MachineFinding {
  readonly check: string;
  readonly level: "ok" | "warning" | "fault";
  readonly message: string;
  /** What to do; absent when all is well. */
  readonly fix?: string;
}

const SLOW_SYNC_MS = 20;
const TOO_SLOW_SYNC_MS = 200;
const LOW_SPACE = 5 * 1024 ** 3;
const MIN_FILES = 4096;
const MAX_CLOCK_ERROR_MS = 2000;
const GIB = 1024 ** 3;

/** The first major versions of Node.js that are maintained; docs/operate.md says which ones are tested. */
const MAINTAINED_NODE = 22;

export function nodeFinding(version: string): MachineFinding {
  const message = `Node.js ${version}`;
  if (Number.parseInt(version, 10) >= MAINTAINED_NODE) return { check: "node", level: "ok", message };
  const fix = `Install Node.js ${MAINTAINED_NODE} or later: this one gets no security fixes any more.`;
  return { check: "node", level: "warning", message, fix };
}

/** @param ms the median time of a small write that waits for the disk; a block does one. */
export function diskFinding(ms: number): MachineFinding {
  const check = "disk";
  const message = `a small write reaches the disk in ${ms.toFixed(1)} ms`;
  if (ms < SLOW_SYNC_MS) return { check, level: "ok", message };
  const fix = "Use a local SSD. A network disk or a hard disk delays every block.";
  return { check, level: ms < TOO_SLOW_SYNC_MS ? "warning" : "fault", message, fix };
}

/** @param least the free bytes below which a node is not ready. */
export function spaceFinding(freeBytes: number, least: number): MachineFinding {
  const check = "space";
  const message = `${(freeBytes / GIB).toFixed(1)} GiB are free`;
  if (freeBytes >= LOW_SPACE) return { check, level: "ok", message };
  const fix = "Free some space or use a larger disk: docs/operate.md says how much a chain needs.";
  return { check, level: freeBytes >= least ? "warning" : "fault", message, fix };
}

/** @param limit how many files the process may open, null when the system does not tell. */
export function filesFinding(limit: number | null): MachineFinding {
  const check = "files";
  if (limit === null)
    return { check, level: "ok", message: "the system does not tell how many files may be open" };
  const message = `${limit === Infinity ? "any number of" : limit} files may be open`;
  if (limit >= MIN_FILES) return { check, level: "ok", message };
  const fix = "Raise the limit: LimitNOFILE=65536 in the unit, or ulimit -n 65536.";
  return { check, level: "fault", message, fix };
}

/** @param isSynchronized null when the system does not tell. */
export function timeServiceFinding(isSynchronized: boolean | null): MachineFinding {
  const check = "time_service";
  if (isSynchronized === true) return { check, level: "ok", message: "the system synchronizes its clock" };
  const message =
    isSynchronized === null
      ? "the system does not tell whether it synchronizes its clock"
      : "the system does not synchronize its clock";
  const fix = "Run chrony or systemd-timesyncd: a node whose clock is wrong misses its blocks.";
  return { check, level: "warning", message, fix };
}

export interface ClockSample {
  readonly host: string;
  readonly offsetMs: number;
}

/** Judges the clock by the median of the clocks of other nodes, of which `named` were asked. */
export function clockFinding(samples: readonly ClockSample[], named: number): MachineFinding {
  const check = "clock";
  if (named === 0)
    return { check, level: "ok", message: "no other node is named with which to compare the clock" };
  const offset = median(samples.map(({ offsetMs }) => offsetMs));
  if (offset === undefined) {
    const message = `${named === 1 ? "the named node does not answer" : `none of the ${named} named nodes answers`}: the clock is not compared`;
    const fix = "chainnode peer check says why. Repeat this when a node runs.";
    return { check, level: "warning", message, fix };
  }
  const side = offset > 0 ? "behind" : "ahead of";
  const message = `the clock is ${Math.abs(Math.round(offset))} ms ${side} ${samples.length === 1 ? "one other node" : `${samples.length} other nodes`}`;
  if (Math.abs(offset) <= MAX_CLOCK_ERROR_MS) return { check, level: "ok", message };
  return {
    check,
    level: "fault",
    message,
    fix: "Set the clock, and synchronize it with chrony or systemd-timesyncd.",
  };
}

export interface Permission {
  readonly path: string;
  readonly mode: number;
}

const OTHERS = 0o077;

/** @param secrets what only the owner may read. */
export function permissionsFinding(secrets: readonly Permission[]): MachineFinding {
  const check = "permissions";
  const open = secrets.filter(({ mode }) => (mode & OTHERS) !== 0).map(({ path }) => path);
  if (open.length === 0) return { check, level: "ok", message: "only the owner may read the keys" };
  return {
    check,
    level: "fault",
    message: `other users may read ${open.join(", ")}`,
    fix: `chmod go= ${open.join(" ")}`,
  };
}
