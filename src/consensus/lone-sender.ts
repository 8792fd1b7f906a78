/** How soon after a block a sender that waited for it signs its next transaction, µs. */
const AT_ONCE_US = 10_000;
/** How many such transactions in a row show a lone sender. */
const SHOWN_BY = 2;
/** How long no other transaction may have come between, µs. */
const QUIET_US = 2_000_000;

/**
 * Whether everything comes from one sender that waits for each block before it signs the next transaction, as a script
 * does. Then no transaction is on its way while another one waits for its block, and a block may close at once.
 */
export class LoneSender {
  /** Whether a transaction waits that is not chosen for a block. */
  #isWaiting = false;
  /** When all that waited were chosen for a block, µs. */
  #closedUs = 0;
  /** When they were in it, µs; infinite while it is being made. */
  #madeUs = 0;
  /** When a transaction last came that was signed while another one waited, µs. */
  #besideUs = 0;
  #inTurn = 0;

  /** Notes a transaction that the node takes. Returns whether it was signed while no other one waited. */
  take(signedUs: number): boolean {
    const isInTurn = !this.#isWaiting && signedUs >= this.#closedUs;
    this.#isWaiting = true;
    if (isInTurn) this.#inTurn = signedUs - this.#madeUs <= AT_ONCE_US ? this.#inTurn + 1 : 0;
    return isInTurn;
  }

  /** Notes a transaction that was signed while another one waited. */
  noteBeside(nowUs: number): void {
    this.#besideUs = nowUs;
    this.#inTurn = 0;
  }

  /** Forgets who sent before. */
  clear(): void {
    this.#besideUs = 0;
  }

  /** Notes that all that wait are chosen for a block. */
  close(nowUs: number): void {
    this.#isWaiting = false;
    this.#closedUs = nowUs;
    this.#madeUs = Number.POSITIVE_INFINITY;
  }

  /** Notes that none is left. */
  settle(nowUs: number): void {
    if (this.#isWaiting) this.close(nowUs);
    this.#madeUs = Math.min(this.#madeUs, nowUs);
  }

  isAlone(nowUs: number): boolean {
    return this.#inTurn >= SHOWN_BY && nowUs - this.#besideUs >= QUIET_US;
  }
}
