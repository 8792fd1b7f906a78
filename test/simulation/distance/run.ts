import { parseArgs } from "node:util";
import { messageOf } from "../../../src/codec/chain-error.js";
import { DistantNetwork, type DistanceOrder, type DistanceResult } from "./distant-network.js";
import { DISTANCE_CLASSES, type DistanceClass } from "./lines.js";

const USAGE = `Usage: npm run simulate -- --rtt MS|CLASS,… [options]

Simulates networks whose nodes are far from each other, under load, and prints a row for each: what was accepted and
lost, the time to inclusion, the bytes and the calls. Fails when an accepted transaction is in no block, unless a
validator without the local rules sealed the block that passed over it.

  --rtt MS|CLASS,…   round trip between all nodes, or a class of which each pair has one: ${DISTANCE_CLASSES.join(", ")}
  --nodes N,…        numbers of validators (default 9)
  --followers N      nodes that make no blocks (default 0)
  --plain N          number of validators without the local rules (default 0)
  --plain-from N     index of the first of them (default 1); of nine validators, 7 decides
  --rules 1|2        rules of the network (default 1)
  --tps N            transactions a second (default 5)
  --seconds N        measured time (default 10)
  --seeds N          number of seeds (default 1)
  --from N           first seed (default 1)
  --loss SHARE       share of the packets that is lost and sent again (default 0)
  --far MS           round trip of the last validator to all others
  --slow MS          how much later all comes that the last validator sends
  --narrow KBIT      capacity of the last validator's line
  --cut S            cut the network in halves for S seconds; what is lost then is no failure
  --operations       print the bytes of each operation too
  --log              print what the nodes log
`;

function fail(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        rtt: { type: "string", default: "100" },
        nodes: { type: "string", default: "9" },
        followers: { type: "string", default: "0" },
        plain: { type: "string", default: "0" },
        "plain-from": { type: "string", default: "1" },
        rules: { type: "string", default: "1" },
        tps: { type: "string", default: "5" },
        seconds: { type: "string", default: "10" },
        seeds: { type: "string", default: "1" },
        from: { type: "string", default: "1" },
        loss: { type: "string", default: "0" },
        far: { type: "string" },
        slow: { type: "string" },
        narrow: { type: "string" },
        cut: { type: "string", default: "0" },
        operations: { type: "boolean", default: false },
        log: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    return fail(messageOf(error));
  }
}

const values = readOptions();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}

function numberOf(text: string, option: string): number {
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : fail(`--${option} takes a number, not ${text}.`);
}

function roundTripOf(text: string): number | DistanceClass {
  return DISTANCE_CLASSES.find((name) => name === text) ?? numberOf(text, "rtt") * 1000;
}

const COLUMNS = [
  "nodes",
  "round trip",
  "accepted",
  "lost",
  "by plain",
  "median s",
  "p99 s",
  "kB/s",
  "calls/s",
  "undone",
];
const WIDTH = 10;

function printRow(cells: readonly (string | number)[]): void {
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(WIDTH)).join(" ")}\n`);
}

function print({ order, accepted, committed, passedOver, inclusion, ...result }: DistanceResult): void {
  const { nodes, followers = 0, roundTrip } = order;
  printRow([
    followers === 0 ? nodes : `${nodes}+${followers}`,
    typeof roundTrip === "number" ? `${roundTrip / 1000} ms` : roundTrip,
    accepted,
    accepted - committed - passedOver,
    passedOver,
    inclusion?.median.toFixed(2) ?? "-",
    inclusion?.p99.toFixed(2) ?? "-",
    result.receivedKilobytes.toFixed(0),
    result.calls.toFixed(1),
    result.isAgreed ? result.undone : "parted",
  ]);
  if (values.operations)
    for (const { name, calls, kilobytes } of result.operations)
      process.stdout.write(
        `${" ".repeat(WIDTH)} ${name}: ${kilobytes.toFixed(1)} kB/s, ${calls.toFixed(2)} calls/s\n`,
      );
}

const cutSeconds = numberOf(values.cut, "cut");
const [seeds, from] = [numberOf(values.seeds, "seeds"), numberOf(values.from, "from")];
const orders = values.nodes
  .split(",")
  .map((text) => numberOf(text, "nodes"))
  .flatMap((nodes) => values.rtt.split(",").map((text) => orderOf(nodes, roundTripOf(text))))
  .flatMap((order) => Array.from({ length: seeds }, (_, index) => ({ ...order, seed: from + index })));
printRow(COLUMNS);
for (const order of orders) {
  const result = await DistantNetwork.measure(order);
  print(result);
  const isLost = result.committed + result.passedOver < result.accepted || result.accepted === 0;
  if (!result.isAgreed || (isLost && cutSeconds === 0)) process.exitCode = 1;
}

function orderOf(nodes: number, roundTrip: number | DistanceClass): DistanceOrder {
  const last = nodes - 1;
  return {
    seed: 0,
    nodes,
    followers: numberOf(values.followers, "followers"),
    plain: numberOf(values.plain, "plain"),
    plainFrom: numberOf(values["plain-from"], "plain-from"),
    rules: values.rules === "2" ? 2 : 1,
    tps: numberOf(values.tps, "tps"),
    seconds: numberOf(values.seconds, "seconds"),
    roundTrip,
    loss: numberOf(values.loss, "loss"),
    cutSeconds,
    far: values.far === undefined ? null : { index: last, roundTripUs: numberOf(values.far, "far") * 1000 },
    slow: values.slow === undefined ? null : { index: last, delayUs: numberOf(values.slow, "slow") * 1000 },
    narrow:
      values.narrow === undefined
        ? null
        : { index: last, bitsPerSecond: numberOf(values.narrow, "narrow") * 1000 },
    ...(values.log ? { onLog: (line) => void process.stderr.write(`${line}\n`) } : {}),
  };
}
