import { hashOf } from "../../../src/codec/hash.js";
import { checkProjection } from "../../../src/readers/projector/check-projection.js";
import { Projector, type ProjectorOptions } from "../../../src/readers/projector/projector.js";
import { storeSource } from "../../../src/readers/projector/source.js";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { openPostgresStore } from "../../../src/store/postgres/open.js";
import type { PostgresStore } from "../../../src/store/postgres/postgres-store.js";
import { LIVE_SCHEMA } from "../../../src/store/postgres/schema.js";
import type { Store } from "../../../src/store/store.js";
import { expect } from "chai";
import { expectSameAnswers } from "../../support/compare-stores.js";
import { recordedNetwork } from "../../support/recorded-chain.js";

/** The identity under which tests project the recorded chain. */
export const IDENTITY = hashOf("the recorded network");

/** A projector of a store into databases. `tell` wakes it, as a commit does. */
export interface TestProjector {
  readonly projector: Projector;
  readonly tell: () => void;
}

export function projectorOf(
  store: Store,
  urls: readonly string[],
  options: Partial<ProjectorOptions> = {},
): TestProjector {
  const listeners = new Set<() => void>();
  const source = storeSource(store, (onChange) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  });
  const projector = new Projector({
    source,
    network: recordedNetwork(),
    identity: IDENTITY,
    addresses: urls.map((url) => readDatabaseAddress(url)),
    schema: LIVE_SCHEMA,
    ...options,
  });
  return { projector, tell: () => listeners.forEach((tell) => tell()) };
}

/** Copies all that is there, and ends. */
export async function copyOnce(
  store: Store,
  url: string,
  options: Partial<ProjectorOptions> = {},
): Promise<Projector> {
  const { projector } = projectorOf(store, [url], options);
  await projector.run(new AbortController().signal, { once: true });
  return projector;
}

export async function withProjection<T>(url: string, use: (store: PostgresStore) => Promise<T>): Promise<T> {
  const store = await openPostgresStore({ address: readDatabaseAddress(url), network: IDENTITY });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Expects that a database answers what a store answers, and that each block's rows are those of the chain. */
export function expectCopied(store: Store, url: string, addresses?: readonly string[]): Promise<void> {
  return withProjection(url, async (projection) => {
    // The recorded chain is long, and its questions are many.
    const [asked, every] =
      addresses === undefined ? [[recordedNetwork().genesis_address], 9] : [addresses, 1];
    await expectSameAnswers(store, projection, asked, every);
    expect(await faultOf(store, projection)).to.equal(null);
  });
}

export function faultOf(store: Store, projection: PostgresStore): ReturnType<typeof checkProjection> {
  return checkProjection(projection, { reader: store, network: recordedNetwork(), onBlock: () => undefined });
}
