/** A change of the built code: the text occurs once in the module. */
export interface Edit {
  /** From the root of the build. */
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

/** A local rule (PROTOCOL 15) that the simulation must miss when nodes lack it. */
export interface RemovableRule {
  /** The attackers of the run: those that the rule is there for. Clocks differ, too. */
  readonly attackers: readonly string[];
  readonly edits: readonly Edit[];
  /** How the failure of such a run begins: one for another reason does not count. */
  readonly failure: RegExp;
}

/** By number. */
export const REMOVABLE_RULES: Readonly<Record<string, RemovableRule>> = {
  "15.1": {
    attackers: ["re-dater"],
    edits: [
      {
        file: "src/ledger/apply/apply-batch.js",
        text: "mainAheadUs = 0, isTentative",
        replacement: "mainAheadUs = 5_000_000, isTentative",
      },
      {
        file: "src/peers/sync/chain-status.js",
        text: "if (main.block.s_timestamp <= nowUs)",
        replacement: "if (main.block.s_timestamp <= nowUs + 5_000_000)",
      },
    ],
    failure: /^AssertionError: node \d+, block \d+ is dated after its clock/,
  },
  "15.4": {
    attackers: ["receipt-flooder"],
    edits: [
      {
        file: "src/consensus/resource-maker.js",
        text: "return chooseReceipts(standing, await ranks.workers());",
        replacement: "return standing;",
      },
    ],
    failure: /^AssertionError: resource block \d+ holds receipts of strangers/,
  },
  "15.12": {
    attackers: ["eclipser"],
    edits: [
      {
        file: "src/peers/tracking/tracker.js",
        text: "neighbours: () => [...new Set([...ring(), ...table.named])],",
        replacement: "neighbours: ring,",
      },
      {
        file: "src/peers/tracking/tracker.js",
        text: "near: () => [...new Set([...ring(), ...table.named.slice(0, NEAR_NAMED)])],",
        replacement: "near: ring,",
      },
    ],
    failure: /^AssertionError: node \d+ is more than \d+ s behind all others/,
  },
  // Without the words that keep strangers out of the verdict, they can silence a validator.
  "15.13": {
    attackers: ["wrong-clocks"],
    edits: [
      {
        file: "src/peers/tracking/clock-offsets.js",
        text: "const named = this.#ofNamed().filter(",
        replacement: "const named = [...this.#others.values()].filter(",
      },
      {
        file: "src/peers/tracking/clock-offsets.js",
        text: "named.every(isBeyond)",
        replacement: "named.some(isBeyond)",
      },
      {
        file: "src/peers/tracking/clock-offsets.js",
        text: "2 * reached.filter(isBeyond).length > reached.length",
        replacement: "true",
      },
      {
        file: "src/node/clock-watch.js",
        text: "offset === null || Math.abs(offset.offsetUs) <= TIMESTAMP_ERROR_US",
        replacement: "offset === null",
      },
    ],
    failure: /^AssertionError: node \d+ is silent for its clock/,
  },
};
