import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { isMap, type ValueMap } from "../../src/codec/value.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import type { Engine, PeerAnswer } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { answerPeer } from "../../src/api/views/peer-answer.js";
import { forwardTo } from "../support/forward-to.js";
import type { Responder } from "./answer-call.js";
import type { Attacker, AttackerParts } from "./attackers.js";
import type { Participant } from "./participant.js";

const SECOND_US = 1_000_000;
/** Hosts that one node shows beside its own, with keys that cost nothing. */
const STRANGERS = 16;
/** How many keys an eclipser makes for one that it uses. */
const KEYS_A_PLACE = 25;
/** A node with a peer that its operator named is never further behind (PROTOCOL 15.12). */
const MOST_BEHIND_S = 10;
/** Longer than that, after the strangers have been checked. */
const ECLIPSE_S = 26;
/** Acts, two a second, from one offer of names to the next. */
const ACTS_A_NAME = 10;
const WRONG_US = 600 * SECOND_US;

type PeerKey = ReturnType<typeof createKeyPair>;

/** The peer keys that follow a node's on the ring, so that no honest one lies between them. */
function keysAfter(victim: string, maker: number): readonly PeerKey[] {
  const keys = Array.from({ length: STRANGERS * KEYS_A_PLACE }, (_, index) =>
    createKeyPair(hashOf(`ring ${maker} ${index}`)),
  );
  const isAfter = ({ address }: PeerKey): number => Number(address > victim);
  return keys
    .toSorted((left, right) => isAfter(right) - isAfter(left) || (left.address < right.address ? -1 : 1))
    .slice(0, STRANGERS);
}

/** Hosts with keys of their own on the machine of a node. */
class Strangers {
  readonly #parts: AttackerParts;
  readonly #hosts: string[] = [];

  constructor(parts: AttackerParts) {
    this.#parts = parts;
  }

  /** Lets the victim try a host. */
  async show(victim: Node, name: string, engineFor: Responder["engineFor"]): Promise<void> {
    const { self, hosts } = this.#parts;
    const host = `${name}.node-${self.index}.example.org:9900`;
    const responder: Responder = {
      index: self.index,
      engineFor,
      get node() {
        return self.node;
      },
    };
    hosts.set(host, responder);
    this.#hosts.push(host);
    await victim.peer({ register: true, host, authentication: false });
  }

  get isShown(): boolean {
    return this.#hosts.length > 0;
  }

  end(): void {
    for (const host of this.#hosts) this.#parts.hosts.delete(host);
  }
}

/** Fills the ring between a node and the others with strangers, which show it its own chain. */
export async function createEclipser(parts: AttackerParts): Promise<Attacker> {
  const { self, victim, participants } = parts;
  const strangers = new Strangers(parts);
  const watch = new Follower(victim, participants);
  return {
    seconds: ECLIPSE_S,
    engine: (node) => node,
    async act() {
      const { node } = victim;
      if (node === null) return;
      await watch.look(node.clock.nowUs());
      if (strangers.isShown) return;
      for (const [index, key] of keysAfter(victim.identity.peer.address, self.index).entries())
        await strangers.show(node, `ring-${index}`, () => victimWithKey(victim, key));
    },
    end: async () => strangers.end(),
  };
}

/**
 * Offers a node names whose DNS servers never answer, other ones each five seconds: each call to one ends after all the
 * time that a call has.
 */
export async function createSlowNames(parts: AttackerParts): Promise<Attacker> {
  const { victim, participants } = parts;
  const strangers = new Strangers(parts);
  const watch = new Follower(victim, participants);
  let acts = 0;
  return {
    seconds: ECLIPSE_S,
    engine: (node) => node,
    async act() {
      const { node } = victim;
      if (node === null) return;
      await watch.look(node.clock.nowUs());
      acts += 1;
      if (acts % ACTS_A_NAME !== 1) return;
      for (let index = 0; index < STRANGERS / 2; index += 1)
        await strangers.show(node, `slow-${acts}-${index}`, () => "silent");
    },
    end: async () => strangers.end(),
  };
}

function victimWithKey({ node }: Participant, key: PeerKey): Engine | null {
  if (node === null) return null;
  const { ledger, clock } = node;
  return forwardTo(() => node, {
    peer: (query) => answerPeer({ ledger, key, nowUs: clock.nowUs(), tracker: undefined }, query),
  });
}

/** Checks that a node keeps up with an honest peer that its operator named, whatever strangers show it. */
class Follower {
  readonly #self: Participant;
  readonly #participants: readonly Participant[];
  /** The least heights of the others, and when they had them. */
  readonly #seen: { readonly atUs: number; readonly height: number }[] = [];

