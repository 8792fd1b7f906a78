import { expect } from "chai";
import type { BareContext } from "../../../src/cli/command.js";
import { createContext } from "../../../src/cli/create-context.js";
import { resolveSettings } from "../../../src/cli/config/resolve.js";
import type { SettingValue } from "../../../src/cli/config/settings.js";
import type { LogEntry } from "../../../src/base/log.js";
import { createNodeLog } from "../../../commands/start/node-log.js";
import { commands } from "../../../commands/index.js";
import { createTestTerminal, type TestTerminal } from "../../cli/terminal-stub.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("A node's log", () => {
  async function open(
    flags: Readonly<Record<string, string>>,
    isTerminal = false,
  ): Promise<{ readonly context: BareContext; readonly terminal: TestTerminal }> {
    const terminal = createTestTerminal({ isTerminal });
    const settings = await resolveSettings({
      flags: new Map<string, SettingValue>([["no-color", true], ...Object.entries(flags)]),
      environment: { CHAINNODE_HOME: "/nonexistent" },
      homeDirectory: "/nonexistent",
    });
    return {
      context: createContext({ terminal, tree: commands, version: "0" }, settings, () => undefined),
      terminal,
    };
  }

  async function logged(
    flags: Readonly<Record<string, string>>,
    entries: readonly LogEntry[],
    isTerminal = false,
  ): Promise<string> {
    const { context, terminal } = await open(flags, isTerminal);
    const log = await createNodeLog(context);
    for (const entry of entries) log(entry);
    expect(terminal.stdout()).to.equal("");
    return terminal.stderr();
  }

  const BLOCK: LogEntry = {
    level: "info",
    module: "consensus",
    message: "block",
    fields: { height: 7, blockhash: "ab" },
  };

  it("has one line of JSON for each entry: time, level, module, message and the fields", async () => {
    const [line = "", rest] = (await logged({}, [BLOCK])).split("\n");
    expect(rest).to.equal("");
    const { time, ...entry } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(entry).to.deep.equal({
      level: "info",
      module: "consensus",
      message: "block",
      height: 7,
      blockhash: "ab",
    });
  });

  it("is text on a terminal, and either format with --log-format", async () => {
    const pretty = /^\d\d:\d\d:\d\d\.\d{3} info +consensus +block height=7 blockhash=ab\n$/;
    expect(await logged({}, [BLOCK], true)).to.match(pretty);
    expect(await logged({ "log-format": "pretty" }, [BLOCK])).to.match(pretty);
    expect(JSON.parse(await logged({ "log-format": "json" }, [BLOCK], true))).to.include({ height: 7 });
  });

  it("escapes control characters that a stranger sent", async () => {
    const fields = { reason: "\u001b[2J\u009b31m\nforged" };
    const text = await logged({}, [{ level: "warn", module: "peers", message: "a\u001bb", fields }], true);
    expect(text.trimEnd()).to.match(/^[\x20-\x7e]+$/);
  });

  it("has a default level, and levels for single modules", async () => {
    const entries = (["consensus", "peers"] as const).flatMap((module) =>
      (["error", "warn", "info", "debug"] as const).map((level) => ({ level, module, message: "" })),
    );
    const shown = async (level: string): Promise<readonly string[]> =>
      (await logged({ "log-level": level }, entries))
        .split("\n")
        .slice(0, -1)
        .map((line) => {
          const entry = JSON.parse(line) as { readonly module: string; readonly level: string };
          return `${entry.module} ${entry.level}`;
        });
    expect(await shown("warn")).to.deep.equal([
      "consensus error",
      "consensus warn",
      "peers error",
      "peers warn",
    ]);
    expect(await shown("error,peers=debug")).to.deep.equal([
      "consensus error",
      "peers error",
      "peers warn",
      "peers info",
      "peers debug",
    ]);
    expect(await shown("peers=error")).to.deep.equal([
      "consensus error",
      "consensus warn",
      "consensus info",
      "peers error",
    ]);
  });

  it("refuses a level for an unknown module, and suggests a similar one", async () => {
    const { context } = await open({ "log-level": "info,peer=debug" });
    const error = await expectRejection(createNodeLog(context), "LOG_MODULE", "usage");
    expect(error.advice).to.match(/^Did you mean peers\? /);
  });
});
