/** The thread that projects the chain of a node. It reads the node's database on a connection of its own. */
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../codec/chain-error.js";
import { fileText } from "../../codec/file-text.js";
import { Projector } from "../projector/projector.js";
import { readDatabaseAddresses } from "../../store/postgres/address.js";
import { LIVE_SCHEMA } from "../../store/postgres/schema.js";
import { dataDirectory } from "../../data/directory/data-directory.js";
import { openDirectorySource } from "./directory-source.js";
import { projectedNetwork } from "./projected-network.js";
import type { FromProjection, ProjectionStart } from "./projection-messages.js";

const port = parentPort;
if (port === null) throw new TypeError("The projection worker runs as a worker thread only. ");
const { directory, urls, passwordFile } = workerData as ProjectionStart;
const tell = (message: FromProjection): void => port.postMessage(message);
const password =
  passwordFile === null ? undefined : async () => fileText(await readFile(passwordFile), passwordFile);
const STATUS_MS = 1000;

const stopped = new AbortController();
port.on("message", () => stopped.abort());
const { source, definition } = await openDirectorySource(dataDirectory(directory));
let told = "";
const projector = new Projector({
  source,
  ...projectedNetwork(definition),
  addresses: readDatabaseAddresses(urls, password),
  schema: LIVE_SCHEMA,
  onStatus: (status) => {
    const { state, failure, rivals } = status;
    const news = `${state} ${failure?.code ?? ""} ${rivals.join()}`;
    if (news !== told) tellStatus();
    told = news;
  },
  onCaughtUp: (seconds) => tell({ caughtUp: seconds }),
});
const timer = setInterval(tellStatus, STATUS_MS);

function tellStatus(): void {
  const { failure, ...status } = projector.status;
  tell({ status: { ...status, failure: failure?.message ?? null } });
}

try {
  await projector.run(stopped.signal);
} catch (error) {
  tellStatus();
  tell({ failed: messageOf(error) });
} finally {
  clearInterval(timer);
  await source.close();
  port.close();
}
