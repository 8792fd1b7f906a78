import type { Engine } from "../../src/node/engine.js";
import type { Connect } from "../../src/peers/transport/connect.js";
import { createHttpConnect } from "../../src/peers/transport/http-connect.js";
import type { RpcServer } from "../../src/rpc/server.js";
import { forwardTo } from "./forward-to.js";
import { serveEngine } from "./serve-engine.js";
import type { WorkUnderWay } from "./work-under-way.js";

/** Real servers on loopback before engines of this process, each under the name that a test gives it. */
export class HttpDoors {
  readonly #servers = new Map<string, RpcServer>();
  /** By name, where it listens. */
  readonly #hosts = new Map<string, string>();
  readonly #engines = new Map<string, () => Engine | undefined>();
  readonly #connect = createHttpConnect({ allowPrivate: true });
  readonly #underWay: WorkUnderWay;

  constructor(underWay: WorkUnderWay) {
    this.#underWay = underWay;
  }

  /** Reaches a name by its host; a name that nobody has, or whose engine is gone, leads nowhere. */
  readonly connect: Connect = (name, known) => {
    const nowhere = this.#connect("127.0.0.1:1");
    const there = this.#connect(this.#hosts.get(name) ?? "127.0.0.1:1", known);
    return this.#underWay.counted(() => (this.#engines.get(name)?.() === undefined ? nowhere : there));
  };

  /** @param engine the one that answers now: a test may put another one in its place, or take it away. */
  async open(name: string, engine: () => Engine | undefined): Promise<void> {
    this.#engines.set(name, engine);
    const { server, url } = await serveEngine(forwardTo(() => present(engine())));
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
  if (engine === undefined) throw new Error("Nobody answers here any more. ");
  return engine;
}
