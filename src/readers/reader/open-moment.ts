import { CodeRegistry } from "../../ledger/code-registry.js";
import { FIXED_HEIGHT_NOTE } from "../../ledger/fixed-height.js";
import { NO_MAIN_BLOCK } from "../../ledger/ledger.js";
import type { Runners } from "../../ledger/machine/runner.js";
import type { LedgerView } from "../../ledger/requests/answer-request.js";
import type { Network } from "../../records/network.js";
import type { StoreMoment } from "../../store/store.js";
import type { Lease } from "./open-server.js";
import { guardedMoment, type FailureListener, type MomentEnd } from "./guarded-moment.js";

export interface OpenView {
  readonly ledger: LedgerView;
  /** Two moments of one version have the same answers. */
  readonly version: string;
  readonly resourceHeight: number;
}

/** Opens the ledger at moments of a database. Codes and fixed heights, which most blocks do not change, are cached. */
export class Views {
  readonly #network: Network;
  readonly #runners: Pick<Runners, "callers">;
  readonly #onFailure: FailureListener | undefined;
  /** The codes at a tip, and the last block that wrote a code. */
  #codes: { readonly tip: string; readonly block: string; readonly registry: CodeRegistry } | null = null;
  #fixed = { height: 0, mainHeight: 0 };

  /** @param onFailure called with each failure of the database while a view is read. */
  constructor(network: Network, runners: Pick<Runners, "callers">, onFailure?: FailureListener) {
    this.#network = network;
    this.#runners = runners;
    this.#onFailure = onFailure;
  }

  async open({ moment }: Pick<Lease, "moment">, end: MomentEnd): Promise<OpenView> {
    const store = guardedMoment(moment, end, this.#onFailure);
    const [main, resource, fixedNote] = await Promise.all([
      store.mainBlockSummary("last"),
      store.resourceBlock("last"),
      store.readMeta(FIXED_HEIGHT_NOTE),
    ]);
    const tip = main ?? NO_MAIN_BLOCK;
    const fixedHeight = Number(fixedNote ?? "0");
    const fixedMainHeight = await this.#mainHeightAt(store, fixedHeight);
    const registry = await this.#registryAt(store, tip.blockhash);
    return {
      ledger: {
        store,
        network: this.#network,
        registry,
        tip,
        resourceChain: { fixedHeight, fixedMainHeight },
        runners: this.#runners,
      },
      version: `${tip.blockhash} ${resource?.blockhash ?? ""} ${fixedHeight}`,
      resourceHeight: resource?.height ?? 0,
    };
  }

  /** Returns the main height that a fixed resource block names, which never changes. */
  async #mainHeightAt(store: StoreMoment, height: number): Promise<number> {
    if (height === this.#fixed.height) return this.#fixed.mainHeight;
    const mainHeight = (await store.resourceBlock({ height }))?.main_height ?? 0;
    this.#fixed = { height, mainHeight };
    return mainHeight;
  }

  async #registryAt(store: StoreMoment, tip: string): Promise<CodeRegistry> {
    if (this.#codes?.tip === tip) return this.#codes.registry;
    const block = (await store.lastCodeBlock())?.blockhash ?? "";
    const known = this.#codes?.block === block ? this.#codes.registry : undefined;
    const registry = known ?? new CodeRegistry(this.#network);
    if (known === undefined) await registry.load(store);
    this.#codes = { tip, block, registry };
    return registry;
  }
}
