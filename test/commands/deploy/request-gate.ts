import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenLocally } from "../../support/listen-locally.js";

/** What becomes of a request: it passes, or it or its answer never arrives. */
export type Passage = "passes" | "is lost" | "loses its answer";

/** A proxy before a node that decides about each request, by its number from 1 and its operation. */
export interface RequestGate {
  readonly url: string;
  /** How many requests arrived. */
  readonly count: number;
  close(): Promise<void>;
}

export async function openRequestGate(
  nodeUrl: string,
  decide: (number: number, operation: string) => Passage | Promise<Passage>,
): Promise<RequestGate> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const number = (count += 1);
      const body = await text(incoming);
      const { method = "GET", headers, url = "/" } = incoming;
      const passage = await decide(number, url.slice(1));
      if (passage === "is lost") return outgoing.destroy();
      const answer = await fetch(`${nodeUrl}${url}`, {
        method,
        headers: { "content-type": headers["content-type"] ?? "" },
        ...(method === "GET" ? {} : { body }),
      });
      const answered = await answer.text();
      if (passage === "loses its answer") return outgoing.destroy();
      outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      return outgoing.end(answered);
    })();
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
