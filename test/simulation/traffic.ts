import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { Value } from "../../src/codec/value.js";
import type { Clock } from "../../src/base/clock/clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { signTransaction } from "../../src/records/transaction.js";
import { FastSigner } from "../support/fast-signer.js";
import type { Dice } from "./dice.js";
import type { Participant } from "./participant.js";

const SECOND_US = 1_000_000;
const MAX_TRANSFERS = 3;
const REFINE = 0.1;
const RECIPIENT = createKeyPair(hashOf("recipient"));

/** The transactions of users: transfers between accounts, and validators that refine their rewards. */
export class Traffic {
  readonly #dice: Dice;
  readonly #clock: Clock;
  readonly #network: ReadonlyMap<string, string>;
  readonly #signers: readonly FastSigner[];

  /** @param network what a transaction says of its network. */
  constructor(dice: Dice, clock: Clock, network: ReadonlyMap<string, string>) {
    this.#network = network;
    this.#signers = devAccounts().map((account) => new FastSigner(account, network));
    this.#dice = dice;
    this.#clock = clock;
  }

  /** One to three transfers within the next second, each through some node. */
  scheduleSecond(participants: readonly Participant[]): void {
    const dice = this.#dice;
    for (let transfer = dice.between(0, MAX_TRANSFERS); transfer >= 0; transfer -= 1) {
      const participant = dice.pick(participants);
      this.#clock.schedule(dice.between(0, SECOND_US), () => this.#transfer(participant));
    }
    if (!dice.chance(REFINE)) return;
    const miner = dice.pick(participants);
    this.#clock.schedule(dice.between(0, SECOND_US), () => this.#refine(miner));
  }

  #transfer(participant: Participant): Promise<void> {
    const signed = this.#dice.pick(this.#signers).transfer(RECIPIENT.address, this.#clock.nowUs());
    return participant.run((node) =>
      node.sendTransaction({ ...signed, transaction: parseJson(signed.transaction) }),
    );
  }

  #refine(participant: Participant): Promise<void> {
    const { address, privateKey } = participant.identity.node;
    const transaction = new Map<string, Value>([
      ["type", "Refine"],
      ["timestamp", BigInt(this.#clock.nowUs())],
      ["from", address],
      ...this.#network,
      ["amount", `${this.#dice.between(1, 1000)}0000000000`],
    ]);
    return participant.run((node) => node.sendTransaction(signTransaction(transaction, privateKey)));
  }
}
