import { Console } from "node:console";
import { Writable } from "node:stream";

/** The `console` of scripts, whose lines are no results. */
export function createScriptConsole(log: (text: string) => void): Console {
  return new Console(
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        log(String(chunk).replace(/\n$/, ""));
        done();
      },
    }),
  );
}
