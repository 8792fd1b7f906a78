import type { CommandTree } from "../src/cli/command.js";

/** Every command by its words, which are its path in this directory. None is loaded before it is needed. */
export const commands: CommandTree = {
  commands: new Map([
    ["completion", () => import("./completion.js")],
    ["config show", () => import("./config/show.js")],
    ["hash address", () => import("./hash/address.js")],
    ["hash id", () => import("./hash/id.js")],
    ["hash merkle", () => import("./hash/merkle.js")],
    ["hash short", () => import("./hash/short.js")],
    ["hash space", () => import("./hash/space.js")],
    ["hash state-key", () => import("./hash/state-key.js")],
    ["hash time", () => import("./hash/time.js")],
    ["hash value", () => import("./hash/value.js")],
    ["key default", () => import("./key/default.js")],
    ["key export", () => import("./key/export.js")],
    ["key import", () => import("./key/import.js")],
    ["key list", () => import("./key/list.js")],
    ["key new", () => import("./key/new.js")],
    ["key passwd", () => import("./key/passwd.js")],
    ["key remove", () => import("./key/remove.js")],
    ["key show", () => import("./key/show.js")],
    ["man", () => import("./man.js")],
  ]),
  groups: new Map([
    ["config", "the settings"],
    ["hash", "the protocol's hashes and identifiers"],
    ["key", "keys, kept encrypted in the data directory"],
  ]),
};
