import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { createChunk } from "../../src/records/chunk.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import { exchange, Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain } from "../support/validator-chain.js";

const [ALICE, BOB] = devAccounts() as [KeyPair, KeyPair];
const SECOND_US = 1_000_000;
const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** The validators that push the round time: a third of the slots. */
const PUSHING = 3;

describe("A round time that three of nine validators push (PROTOCOL 16.1)", () => {
  it("is not followed: the others seal the block of the time at which they proposed it", async () => {
    const { proposed, sealed } = await sealedBeside(2);
    expect(sealed).to.equal(proposed);
  });

  it("is followed in rules 1", async () => {
    const { proposed, sealed } = await sealedBeside(1);
    expect(sealed).to.be.greaterThan(proposed);
  });

  /** When the others proposed, and the time of the block that they sealed, while three date chunks later every second. */
  async function sealedBeside(rules: RulesNumber): Promise<{ proposed: number; sealed: number }> {
    const chain = await prepareValidatorChain(SLOTS, undefined, { rules });
    const clock = new VirtualClock(OFFICE_START_US + 60 * SECOND_US);
    // The newest slot is silent, so that the others decide together.
    const honest = await Promise.all(
      chain.identities.slice(PUSHING - 1, -1).map(({ node }) => Validator.open(chain, node, clock)),
    );
    const pushing = [...chain.identities.slice(0, PUSHING - 1), ...chain.identities.slice(-1)];
    const { network } = honest[0]?.ledger ?? {};
    if (network === undefined) throw new Error("There is no validator. ");
    const transfer = signTransaction(
      new Map<string, Value>([
        ["type", "Send"],
        ["timestamp", BigInt(clock.nowUs())],
        ["from", ALICE.address],
        ...networkMembers(network),
        ["to", BOB.address],
        ["amount", "5"],
      ]),
      ALICE.privateKey,
    );
    await Promise.all(honest.map((validator) => validator.submit(transfer)));
    let proposed = 0;
    for (let tenth = 0; tenth < 80; tenth += 1) {
      await clock.advance(SECOND_US / 10);
      const s_timestamp = clock.nowUs() - (clock.nowUs() % SECOND_US);
      for (const validator of honest) {
        const previous_blockhash = validator.ledger.tip.blockhash;
        for (const { node } of pushing) {
          const chunk = createChunk({ previous_blockhash, s_timestamp, transactions: [] }, node.privateKey);
          await validator.book.offerChunk(chunk).catch(() => undefined);
        }
        const block = await validator.step();
        if (block !== null) return { proposed, sealed: block.s_timestamp };
        if (proposed === 0) proposed = validator.chunk?.s_timestamp ?? 0;
      }
      await exchange(honest);
    }
    throw new Error("No block was sealed. ");
  }
});
