import { Agent, request } from "node:http";
import { connect } from "node:net";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { freePort } from "../support/free-port.js";
import { skip } from "../support/skip.js";
import { isInstalled } from "../support/is-installed.js";
import { startProxy, type ProxyName, type ProxyProcess } from "../support/proxy-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { ask } from "./support/http.js";

const USERS = 300;
const REQUESTS = 5;

/** A client with a source address of its own, whose requests arrive in two packets. */
class User {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #address: string;

  constructor(index: number) {
    this.#address = `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
  }

  /** The status of the answer, or the code of the connection's error. */
  async ask(url: string): Promise<number | string> {
    const { hostname, port } = new URL(url);
    const headers = { "content-length": "20" };
    return new Promise((resolve) => {
      const outgoing = request(
        {
          hostname,
          port,
          path: "/ping",
          method: "POST",
          agent: this.#agent,
          localAddress: this.#address,
          headers,
        },
        (response) => {
          response.once("end", () => resolve(response.statusCode ?? 0)).once("error", () => resolve("cut"));
          response.resume();
        },
      );
      outgoing.setNoDelay(true);
      outgoing.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      outgoing.write("0123456789");
      setTimeout(() => outgoing.end("0123456789"), 2);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

describe("a node behind a proxy (docs/network.md)", function () {
  this.timeout(240_000);
  const proxies: readonly (readonly [string, ProxyName, readonly string[], ((text: string) => string)?])[] = [
    ["nginx", "nginx", []],
    ["haproxy", "haproxy", []],
    [
      "haproxy with the PROXY protocol",
      "haproxy",
      ["--proxy-protocol"],
      (text) => text.replace("    option forwardfor\n", "").replace(" maxconn", " send-proxy-v2 maxconn"),
    ],
    ["caddy", "caddy", []],
  ];
  for (const [title, name, flags, change] of proxies)
    describe(title, () => {
      let directory = "";
      let node: DevProcess | undefined;
      let proxy: ProxyProcess | undefined;
      let port = "";
      const users = Array.from({ length: USERS }, (_, index) => new User(index));

      before(async function () {
        if (process.platform !== "linux") skip(this, "only Linux has a whole network of loopback addresses");
        if (!isInstalled(name)) skip(this, `not installed: ${name}`);
        directory = await makeTempDirectory();
        port = String(await freePort());
        node = await start();
        proxy = await startProxy(name, directory, node.url, change);
      });
      after(async () => {
        for (const user of users) user.close();
        await proxy?.stop();
        await node?.kill();
        if (directory !== "") await rm(directory, { recursive: true, force: true });
      });
      const start = (): Promise<DevProcess> =>
        startDevProcess(join(directory, "node"), [
          "--port",
          port,
          "--ops-port",
          "0",
          "--trusted-proxy",
          "127.0.0.1",
          ...flags,
        ]);
      const askAll = async (times: number): Promise<ReadonlyMap<number | string, number>> => {
        const counts = new Map<number | string, number>();
        await Promise.all(
          users.map(async (user) => {
            for (let time = 0; time < times; time += 1) {
              const outcome = await user.ask(proxy?.url ?? "");
              counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
            }
          }),
        );
        return counts;
      };

      it(`answers all requests of ${USERS} users, whose bodies come in two packets`, async () => {
        expect([...(await askAll(REQUESTS))]).to.deep.equal([[200, USERS * REQUESTS]]);
      });

      it("counts each user apart, whatever the user claims to be", async () => {
        const host = new URL(proxy?.url ?? "");
        const stream = (address: string): Promise<number> =>
          new Promise((resolve, reject) => {
            const headers = { "x-forwarded-for": "192.0.2.66", forwarded: "for=192.0.2.66" };
            const options = {
              host: host.hostname,
              port: host.port,
              path: "/events",
              agent: false,
              localAddress: address,
            };
            const outgoing = request({ ...options, headers }, (response) => {
              opened.push(() => outgoing.destroy());
              response.once("data", () => resolve(response.statusCode ?? 0)).on("error", () => undefined);
            });
            outgoing.on("error", reject).end();
          });
        const opened: (() => void)[] = [];
        for (let count = 0; count < 16; count += 1) expect(await stream("127.0.9.1")).to.equal(200);
        expect(await stream("127.0.9.1")).to.equal(429);
        expect(await stream("127.0.9.2")).to.equal(200);
        for (const close of opened) close();
      });

      it("passes on events as they come", async () => {
        const { hostname, port: at } = new URL(proxy?.url ?? "");
        const socket = connect(Number(at), hostname);
        socket.write("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        let text = "";
        for await (const piece of socket.setEncoding("utf8")) {
          text += String(piece);
          if (text.includes("event: ready")) break;
        }
        expect(text).to.include("event: ready");
        socket.destroy();
      });

      it("answers all again after the node was killed and started, with no error of the proxy left", async () => {
        await node?.kill();
        // Without a body: some proxies answer before it has arrived, and close.
        const { status } = await ask(proxy?.url ?? "", "/ping");
        expect(status).to.be.oneOf([502, 503, 504]);
        node = await start();
        expect([...(await askAll(1))]).to.deep.equal([[200, USERS]]);
      });
    });
});
