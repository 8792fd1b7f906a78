import { expect } from "chai";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PACKAGED, serviceUnit } from "../../../commands/service/unit.js";
import { findServiceManager } from "../../../commands/start/service-manager.js";
import type { LogEntry } from "../../../src/base/log.js";
import { runBinary, useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
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

/** The words of a setting as systemd.syntax(7) reads them: quotes, backslashes, and specifiers. */
function unitWords(unit: string, name: string): readonly string[] {
  const line = new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const words = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"(?:\s|$)|([^\s"'\\]+)(?:\s|$)/g), (match) =>
    (match[1] ?? match[2] ?? "").replaceAll(/\\(.)/g, "$1"),
  );
  expect(words.join("").replaceAll("%%", ""), line).not.to.include("%");
  return words.map((word) => word.replaceAll("%%", "%"));
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

  const PATHS = [
    "/srv/node 1",
    "/srv/50%h",
    "/srv/$HOME/${x}$$y",
    "/srv/a\"b'c\\d",
    "/srv/안녕",
    "/srv/a;b|c&d",
    "/srv/-x",
    "/var/lib/chain node",
    "/var/lib/a:b",
    "/var/lib/../../etc",
    "/var/lib/50%",
  ];

  it("reads back with every path as it was given", () => {
    for (const path of PATHS) {
      const program = [`${path.replaceAll(/["'\\]/g, "")}/node`, `${path}/chainnode.js`];
      const unit = serviceUnit({ program, user: "daemon", dataDirectory: path });
      const [first, ...words] = unitWords(unit, "ExecStart");
      expect(first).to.equal(program[0]);
      const expanded = words.map((word) => word.replaceAll("$$", "\0").replaceAll(/\$\w+|\$\{\w+\}/g, ""));
      expect(expanded.map((word) => word.replaceAll("\0", "$"))).to.deep.equal([
        program[1],
        "start",
        "--data-dir",
        path,
      ]);
      expect(unitWords(unit, "ReadWritePaths"), path).to.deep.equal([path]);
    }
    const state = serviceUnit({ ...PACKAGED, dataDirectory: "/var/lib/chain-node/1" });
    expect(unitWords(state, "StateDirectory")).to.deep.equal(["chain-node/1"]);
  });

  it("names a program that systemd finds, whatever its path is", function () {
    skipWithout(this, "systemd-analyze");
    for (const name of ["a b", "50%h", "$HOME", "${x}", "$$y", "안녕"]) {
      const place = join(directory(), name);
      mkdirSync(place);
      symlinkSync(process.execPath, join(place, "node"));
      const file = join(directory(), "chainnode.service");
      writeFileSync(
        file,
        serviceUnit({ program: [join(place, "node")], user: "daemon", dataDirectory: place }),
      );
      const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
      expect(stderr, name).to.equal("");
    }
  });

  it("is refused for paths that no unit can hold", async () => {
    for (const path of ["/srv/a\nExecStartPre=/bin/false", "/srv/a\rb", "/srv/\u001b[2J", "/srv/a\u007f"]) {
      const { code, stderr } = await runInProcess(["service", "print", "--data-dir", path, "--json"]);
      expect(code).to.equal(2);
      expect(JSON.parse(stderr)).to.have.nested.property("error.code", "SERVICE_PATH");
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
