import { formRequest, KeptConnection } from "../../support/load/kept-connection.js";
import { killHammered, residentBytes, startSurely } from "../hammered-node.js";
import { assertMemory, megabytes } from "../watched-load.js";

/** Starts a node, floods it with requests from many addresses of this network, and prints the figures. */
const RATE = 20;
/** How many an address sends without a pause, and how many addresses do so at a time. */
const [EACH, AT_ONCE] = [100, 20];
/** The least requests of a client that stays within its rate. A watcher that asked from its address would use the rate up. */
const QUIET = 20;
const [, , directory = "", count = ""] = process.argv;

const node = await startSurely(directory, [], ["--host", "10.9.0.1", "--rate-limit", String(RATE)]);
const url = new URL(node.url);
const PING = formRequest(url, "/ping", "");
const figures = { answered: 0, refused: 0 };

/** The status of the answer. */
async function ask(connection: KeptConnection): Promise<number> {
  const answer = await connection.exchange(PING);
  if (answer === null) throw new Error("A connection ended without an answer. ");
  return answer.status;
}

/** An address has a whole second's requests to begin with, and then so many a second. */
async function flood(address: string): Promise<void> {
  const connection = new KeptConnection(url, address);
  const begin = performance.now();
  let answered = 0;
  for (let sent = 0; sent < EACH; sent += 1) {
    const status = await ask(connection);
    if (status === 200) answered += 1;
    else if (status === 429) figures.refused += 1;
    else throw new Error(`Status ${status}. `);
  }
  connection.close();
  const allowed = RATE * (1 + (performance.now() - begin) / 1000);
  if (answered < RATE || answered > allowed)
    throw new Error(`${answered} of ${address} were answered, ${Math.floor(allowed)} are allowed. `);
  figures.answered += answered;
}

try {
  const addresses = Array.from(
    { length: Math.ceil(Number(count) / EACH) },
    (_, index) => `10.9.1.${index + 1}`,
  );
  const turns = [...addresses];
  const work = { isOver: false };
  const lane = async (): Promise<void> => {
    for (let address = turns.shift(); address !== undefined; address = turns.shift()) await flood(address);
  };
  const floods = Promise.all(Array.from({ length: AT_ONCE }, lane)).finally(() => (work.isOver = true));
  const quietly = async (): Promise<readonly [quiet: number, most: number]> => {
    const connection = new KeptConnection(url, "10.9.2.1");
    let [quiet, most] = [0, 0];
    while (!work.isOver || quiet < QUIET) {
      if ((await ask(connection)) !== 200) throw new Error("A quiet client was refused. ");
      quiet += 1;
      most = Math.max(most, await residentBytes(node.pid));
      await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
    }
    connection.close();
    return [quiet, most];
  };
  const [[quiet, most]] = await Promise.all([quietly(), floods]);
  const { answered, refused } = figures;
  if (refused === 0) throw new Error(`All ${answered} requests were answered. `);
  assertMemory(most);
  process.stdout.write(
    `${answered + refused} requests from ${addresses.length} addresses, ${answered} answered and ${refused} refused, ${quiet} of ${quiet} of a quiet client answered, at most ${megabytes(most)} MB\n`,
  );
} finally {
  await killHammered(node);
}
