import { Agent, request } from "node:http";
import { killHammered, residentBytes, startSurely } from "../hammered-node.js";
import { assertMemory, megabytes } from "../watched-load.js";

/** Starts a node, floods it with requests from many addresses of this network, and prints the figures. */
const ADDRESSES = 200;
const RATE = 2;
/** The least requests of a client that stays within its rate. */
const QUIET = 20;
const [, , directory = "", count = ""] = process.argv;

const node = await startSurely(directory, [], ["--host", "10.9.0.1", "--rate-limit", String(RATE)]);
const { hostname, port } = new URL(node.url);

/** Resolves to the status of the answer. */
function ask(localAddress: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: "/ping", localAddress, agent }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    asked.once("error", reject).end();
  });
}

try {
  const total = Number(count);
  const statuses = new Map<number, number>();
  const begin = performance.now();
  const work = { sent: 0, isOver: false };
  const flood = async (address: string): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!work.isOver) {
      work.sent += 1;
      const status = await ask(address, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    agent.destroy();
  };
  const addresses = Array.from({ length: ADDRESSES }, (_, index) => `10.9.1.${index + 1}`);
  const floods = Promise.all(addresses.map(flood));
  const agent = new Agent({ keepAlive: true });
  let [quiet, most] = [0, 0];
  while (work.sent < total || quiet < QUIET) {
    if ((await ask("10.9.2.1", agent)) !== 200) throw new Error("A quiet client was refused. ");
    quiet += 1;
    most = Math.max(most, await residentBytes(node.pid));
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  }
  work.isOver = true;
  agent.destroy();
  await floods;
  const allowed = ADDRESSES * RATE * (1 + (performance.now() - begin) / 1000);
  const [passed = 0, refused = 0] = [statuses.get(200), statuses.get(429)];
  if (refused === 0 || passed > allowed || passed + refused !== work.sent)
    throw new Error(JSON.stringify([...statuses]));
  assertMemory(most);
  process.stdout.write(
    `${work.sent} requests from ${ADDRESSES} addresses, ${passed} answered and ${refused} refused, ${quiet} of ${quiet} of a quiet client answered, at most ${megabytes(most)} MB\n`,
  );
} finally {
  await killHammered(node);
}
