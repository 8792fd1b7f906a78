import type { Engine } from "../../src/node/engine.js";
import type { Client } from "../../src/client/create-client.js";
import type { Connect } from "../../src/peers/connect.js";
import { createHttpConnect } from "../../src/peers/http-connect.js";
import type { RpcServer } from "../../src/rpc/server.js";
import { forwardTo } from "./forward-to.js";
import { serveEngine } from "./serve-engine.js";

/** Real servers on loopback before engines of this process, each under the name that a test gives it. */
export class HttpDoors {
  readonly #servers = new Map<string, RpcServer>();
  /** By name, where it listens. */
  readonly #hosts = new Map<string, string>();
  readonly #engines = new Map<string, () => Engine | undefined>();
  readonly #connect = createHttpConnect({ allowPrivate: true });
  #underWay = 0;

  /** How many calls have not been answered. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Reaches a name by its host; a name that nobody has, or whose engine is gone, leads nowhere. */
  readonly connect: Connect = (name) => {
    const nowhere = this.#connect("127.0.0.1:1");
    const there = this.#connect(this.#hosts.get(name) ?? "127.0.0.1:1");
    const client = (): Client => (this.#engines.get(name)?.() === undefined ? nowhere : there);
    const count = (change: number): void => {
      this.#underWay += change;
    };
    return counted(client, count);
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

type Call = (...parameters: readonly unknown[]) => Promise<unknown>;

function present(engine: Engine | undefined): Engine {
  if (engine === undefined) throw new Error("Nobody answers here any more. ");
  return engine;
}

/** A client whose calls are counted while they are under way. */
function counted(client: () => Client, count: (change: number) => void): Client {
  const names = Object.entries(client()).map(([name, member]: [string, unknown]) => {
    if (typeof member !== "function") return [name, member] as const;
    const call = async (...parameters: readonly unknown[]): Promise<unknown> => {
      count(1);
      try {
        return await (client() as unknown as Readonly<Record<string, Call>>)[name]?.(...parameters);
      } finally {
        count(-1);
      }
    };
    return [name, call] as const;
  });
  return Object.fromEntries(names) as unknown as Client;
}
