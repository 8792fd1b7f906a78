/** A process that sends reads over HTTP. Each message is one load; the answer to it is the number of answers. */
import { httpLoad } from "./http-load.js";

export interface ReadOrder {
  readonly url: string;
  /** Each connection sends a share of its own, again and again. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

process.on("message", (order: ReadOrder) => void run(order).then((answers) => process.send?.(answers)));

async function run({ url, paths, connections, seconds }: ReadOrder): Promise<number> {
  let clients = 0;
  const { requests } = await httpLoad({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const first = clients++;
      client.setRequests(paths.filter((_, index) => index % connections === first).map((path) => ({ path })));
    },
  });
  return requests.total;
}
