import { readFileSync } from "node:fs";

/** The members of package.json, two directories above the built sources, that describe the program. */
export interface About {
  readonly version: string;
  /** The supported versions of Node.js, such as `^20.19.0 || >=22.12.0`. */
  readonly engines: { readonly node: string };
}

export function readAbout(): About {
  return JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as About;
}

/** Whether a version of Node.js is in a range of `^` and `>=` parts. */
export function isInRange(version: string, range: string): boolean {
  return range.split("||").some((part) => {
    const least = part.trim().replace(/^(\^|>=)/, "");
    const isSameMajor = version.split(".", 1)[0] === least.split(".", 1)[0];
    return isAtLeast(version, least) && (isSameMajor || part.includes(">="));
  });
}

function isAtLeast(version: string, least: string): boolean {
  const numbers = version.split(".").map(Number);
  const wanted = least.split(".").map(Number);
  const index = wanted.findIndex((number, place) => number !== numbers[place]);
  return index < 0 || (numbers[index] ?? 0) > (wanted[index] ?? 0);
}
