import { sendInTime, type Sign } from "../../actions/send-in-time.js";
import { DEFAULT_WAIT_S, waitForTransaction } from "../../actions/wait.js";
import type { ListPage, TransactionRecord } from "../../client/index.js";
import type { Value, ValueMap } from "../../codec/value.js";
import { signTransaction, type SignedTransaction } from "../../records/transaction.js";
import { assertOwnUnits } from "../../records/units.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { assertOptions, type Options } from "../names/name.js";
import type { Signer, Signers } from "../signers.js";
import { toValueMap } from "../to-value.js";
import { DEFAULT_PAGE, type LiteralOptions } from "./chain.js";
import { adviseSpace } from "./spaces.js";
import { findHash } from "./arguments.js";
import { showSigned, showTransaction, showTransactions } from "./views.js";
import * as errors from "../errors.js";

const LITERAL: Options = new Map([["raw", null]]);

export const LOOK_UP_IN_CONSOLE = (hash: string): string => `why("${hash}")`;

type Awaitable<T> = T | Promise<T>;

/** `tx`: build, sign, send and find transactions. */
export function createTxObject(connection: ConsoleConnection, host: Host, signers: Signers) {
  const { client, nowUs, networkMembers } = connection;
  const addresses = createAddresses(connection, host);
  const build = (type: string, from: string, parameters: unknown = {}): ValueMap =>
    new Map<string, Value>([
      ["type", type],
      ["timestamp", BigInt(nowUs())],
      ["from", from],
      ...networkMembers,
      ...toValueMap(parameters),
    ]);

  /** Unlocks the signer. Each call of the result takes the current time, unless the parameters have one. */
  const prepareCall = async (
    type: string,
    parameters: unknown,
    { signer, raw = false }: LiteralOptions & { readonly signer: Signer | undefined },
  ): Promise<Sign> => {
    const given = toValueMap(parameters);
    const values = raw
      ? given
      : await addresses.resolveCall({ kind: "contract", type }, given, { refusesZero: true });
    const network = await client.networkMembers();
    const { address: from, privateKey } = await signers.unlock(signer);
    return () =>
      signTransaction(build(type, from, new Map<string, Value>([...network, ...values])), privateKey);
  };

  const submit = async (sign: Sign): Promise<string> => {
    const send = (signed: SignedTransaction): Promise<string> =>
      adviseSpace(client, signed, client.sendTransaction(signed));
    const isHeld = async (hash: string): Promise<boolean> => (await client.getTransaction(hash)) !== null;
    return (await sendInTime(sign, { send, isHeld, lookUp: LOOK_UP_IN_CONSOLE })).hash;
  };

  return {
    /** The timestamp is now unless the parameters have one. */
    build,
    sign: createSign(signers, networkMembers),
    /** Sends a signed transaction; or a contract's name with its parameters, a signer and options. Returns the hash. */
    async send(
      transaction: Awaitable<SignedTransaction> | string,
      parameters?: unknown,
      signer?: Signer,
      options?: LiteralOptions,
    ) {
      if (typeof transaction === "string")
        return submit(await prepareCall(transaction, parameters, { signer, ...options }));
      const signed = await transaction;
      assertOptions(parameters, LITERAL, "tx.send(signed, { raw }?)");
      const { raw = false } = (parameters ?? {}) as LiteralOptions;
      if (!raw) await addresses.assertSigned(signed);
      return submit(() => signed);
    },
    wait: createWait(connection, host),
    weight: async (transaction: Awaitable<SignedTransaction>) => client.weight(await transaction),
    /** The transaction, null when it is in no block. */
    async get(hash: Awaitable<string>) {
      const record = await client.getTransaction(await findHash(client, await hash));
      return record && showTransaction(record);
    },
    /** Newest first: all transactions, or those of an address. */
    list: async (page: Partial<ListPage> = {}, address?: unknown) =>
      showTransactions(
        await client.listTransaction(
          { ...DEFAULT_PAGE, ...page },
          address === undefined ? undefined : await addresses.resolve(address),
        ),
      ),
    count: () => client.transactionCount(),
  };
}

/** Signs synchronously with a private key; returns a promise when the keystore must be unlocked. */
function createSign(signers: Signers, networkMembers: ConsoleConnection["networkMembers"]) {
  function sign(transaction: unknown, signer: Exclude<Signer, string>): SignedTransaction;
  function sign(transaction: unknown, signer?: Signer): Awaitable<SignedTransaction>;
  function sign(transaction: unknown, signer?: Signer): Awaitable<SignedTransaction> {
    const members = toValueMap(transaction);
    assertOwnUnits(members, new Map(networkMembers));
    const pair = signers.pairOf(signer);
    if (pair !== undefined) return showSigned(signTransaction(members, pair.privateKey));
    return signers.unlock(signer).then(({ privateKey }) => showSigned(signTransaction(members, privateKey)));
  }
  return sign;
}

/** Waits until a block holds a transaction. Throws as `waitForTransaction` does. */
function createWait({ client, sandbox }: ConsoleConnection, { interruption }: Host) {
  return async (hash: Awaitable<string>, seconds = DEFAULT_WAIT_S): Promise<TransactionRecord> => {
    assertSeconds(seconds);
    const wanted = await findHash(client, await hash);
    // A sandbox's time advances only on request.
    await sandbox?.mine(undefined, { signal: interruption() });
    const record = await waitForTransaction(client, wanted, {
      timeoutS: seconds,
      signal: interruption(),
      advice: "See where it is: why(hash). Wait longer: tx.wait(hash, seconds).",
    });
    return showTransaction(record);
  };
}

function assertSeconds(seconds: unknown): void {
  if (typeof seconds === "number" && seconds >= 0) return;
  throw errors.waitSeconds();
}