  constructor(self: Participant, participants: readonly Participant[]) {
    this.#self = self;
    this.#participants = participants;
  }

  async look(nowUs: number): Promise<void> {
    const others = honestOf(this.#participants).filter((other) => other !== this.#self);
    const heights = await Promise.all(others.map(({ store }) => store.mainBlockSummary("last")));
    this.#seen.push({ atUs: nowUs, height: Math.min(...heights.map((tip) => tip?.height ?? 0)) });
    const due = this.#seen.findLast(({ atUs }) => nowUs - atUs > MOST_BEHIND_S * SECOND_US);
    const own = (await this.#self.store.mainBlockSummary("last"))?.height ?? 0;
    expect(own, `node ${this.#self.index} is more than ${MOST_BEHIND_S} s behind all others`).to.be.at.least(
      due?.height ?? 0,
    );
  }
}

/**
 * Shows the others strangers whose clocks are ten minutes wrong, and what honest nodes stated some time ago, with the
 * proofs of their slots. No node may be silent for it (PROTOCOL 15.13).
 */
export async function createWrongClocks(parts: AttackerParts): Promise<Attacker> {
  const { self, participants } = parts;
  const strangers = new Strangers(parts);
  return {
    seconds: ECLIPSE_S,
    engine: (node) => node,
    async act() {
      const honest = honestOf(participants);
      for (const { node, index } of honest)
        expect(node?.stopReason?.code, `node ${index} is silent for its clock`).to.equal(undefined);
      if (strangers.isShown) return;
      for (const { node } of honest) {
        if (node === null) continue;
        for (let index = 0; index < STRANGERS / 2; index += 1) {
          const key = createKeyPair(hashOf(`wrong clock ${self.index} ${index}`));
          await strangers.show(node, `clock-${index}`, () => wrongClock(self, key, index % 2 === 0));
        }
      }
      for (const other of honest) {
        const stated = await other.node?.peer({ register: false, authentication: true });
        for (const { node } of honest)
          if (node !== null && stated !== undefined)
            await strangers.show(node, `old-${other.index}`, () => oldStatement(self, stated));
      }
    },
    end: async () => strangers.end(),
  };
}

function wrongClock({ node }: Participant, key: PeerKey, isFast: boolean): Engine | null {
  if (node === null) return null;
  const { ledger, clock } = node;
  const nowUs = clock.nowUs() + (isFast ? WRONG_US : -WRONG_US);
  return forwardTo(() => node, {
    peer: async (query) => {
      const { data } = await node.peer(query);
      const slot = isMap(data) ? (data.get("slot") as ValueMap | undefined) : undefined;
      return answerPeer(
        { ledger, key, nowUs, tracker: undefined, ...(slot === undefined ? {} : { slot }) },
        query,
      );
    },
  });
}

function oldStatement({ node }: Participant, stated: PeerAnswer): Engine | null {
  return node === null ? null : forwardTo(() => node, { peer: async () => stated });
}

/** The nodes that do not attack now and follow the local rules. */
function honestOf(participants: readonly Participant[]): readonly Participant[] {
  return participants.filter(({ traitor, isPlain }) => traitor === null && !isPlain);
}
