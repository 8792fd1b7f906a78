import { isAddress } from "../../codec/address.js";
import type { ChainError } from "../../codec/chain-error.js";
import type { LongWorkOptions } from "../../dev/sandbox/long-work.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host, Impersonated, Sandbox } from "../connection.js";
import { readHash } from "./arguments.js";
import * as errors from "../errors.js";

/** An amount in units: its length is that of Fund's parameter. */
const AMOUNT = /^[0-9]{1,40}$/;

/** `sandbox`: the private chain. Ctrl-C ends long work; what was done until then remains. */
export function createSandboxObject(
  connection: ConsoleConnection,
  sandbox: Sandbox,
  host: Pick<Host, "keys" | "interruption" | "openProgress">,
) {
  const addresses = createAddresses(connection, host);

  /** Runs long work and shows its progress; `unit` names what it counts. */
  const watch = async <T>(
    unit: string,
    count: number | undefined,
    run: (watched: LongWorkOptions) => Promise<T>,
  ) => {
    const progress = host.openProgress();
    const of = count === undefined ? "" : ` of ${count}`;
    const onStep = (done: number): void => progress.show(`${done}${of} ${unit}…  Ctrl-C ends it`);
    try {
      return await run({ signal: host.interruption(), onStep });
    } finally {
      progress.clear();
    }
  };

  return {
    accounts: sandbox.accounts,
    async mine(rounds?: number | bigint) {
      const count = rounds === undefined ? undefined : readCount(rounds, "rounds");
      return watch("rounds", count, (watched) => sandbox.mine(count, watched));
    },
    async mineResource(given: number | bigint = 1) {
      const count = readCount(given, "count");
      return watch("resource blocks", count, (watched) => sandbox.mineResource(count, watched));
    },
    async warp(seconds: number | bigint) {
      const time = typeof seconds === "bigint" ? Number(seconds) : seconds;
      if (typeof time !== "number" || !Number.isFinite(time) || time < 0) {
        throw invalid("seconds", seconds, "a number from 0: time never goes back");
      }
      return watch("rounds", undefined, (watched) => sandbox.warp(time, watched));
    },
    snapshot: () => sandbox.snapshot(),
    revert: async (snapshot: number | bigint) => sandbox.revert(readCount(snapshot, "snapshot")),
    /** It is synchronous, and therefore does not resolve the names of keys. */
    impersonate(given: string | { readonly address: string }): Impersonated {
      const address = typeof given === "string" ? given : Reflect.get(Object(given), "address");
      if (typeof address === "string" && isAddress(address)) return sandbox.impersonate(address);
      throw invalid("address", given, "an address; that of a key: (await keys.show(name)).address");
    },
    async fund(address: unknown, amount: string | number | bigint) {
      const isExact = typeof amount !== "number" || Number.isSafeInteger(amount);
      const text = ["string", "number", "bigint"].includes(typeof amount) ? String(amount) : "";
      if (!isExact || !AMOUNT.test(text)) {
        throw invalid("amount", amount, "a whole number of units from 0, as text where it is large");
      }
      return sandbox.fund(await addresses.resolve(address, { refusesZero: true }), text);
    },
    refusalOf: (hash: string) => sandbox.refusalOf(readHash(hash)),
  };
}

function readCount(given: unknown, name: string): number {
  const count = typeof given === "bigint" ? Number(given) : given;
  if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return count;
  throw invalid(name, given, "a whole number from 0");
}

function invalid(name: string, given: unknown, expected: string): ChainError {
  const isShown = typeof given === "string" || typeof given === "number" || typeof given === "bigint";
  const details = isShown ? { [name]: String(given) } : { type: given === null ? "null" : typeof given };
  return errors.sandboxArgument({ name, expected }, { details });
}
