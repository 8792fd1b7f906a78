import { expect } from "chai";
import { proxySettings } from "../../../commands/start/node-settings.js";
import { resolveSettings } from "../../../src/cli/config/resolve.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { RawSocket } from "../../rpc/support/raw-socket.js";
import { useDevProcess } from "../../support/dev-process.js";

const PING = "GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
const CONNECTIONS = 3;

describe("The settings of a server behind a proxy", () => {
  const refuse = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runInProcess(["config", "show", ...words]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    return stderr;
  };
  const settingsOf = (flags: Readonly<Record<string, string | readonly string[] | boolean>>) =>
    resolveSettings({
      flags: new Map(Object.entries(flags)),
      environment: {},
      homeDirectory: "/home/user",
    });

  it("name each proxy and one source of the caller", async () => {
    const trusted = ["10.0.0.5", "fd00:1::/64"];
    expect(proxySettings(await settingsOf({ "trusted-proxy": trusted }))).to.deep.equal({
      trusted,
      header: "x-forwarded-for",
      hasProtocol: false,
    });
    const forwarded = await settingsOf({ "trusted-proxy": trusted, "proxy-header": "Forwarded" });
    expect(proxySettings(forwarded)).to.include({ header: "forwarded" });
  });

  it("refuse another header, an invalid number of connections, and the PROXY protocol without a proxy", async () => {
    expect(await refuse("--proxy-header", "X-Real-IP")).to.include("X-Forwarded-For");
    expect(await refuse("--connections", "0")).to.include("connections");
    const unnamed = await settingsOf({ "proxy-protocol": true });
    expect(() => proxySettings(unnamed))
      .to.throw()
      .with.property("code", "PROXY_UNNAMED");
  });

  describe("of a node", () => {
    const fixture = useDevProcess([
      "--trusted-proxy",
      "127.0.0.1",
      "--proxy-protocol",
      "--connections",
      String(CONNECTIONS),
    ]);

    it("take the caller from the PROXY protocol, and refuse a connection without it", async () => {
      const named = await RawSocket.open(fixture.node.url);
      named.write(`PROXY TCP4 198.51.100.4 127.0.0.1 40000 9900\r\n${PING}`);
      await named.until("200 OK");
      const bare = await RawSocket.open(fixture.node.url);
      bare.write(PING);
      await bare.untilClosed();
      expect(bare.received).not.to.include("200 OK");
    });

    it("bound the connections, and tell the next one so", async () => {
      const open = async (request: string): Promise<RawSocket> => {
        const socket = await RawSocket.open(fixture.node.url);
        socket.write(`PROXY TCP4 198.51.100.5 127.0.0.1 40000 9900\r\n${request}`);
        return socket;
      };
      const busy = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => open("GET /ping HTTP/1.1\r\n")),
      );
      const next = await open(PING);
      await next.until("503");
      for (const socket of busy) socket.destroy();
    });
  });
});
