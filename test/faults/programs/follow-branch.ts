import type { Clock } from "../../../src/base/clock/clock.js";
import { systemClock } from "../../../src/base/clock/system-clock.js";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { openNode } from "../../../src/node/open-node.js";

/** Runs the node of a data directory, which follows the peer at a host, until its last block is the given one. */
const [, , path = "", host = "", blockhash = "", nowUs = ""] = process.argv;
const offsetUs = Number(nowUs) - systemClock.nowUs();
const clock: Clock = { ...systemClock, nowUs: () => systemClock.nowUs() + offsetUs };
const opened = await openNode({
  directory: dataDirectory(path),
  clock,
  log: ({ level, message, fields }) => {
    if (level === "error") process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`);
  },
  peers: { hosts: [host], allowPrivate: true },
});
opened.node.start();
while (opened.node.ledger.tip.blockhash !== blockhash)
  await new Promise((resolve) => setTimeout(resolve, 10));
await opened.close();
