import type { RequestListener } from "node:http";
import type { NodeAddress } from "../client/node-address.js";
import { ConnectionGate } from "./connection-gate.js";
import { createExplorer } from "./explorer.js";
import { INTERNAL_FAILURE, publicFailure, sendFailure } from "./failure.js";
import { readExplorerPage } from "./explorer-page.js";
import { close, createHttpServer } from "./http-server.js";
import { DEFAULT_SERVER_LIMITS } from "./limits.js";
import { hostAndPort, listen } from "./listen.js";
import { passOn } from "./pass-on.js";
import * as errors from "./errors.js";

export interface ExplorerServerOptions {
  readonly node: NodeAddress;
  readonly version: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly onError: (error: unknown) => void;
}

/** The explorer of another node, on this machine alone. */
export interface ExplorerServer {
  readonly url: string;
  close(graceMs: number): Promise<void>;
}

const HOST = "127.0.0.1";
const PATH_UNKNOWN = publicFailure(errors.pathUnknown()) ?? INTERNAL_FAILURE;

/** Starts to listen. Throws what `listen` throws, or `EXPLORER_FILES`. */
export async function openExplorer(options: ExplorerServerOptions): Promise<ExplorerServer> {
  const page = await readExplorerPage();
  const limits = DEFAULT_SERVER_LIMITS;
  const pass = passOn(options);
  const api: RequestListener = (request, response) => void pass(request, response);
  const answer = createExplorer({ ...options, page, names: [], api }, (request, response) => {
    if (request.url !== "/") return sendFailure(request, response, PATH_UNKNOWN);
    request.resume();
    response.writeHead(302, { location: "explorer" }).end();
  });
  const server = createHttpServer({ answer, gate: new ConnectionGate(limits), limits });
  const port = await listen(server, HOST, options.port);
  return { url: `http://${hostAndPort(HOST, port)}`, close: (graceMs) => close(server, graceMs) };
}
