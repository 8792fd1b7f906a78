import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { devAccounts } from "../../src/data/dev-network.js";
import { FastSigner } from "../support/fast-signer.js";
import { formRequest, KeptConnection } from "../support/load/kept-connection.js";
import { loadSigner } from "../support/load/send-load.js";
import { pick } from "./big-chain.js";
import type { PathOrder, ServedUrls, StepTimes } from "./path-server.js";
import type { Figure } from "./results.js";

const SERVER = fileURLToPath(new URL("path-server.js", import.meta.url));
const CONNECTIONS = 64;
/** Beyond half of an interval's places, a signer has 64 places. */
const SIGNERS = 128;
const FUNDS = "1000000000000000000";
/** The transfers of a block: at 6,000 a second, a round of 250 ms has so many. */
const TRANSFERS = 1500;
const READS = 4000;
const ROUNDS = 9;
/** Not counted: until then the code is being compiled. */
const WARM_UP = 5;
const PASS_US = 2_000_000;

/**
 * The processor time of one transfer, from the socket to the block on the disk, by step, over all threads of the node. It
 * hardly depends on what else the machine does.
 */
export async function bench(): Promise<Figure[]> {
  const child = fork(SERVER);
  try {
    const [[url, bare]] = (await once(child, "message")) as [ServedUrls];
    return await measure(new PathServer(child, url), new URL(bare));
  } finally {
    child.disconnect();
  }
}

/** The node, and the connections to it. */
class PathServer {
  readonly target: URL;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.target = new URL(url);
  }

  async ask<Answer = number>(order: PathOrder): Promise<Answer> {
    this.#child.send(order);
    return ((await once(this.#child, "message")) as [Answer])[0];
  }

  /** Sends all over connections of their own, one at a time on each. Returns the processor time of the node for each, µs. */
  async exchangeAll(requests: readonly string[], target = this.target): Promise<number> {
    const connections = Array.from({ length: CONNECTIONS }, () => new KeptConnection(target, "127.0.0.1"));
    const start = await this.ask({ what: "processor" });
    let next = 0;
    const run = async (connection: KeptConnection): Promise<void> => {
      for (let request = requests[next]; request !== undefined; request = requests[next]) {
        next += 1;
        const answer = await connection.exchange(request);
        if (answer?.status !== 200) throw new Error(answer?.body ?? "The connection ended. ");
      }
    };
    await Promise.all(connections.map(run));
    const used = (await this.ask({ what: "processor" })) - start;
    for (const connection of connections) connection.close();
    return used / requests.length;
  }
}

async function measure(server: PathServer, bare: URL): Promise<Figure[]> {
  const { target } = server;
  const [bank, recipient] = devAccounts();
  if (bank === undefined || recipient === undefined) throw new Error("There are no accounts. ");
  const signers = Array.from({ length: SIGNERS }, (_, index) => new FastSigner(loadSigner(index)));
  const bodyOf = (form: Readonly<Record<string, string>>): string => new URLSearchParams(form).toString();
  const requestOf = (body: string): string => formRequest(target, "/sendtransaction", body);
  const bodies = (from: number): string[] =>
    Array.from({ length: TRANSFERS }, (_, index) =>
      bodyOf(pick(signers, index).transfer(recipient.address, from + 1 + index)),
    );

  const start = await server.ask({ what: "time" });
  const banker = new FastSigner(bank);
  const funding = Array.from(signers, (_, index) =>
    banker.sign("Send", start + 1 + index, [
      ["to", loadSigner(index).address],
      ["amount", FUNDS],
    ]),
  );
  await server.exchangeAll(funding.map((form) => requestOf(bodyOf(form))));
  await server.ask({ what: "pass", us: PASS_US });

  const balance = `{"type":"GetBalance","address":"${recipient.address}"}`;
  const pings = Array.from({ length: READS }, () => formRequest(target, "/ping", ""));
  const balances = Array.from({ length: READS }, () =>
    formRequest(target, "/request", bodyOf({ request: balance })),
  );
  const times = new Times();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    times.isCounted = round >= 0;
    times.add("an answer of node:http alone", await server.exchangeAll(pings, bare));
    times.add("Ping over HTTP", await server.exchangeAll(pings));
    times.add("GetBalance over HTTP", await server.exchangeAll(balances));
    const now = await server.ask({ what: "time" });
    const steps = await server.ask<StepTimes>({ what: "steps", bodies: bodies(now) });
    for (const [name, us] of Object.entries(steps)) times.add(`  step: ${name}`, us);
    times.add("SendTransaction over HTTP", await server.exchangeAll(bodies(now).map(requestOf)));
    const before = await server.ask({ what: "processor" });
    await server.ask({ what: "pass", us: PASS_US });
    times.add(
      "a transfer's share of its block",
      ((await server.ask({ what: "processor" })) - before) / TRANSFERS,
    );
  }
  return times.figures();
}

/** The processor times of several rounds. */
class Times {
  readonly #all = new Map<string, number[]>();
  isCounted = false;

  add(name: string, us: number): void {
    if (!this.isCounted) return;
    const known = this.#all.get(name) ?? [];
    known.push(us);
    this.#all.set(name, known);
  }

  /** The medians. */
  figures(): Figure[] {
    return Array.from(this.#all, ([name, times]) => ({
      name,
      value: times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0,
      unit: "µs of processor",
    }));
  }
}
