import autocannon from "autocannon";

export const CONNECTIONS = 64;

/** Sends requests over HTTP. Fails unless every answer was a success: only successes are measured. */
export async function httpLoad(
  options: autocannon.Options,
  onAnswer?: () => void,
): Promise<autocannon.Result> {
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ connections: CONNECTIONS, ...options }, (error: Error | null, ended) => {
      if (error === null) resolve(ended);
      else reject(error);
    });
    if (onAnswer !== undefined) run.on("response", onAnswer);
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`Of the requests to ${options.url}, ${result.non2xx + result.errors} failed. `);
  }
  return result;
}
