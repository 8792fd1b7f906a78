/** The result of work that no signal ends. Throws the signal's reason when that comes first. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((accept, refuse) => {
    const abort = (): void => refuse(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    void work.then(accept, refuse).finally(() => signal.removeEventListener("abort", abort));
  });
}
