import { execFile } from "node:child_process";
import { cp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { BINARY } from "../support/node-process.js";
import { NetworkOrders } from "../support/network-orders.js";
import { NetworkProcesses } from "../support/network-processes.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { makeTempDirectory } from "../support/temp-store.js";

const NODES = 4;
const TRANSFERS = 100;
const PACKAGE = fileURLToPath(new URL("../../../", import.meta.url));
const SCHEMA = /\bSCHEMA_VERSION = (\d+)/;
const run = promisify(execFile);

describe("An upgrade of four validators to another schema, as docs/operate.md says", function () {
  this.timeout(1_800_000);
  const random = createSeededRandom();
  let network: NetworkProcesses;
  let release: string;

  before(async () => {
    release = await makeTempDirectory();
    network = await NetworkProcesses.found(NODES);
  });
  after(async () => {
    await network.end();
    await rm(release, { recursive: true });
  });

  /** Makes a version of the program whose databases have another schema number, and returns its binary. */
  async function makeRelease(): Promise<string> {
    await cp(join(PACKAGE, "dist"), join(release, "dist"), { recursive: true });
    await cp(join(PACKAGE, "package.json"), join(release, "package.json"));
    await symlink(join(PACKAGE, "node_modules"), join(release, "node_modules"));
    let changed = 0;
    for (const name of await readdir(join(release, "dist"), { recursive: true })) {
      if (!name.endsWith(".js")) continue;
      const file = join(release, "dist", name);
      const text = await readFile(file, "utf8");
      if (!SCHEMA.test(text)) continue;
      await writeFile(
        file,
        text.replace(SCHEMA, (_, version) => `SCHEMA_VERSION = ${Number(version) + 1}`),
      );
      changed += 1;
    }
    expect(changed).to.be.greaterThan(0);
    return join(release, "dist/bin/chainnode.js");
  }

  it(seeded("takes every transfer into a block meanwhile, and ends with one chain"), async () => {
    const newer = await makeRelease();
    const orders = new NetworkOrders(() => network.urls, random);
    for (const [index, directory] of network.directories.entries()) {
      const chainnode = (binary: string, ...words: readonly string[]): Promise<unknown> =>
        run(process.execPath, [binary, ...words, "--data-dir", directory]);
      const [main, resource] = [join(directory, "main.json"), join(directory, "resource.json")];
      await network.mineOne(index);
      const transfers = orders.transfers(TRANSFERS);
      const sending = orders.send(transfers);
      expect(await network.stopOne(index)).to.equal(0);
      await chainnode(BINARY, "data", "export", "--main", main, "--resource", resource);
      await chainnode(newer, "start", "--json").then(
        () => expect.fail("The newer version must refuse the older schema."),
        ({ code, stderr }: { code: number; stderr: string }) =>
          expect({ code, refused: stderr.includes("DATABASE_SCHEMA") }).to.deep.equal({
            code: 5,
            refused: true,
          }),
      );
      await chainnode(newer, "data", "reset", "--yes");
      await chainnode(newer, "data", "import", "--main", main, "--resource", resource);
      await network.restart(index, newer);
      await sending;
      await orders.untilCommitted(transfers);
    }
    await orders.untilOneTip();
    expect(await network.stop()).to.deep.equal(Array(NODES).fill(0));
    for (const directory of network.directories)
      await run(process.execPath, [newer, "data", "check", "--data-dir", directory]);
  });
});
