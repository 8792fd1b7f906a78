import { expect } from "chai";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PACKAGED, serviceUnit } from "../../../commands/service/unit.js";
import { findServiceManager } from "../../../commands/start/service-manager.js";
import type { LogEntry } from "../../../src/node/log.js";
import { runBinary, useTemporaryDirectory } from "../../cli/binary.js";
import { skipWithout } from "../../support/skip.js";

const ROOT = new URL("../../../../", import.meta.url);
const RECEIVER = fileURLToPath(new URL("./notify-receiver.js", import.meta.url));
const MAX_EXPOSURE = 2;

/** A socket like that of systemd, made by systemd's own program. */
class NotifySocket {
  readonly path: string;
  readonly #process: ChildProcess;
  readonly #messages: AsyncIterator<string>;

  private constructor(path: string) {
    this.path = path;
    const words = ["--datagram", `--listen=${path}`, process.execPath, RECEIVER];
    const child = spawn("systemd-socket-activate", words, { stdio: ["ignore", "pipe", "ignore"] });
    this.#process = child;
    this.#messages = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async open(directory: string): Promise<NotifySocket> {
    const socket = new NotifySocket(join(directory, "notify.sock"));
    while (!existsSync(socket.path)) await setTimeout(10);
    return socket;
  }

  /** The lines of the next message. */
  async next(): Promise<readonly string[]> {
    const { value } = await this.#messages.next();
    return (JSON.parse(value) as string).trimEnd().split("\n");
  }

  /** The first message from now on with this line. */
  async nextWith(line: string): Promise<readonly string[]> {
    for (;;) {
      const lines = await this.next();
      if (lines.includes(line)) return lines;
    }
  }

  async close(): Promise<void> {
    this.#process.kill("SIGKILL");
    await once(this.#process, "close");
  }
}

/** The words of the unit's ExecStart, whose paths need no quotes here. */
function commandOf(unit: string): readonly string[] {
  return /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
}

describe("a node under systemd", () => {
  const directory = useTemporaryDirectory();

  describe("with systemd's programs", () => {
    let socket: NotifySocket;
    before(function () {
      skipWithout(this, "systemd-notify", "systemd-socket-activate");
    });
    beforeEach(async () => {
      socket = await NotifySocket.open(directory());
    });
    afterEach(() => socket.close());

    it("reports that it is ready, that it lives and that it stops, when run by the command line of its unit", async () => {
      const home = join(directory(), "node");
      await runBinary(["init", "--dev", "--data-dir", home]);
      writeFileSync(join(home, "chainnode.toml"), "port = 0\n");
      const { stdout: unit } = await runBinary(["service", "print", "--data-dir", home]);
      // systemd sets WATCHDOG_PID to the process that it starts.
      const words = ["-c", 'WATCHDOG_PID=$$ exec "$@"', "sh", ...commandOf(unit)];
      const node = spawn("sh", words, {
        stdio: "ignore",
        env: { PATH: process.env["PATH"], NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: "1000000" },
      });
      const ended = once(node, "exit");
      expect(await socket.next()).to.include("READY=1");
      for (const _ of [1, 2]) {
        const [, status] = await socket.nextWith("WATCHDOG=1");
        expect(status).to.match(/^STATUS=main block [0-9]+, ready$/);
      }
      node.kill("SIGTERM");
      await socket.nextWith("STOPPING=1");
      expect(await ended).to.deep.equal([0, null]);
    });

    it("gives no sign of life while it cannot serve", async () => {
      const answers = [false, false, true];
      let asked = 0;
      const environment = { PATH: process.env["PATH"], NOTIFY_SOCKET: socket.path, WATCHDOG_USEC: "2000" };
      const manager = findServiceManager(environment, () => undefined);
      await manager?.ready({
        isAlive: async () => answers[asked++] ?? true,
        status: () => `asked\n${asked} times`,
      });
      expect(await socket.next()).to.deep.equal(["READY=1", "STATUS=asked 0 times"]);
      expect(await socket.nextWith("WATCHDOG=1")).to.deep.equal(["WATCHDOG=1", "STATUS=asked 3 times"]);
      await manager?.stopping();
    });
  });

  it("is not watched without a socket, and logs a message that is not delivered", async () => {
    const log: LogEntry[] = [];
    expect(findServiceManager({}, (entry) => log.push(entry))).to.equal(null);
    const manager = findServiceManager({ NOTIFY_SOCKET: join(directory(), "nothing") }, (entry) =>
      log.push(entry),
    );
    await manager?.stopping();
    expect(log).to.have.length(1);
    expect(log[0]).to.include({ level: "error", module: "node" });
  });
});

describe("the systemd unit", () => {
  const directory = useTemporaryDirectory();

  it("is in the package for an installation for all users", () => {
    const file = new URL("deploy/systemd/chainnode.service", ROOT);
    expect(readFileSync(file, "utf8")).to.equal(serviceUnit(PACKAGED));
  });

  it("is valid, and exposes little, wherever the node is", function () {
    skipWithout(this, "systemd-analyze");
    for (const dataDirectory of [PACKAGED.dataDirectory, "/srv/node 1", "/home/me/100%"]) {
      const file = join(directory(), "chainnode.service");
      writeFileSync(
        file,
        serviceUnit({ program: [process.execPath, "/bin/true"], user: "daemon", dataDirectory }),
      );
      const verified = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
      expect(verified.stderr).to.equal("");
      const { stdout } = spawnSync(
        "systemd-analyze",
        ["security", "--offline=true", `--threshold=${MAX_EXPOSURE * 10}`, "--no-pager", file],
        { encoding: "utf8" },
      );
      const exposure = Number(/Overall exposure level for \S+: ([0-9.]+)/.exec(stdout)?.[1]);
      expect(exposure, stdout).to.be.at.most(MAX_EXPOSURE);
    }
  });

  it("forbids nothing that V8 needs", () => {
    expect(serviceUnit(PACKAGED)).not.to.match(/^MemoryDenyWriteExecute=(?!no)/m);
  });

  it("is printed for this machine, and refuses the name of a user that could hold another setting", async () => {
    const { stdout } = await runBinary(["service", "print", "--data-dir", directory(), "--user", "node-1"]);
    expect(stdout).to.include("\nUser=node-1\n").and.to.include(`\nReadWritePaths=${directory()}\n`);
    expect(commandOf(stdout)[0]).to.equal(process.execPath);
    const { code } = await runBinary(["service", "print", "--user", "me\nExecStartPre=/bin/false"]);
    expect(code).to.equal(2);
  });
});
