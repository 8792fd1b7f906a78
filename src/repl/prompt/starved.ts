import { Session } from "node:inspector";
import { promiseHooks } from "node:v8";

/** The event loop turns this often while it may. */
const TURN_MS = 50;
/** Code that keeps it from turning for longer is asked whether the user has stopped it. */
const STARVED_MS = 200;
/** Continuations between two looks at the clock. A million run in a quarter of a second, and hardly ever as many in a turn. */
const SELDOM = 20_000;

/**
 * Ends code that awaits without end what is settled, as `for (;;) await null`: the event loop receives neither keys nor
 * signals meanwhile. `isStopped` is asked then, and `onEnd` called in the next turn, because ended code takes all
 * continuations that wait with it. Returns a function that ends the watch.
 */
export function watchStarved(isStopped: () => boolean, onEnd: () => void): () => void {
  let turnedMs = performance.now();
  let continuations = 0;
  const turns = setInterval(() => {
    turnedMs = performance.now();
    continuations = 0;
  }, TURN_MS).unref();
  const unhook = promiseHooks.onBefore(() => {
    continuations += 1;
    if (continuations % SELDOM !== 0 || performance.now() - turnedMs < STARVED_MS || !isStopped()) return;
    turnedMs = performance.now();
    setImmediate(onEnd);
    endExecution();
  }) as () => void;
  return () => {
    clearInterval(turns);
    unhook();
  };
}

function endExecution(): void {
  const session = new Session();
  session.connect();
  session.post("Runtime.terminateExecution");
  // In the next turn: a session that ends takes its commands back.
  setImmediate(() => session.disconnect());
}
