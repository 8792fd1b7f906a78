/** A host that the operator does not want, until a time in µs; null means until the ban is lifted. */
export interface Ban {
  readonly host: string;
  readonly untilUs: number | null;
}

/** The hosts that the operator has banned. */
export class Bans {
  readonly #ends: Map<string, number | null>;

  constructor(bans: readonly Ban[]) {
    this.#ends = new Map(bans.map(({ host, untilUs }) => [host, untilUs]));
  }

  /** Those that are in force at a time. */
  at(nowUs: number): readonly Ban[] {
    const bans = Array.from(this.#ends, ([host, untilUs]) => ({ host, untilUs }));
    return bans.filter(({ untilUs }) => untilUs === null || untilUs > nowUs);
  }

  has(host: string, nowUs: number): boolean {
    return this.at(nowUs).some((ban) => ban.host === host);
  }

  add({ host, untilUs }: Ban): void {
    this.#ends.set(host, untilUs);
  }

  /** Returns whether there was such a ban. */
  remove(host: string): boolean {
    return this.#ends.delete(host);
  }
}
