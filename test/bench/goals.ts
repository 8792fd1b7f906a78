import { figureOf, numberText, type DatedFigure, type Results } from "./results.js";

/** A line of the table of goals: what is wanted of one figure. */
export interface Goal {
  readonly what: string;
  /** Where the figure is: the benchmark and its name there. */
  readonly bench: string;
  readonly figure: string;
  /** What the figure depends on, where the benchmark measures several. */
  readonly at?: number;
  readonly goal: number;
  /** Whether more is better; else the figure may be at most as large as the goal. */
  readonly isLeast: boolean;
}

const STORED = "storing a full block, to a short history";
const TRANSFER = "a transfer in a full block, prepared, executed and committed";

/** What this project measures itself by, on two cores that the load shares. */
export const GOALS: readonly Goal[] = [
  least("transfers committed a second, 250 ms rounds, at the peak", "load", "peak: committed", 8000),
  least("the same at twice the peak, to the peak", "load", "twice the peak: committed/s to the peak's", 0.9),
  least("the same at all that can be sent", "load", "the maximum rate: committed/s to the peak's", 0.9),
  least("transfers committed a second, 1 s rounds", "load", "2000/s, 1 s rounds: committed", 2000),
  least("the same for ten minutes, in parts", "load", "2000/s, 1 s rounds, ten minutes: committed", 2000),
  most("an idle validator among four", "idle", "an idle validator among four", 2),
  most("SendTransaction at 2,000 a second, p99", "rpc", "SendTransaction, p99 at 2,000 a second", 10),
  least(
    "transfers committed at the peak, to Anvil and Hardhat",
    "peers",
    toPeer("transfers committed at the peak"),
    1,
  ),
  most(
    "submission at 2,000 a second, p99, to theirs",
    "peers",
    toPeer("submission at 2,000 a second, p99"),
    1,
  ),
  least("balance over HTTP, to theirs", "peers", toPeer("balance over HTTP"), 45 / 70),
  least(
    "the cheapest request over HTTP, to theirs",
    "peers",
    toPeer("the cheapest request over HTTP"),
    60 / 70,
  ),
  least("sync of full blocks", "sync", "sync of full blocks", 12_000),
  least("sync of blocks of one transaction", "sync", "sync of blocks of one transaction", 4000),
  least("GetBalance", "rpc", "GetBalance over HTTP", 45_000),
  least("Ping", "rpc", "Ping over HTTP", 60_000),
  most("memory after a load of 1,500 a second", "node", "resident memory after the load", 250),
  most("start", "node", "start to banner, an existing chain", 1000),
  least("data check, full blocks", "import", "data check of full blocks", 12_000),
  least("data check, blocks of one transaction", "import", "data check of blocks of one transaction", 4000),
  ofAMillion(
    "commit of 2,048 transfers among 100,000 addresses, after 1,000,000",
    "growth",
    "commit of a full block",
    80,
  ),
  most("GetBlocks, full: the longest answer of transfers", "stream", "the longest answer", 10),
  most("GetBlocks, full: extra memory", "stream", "extra memory, the first answer of a fresh node", 50),
  ...[100_000, 1_000_000, 10_000_000].map(transferAt),
  ofAMillion(
    "a tenth of the blocks, to all of them",
    "prune",
    "the last tenth of the blocks kept, to all of them",
    0.2,
  ),
  ofAMillion("a new node with a snapshot", "prune", "a new node with a snapshot", 60),
  ofAMillion(STORED, "history", STORED, 1.1),
];

function least(what: string, bench: string, figure: string, goal: number): Goal {
  return { what, bench, figure, goal, isLeast: true };
}

/** The figure of a chain of a million transactions. */
function ofAMillion(what: string, bench: string, figure: string, goal: number): Goal {
  return { ...most(what, bench, figure, goal), at: 1_000_000 };
}

function most(what: string, bench: string, figure: string, goal: number): Goal {
  return { what, bench, figure, goal, isLeast: false };
}

function toPeer(what: string): string {
  return `${what}, chainnode to the best peer`;
}

function transferAt(at: number): Goal {
  return { what: TRANSFER, bench: "growth", figure: TRANSFER, at, goal: 250, isLeast: false };
}

/** The goals, with the figure of each and the day on which it was measured. The first row is the heading. */
export function goalRows(results: Results["results"]): readonly (readonly string[])[] {
  const rows = GOALS.map((goal) => {
    const { what, at, isLeast } = goal;
    const name = at === undefined ? what : `${what}, ${at.toLocaleString("en")} before`;
    const wanted = `${isLeast ? "≥" : "≤"} ${numberText(goal.goal)}`;
    return [name, wanted].concat(figureCells(goal, figureOf(results, goal)));
  });
  return [["goal", "wanted", "measured", "on"], ...rows];
}

function figureCells({ goal, isLeast }: Goal, figure: DatedFigure | undefined): readonly string[] {
  if (figure === undefined) return ["not measured", ""];
  const { value, unit, date } = figure;
  const isReached = isLeast ? value >= goal : value <= goal;
  return [`${numberText(value)} ${unit}${isReached ? "" : ", missed"}`, date];
}
