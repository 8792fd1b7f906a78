import { ChainError } from "../../codec/chain-error.js";
import type { DatabaseAddress } from "../../store/postgres/address.js";
import { readStanding, type ServerStanding } from "../../store/postgres/server-standing.js";
import { postgresStandby } from "../../store/errors.js";

export interface ChosenServer {
  readonly address: DatabaseAddress;
  /** The highest term of any server. */
  readonly term: number;
  /** The names of the other servers that can be written and hold a copy. After a failover, there should be none. */
  readonly rivals: readonly string[];
}

/**
 * Looks at all servers, and chooses the writable one with the highest term, then the highest blocks: the one that was
 * written last. Throws the error of a server when none can be written.
 */
export async function chooseServer(
  addresses: readonly DatabaseAddress[],
  schema: string,
): Promise<ChosenServer> {
  const [only] = addresses;
  if (only !== undefined && addresses.length === 1) return { address: only, term: 0, rivals: [] };
  const { standings, failure } = await rankServers(addresses, schema);
  const [best, ...others] = standings.filter(({ isWritable }) => isWritable);
  if (best === undefined) throw failure ?? postgresStandby({ server: only?.name ?? "" });
  return {
    address: best.address,
    term: Math.max(...standings.map(({ tip }) => tip?.term ?? 0)),
    rivals: others.flatMap(({ tip, address }) => (tip === null ? [] : [address.name])),
  };
}

interface RankedServers {
  readonly standings: readonly ServerStanding[];
  /** Why a server could not be asked; null when all answer. */
  readonly failure: ChainError | null;
}

/** Asks all servers, and sorts those that answer: the one that was written last is the first. */
export async function rankServers(
  addresses: readonly DatabaseAddress[],
  schema: string,
): Promise<RankedServers> {
  const standings: ServerStanding[] = [];
  let failure: ChainError | null = null;
  const asked = await Promise.allSettled(addresses.map((address) => readStanding(address, schema)));
  for (const result of asked) {
    if (result.status === "fulfilled") standings.push(result.value);
    else if (result.reason instanceof ChainError) failure = result.reason;
    else throw result.reason;
  }
  return { standings: standings.toSorted(byRank), failure };
}

/** Sorts the server that was written last first. The order of equal ones stays. */
function byRank({ tip: left }: ServerStanding, { tip: right }: ServerStanding): number {
  const rank = (tip: ServerStanding["tip"]): readonly [number, number, number] =>
    tip === null ? [-1, 0, 0] : [tip.term, tip.main.height, tip.resource.height];
  const [a, b] = [rank(left), rank(right)];
  return b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
}

/** The pause between two looks at the servers while one is written. */
const LOOK_MS = 2000;

/** Looks at the servers while one of them is written: another one may come back that can be written too. */
export class RivalWatch {
  readonly #look: () => Promise<ChosenServer>;
  readonly #onLook: (chosen: ChosenServer) => void;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(addresses: readonly DatabaseAddress[], schema: string, onLook: (chosen: ChosenServer) => void) {
    this.#look = () => chooseServer(addresses, schema);
    this.#onLook = onLook;
    if (addresses.length > 1) this.#arm();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#look()
        .then((chosen) => {
          if (!this.#isClosed) this.#onLook(chosen);
        })
        // The connection that writes reports a failure.
        .catch(() => undefined)
        .finally(() => this.#arm());
    }, LOOK_MS).unref();
  }
}
