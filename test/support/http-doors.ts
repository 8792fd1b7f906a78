import type { Engine } from "../../src/api/engine.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { createHttpConnect } from "../../src/peers/transport/http-connect.js";
import type { RpcServer } from "../../src/rpc/server.js";
import { forwardTo } from "./forward-to.js";
import { serveEngine } from "./serve-engine.js";
import type { WorkUnderWay } from "./work-under-way.js";

/** Real servers on loopback for engines of this process, each under a name. */
export class HttpDoors {
  readonly #servers = new Map<string, RpcServer>();
  /** The address of each server by name. */
  readonly #hosts = new Map<string, string>();
  readonly #engines = new Map<string, () => Engine | undefined>();
  readonly #connect = createHttpConnect({ allowPrivate: true });
  readonly #underWay: WorkUnderWay;

  constructor(underWay: WorkUnderWay) {
    this.#underWay = underWay;
  }

  /** Connects to the server of a name. An unknown name, or one without an engine, is unreachable. */
  readonly connect: Connect = (name, options) => {
    const nowhere = this.#connect("127.0.0.1:1");
    const there = this.#connect(this.#hosts.get(name) ?? "127.0.0.1:1", options);
    return this.#underWay.counted(() => (this.#engines.get(name)?.() === undefined ? nowhere : there));
  };

  /** @param engine returns the current engine; a test may replace or remove it. */
  async open(name: string, engine: () => Engine | undefined): Promise<void> {
    this.#engines.set(name, engine);
    const broadcast: Engine["broadcast"] = (query) => {
      const answer = present(engine()).broadcast(query);
      // It may wait for news.
      return (query.news?.waitMs ?? 0) > 0 ? this.#underWay.apart(answer) : answer;
    };
    const { server, url } = await serveEngine(forwardTo(() => present(engine()), { broadcast }));
    this.#servers.set(name, server);
    this.#hosts.set(name, new URL(url).host);
  }

  async close(name: string): Promise<void> {
    await this.#servers.get(name)?.close(0);
    this.#servers.delete(name);
    this.#hosts.delete(name);
  }
}

function present(engine: Engine | undefined): Engine {
  if (engine === undefined) throw new Error("The server has no engine. ");
  return engine;
}
