import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { readNodeAddress } from "../../../src/client/node-address.js";
import { createExplorer } from "../../../src/rpc/explorer.js";
import { readExplorerPage } from "../../../src/rpc/explorer-page.js";
import { listen } from "../../../src/rpc/listen.js";
import { passOn } from "../../../src/rpc/pass-on.js";
import type { DevProcessFixture } from "../../support/dev-process.js";

/** Answers a request of the page, or leaves it to the node. */
export type Intercept = (request: IncomingMessage, response: ServerResponse, passed: RequestListener) => void;

/** Serves a suite the explorer of a node that answers some requests otherwise. Ended after the suite. */
export function useExplorerProxy(dev: DevProcessFixture, intercept: Intercept): { readonly url: string } {
  let server: Server;
  let url = "";
  before(async () => {
    const fail = (error: unknown): never => {
      throw error;
    };
    const passed = passOn({ node: readNodeAddress(dev.node.url), onError: fail });
    const page = await readExplorerPage();
    server = createServer(
      createExplorer(
        {
          page,
          version: "",
          names: [],
          onError: fail,
          api: (request, response) => intercept(request, response, (...answered) => void passed(...answered)),
        },
        (_, response) => void response.writeHead(404).end(),
      ),
    );
    url = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}/explorer`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
  };
}
