import { Console } from "node:console";
import { Writable } from "node:stream";

/** A `console` whose output is not a result. It holds no state that SIGINT could leave half changed. */
export function createScriptConsole(write: (text: string) => void, hasColour = false): Console {
  const stdout = Object.assign(new Writable(), {
    write(text: string) {
      write(text);
      return true;
    },
  });
  return new Console({ stdout, colorMode: hasColour });
}
