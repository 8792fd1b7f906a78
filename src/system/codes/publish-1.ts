import type { ClassicContract } from "../classic-code.js";
import { call, FROM, writeLocal } from "../expression.js";
import { CODE, codeMember, registrationConditions } from "../registration.js";

const codeId = call("hash", [codeMember("w"), codeMember("s"), codeMember("n")]);

/** Publish 1: any sender registers a code in the method format whose writer is the sender (PROTOCOL 6.17). */
export const PUBLISH_1: ClassicContract = {
  name: "Publish",
  version: "1",
  parameters: [{ name: "code", maxlength: 65_536n, default: null }],
  conditions: [
    [call("eq", codeMember("w"), FROM), "Writer must be the from address. "],
    ...registrationConditions({
      type: "t",
      name: "n",
      version: "v",
      space: "s",
      spaceTitle: "space",
      codeId,
    }),
  ],
  updates: [writeLocal(codeMember("t"), codeId, CODE)],
};
