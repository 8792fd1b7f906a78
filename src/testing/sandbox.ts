import { devAccounts, isDevNetwork } from "../data/dev-network.js";
import { openDevSandbox, startDevChain, type DevChainStart } from "../dev/sandbox/dev-sandbox.js";
import type { NetworkDefinition } from "../records/network.js";
import type { RulesNumber } from "../records/rules.js";
import * as errors from "./errors.js";
import { NO_LABELS } from "../replay/trial/debugged.js";
import { createWatchedRunners } from "./executions.js";
import { testWatch } from "./watch.js";
import { TestChain } from "./test-chain.js";
import { testRules } from "./test-rules.js";

export interface SandboxSettings {
  /** The URL of a node whose chain it begins with; by default it is a new development chain. */
  readonly fork?: string;
  /** The main block of the forked chain after which it begins; by default the last one. */
  readonly height?: number;
  /** The definition of the forked node's network. Built-in networks need none. */
  readonly network?: NetworkDefinition;
  /** The rules of a new development chain (PROTOCOL 16); by default those of `code test`. A fork has those of its node's network. */
  readonly rules?: RulesNumber;
}

const MS_TO_US = 1000;
/** All sandboxes of a process with the same rules begin with one chain, which is made for the first of them. */
const starts = new Map<RulesNumber, Promise<DevChainStart>>();

/**
 * Opens a chain in memory for tests: a new development chain with funded accounts, or a fork of a node's chain. Throws
 * `SANDBOX_SETTINGS`, and for a fork the errors of `openFork`.
 */
export async function sandbox({ fork, height, network, rules }: SandboxSettings = {}): Promise<TestChain> {
  const opened: TestChain[] = [];
  const watch = testWatch();
  const runners = createWatchedRunners({
    ...watch.execution,
    labelsOf: ({ program }) => opened[0]?.labelsOf(program) ?? NO_LABELS,
    onExecuted: (executed) => opened[0]?.note(executed),
  });
  const open = async (): Promise<ConstructorParameters<typeof TestChain>[0]> => {
    if (fork !== undefined) {
      if (rules !== undefined)
        throw errors.sandboxSettings({ reason: "A fork has the rules of its node's network." });
      const { createClient } = await import("../client/create-client.js");
      const { openFork } = await import("../dev/sandbox/open-fork.js");
      const options = { definition: network ?? null, nowUs: Date.now() * MS_TO_US, height, runners };
      const chain = await openFork(createClient({ url: fork }), options);
      // The accounts of a development network are the same everywhere.
      return { chain, accounts: isDevNetwork(chain.network) ? devAccounts() : [] };
    }
    if (height !== undefined || network !== undefined)
      throw errors.sandboxSettings({ reason: "A height or a network is that of a fork." });
    const begun = await startWith(rules ?? testRules());
    return { chain: await openDevSandbox(begun, runners), accounts: begun.accounts };
  };
  const chain = new TestChain({ ...(await open()), ...watch.chain });
  opened.push(chain);
  return chain;
}

function startWith(rules: RulesNumber): Promise<DevChainStart> {
  const start = starts.get(rules) ?? startDevChain(Date.now() * MS_TO_US, rules);
  starts.set(rules, start);
  return start;
}
