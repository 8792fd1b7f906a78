import { spawn } from "node:child_process";
import { once } from "node:events";
import { replaceOwnFile } from "../src/base/files/write-file.js";
import type { Context } from "../src/cli/command.js";
import { messageOf } from "../src/codec/chain-error.js";

/**
 * Opens a URL in the user's browser. Its token must not be among the arguments of a process, which every user of the
 * machine sees: a private file in the data directory leads the browser there. A note tells when no browser can be opened.
 */
export async function openPage({ workspace, note }: Context, url: string): Promise<void> {
  const { explorerPage } = await workspace.directory();
  await replaceOwnFile(
    explorerPage,
    `<meta http-equiv="refresh" content="0; url=${url.replaceAll('"', "%22")}">\n`,
  );
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  try {
    const child = spawn(program, [explorerPage], { detached: true, stdio: "ignore" });
    await once(child, "spawn");
    child.unref();
  } catch (error) {
    note(`No browser can be opened (${messageOf(error)}). Open the explorer's URL yourself.`);
  }
}
