import { MAX_BODY_SIZE } from "./limits.js";
import { optional, required, type Operation } from "./operation.js";
import { TRACED_TRIAL } from "./trial.js";

export const WHAT_IF = {
  name: "WhatIf",
  summary:
    "What a call would do, by any sender, at any height, on other cells. Nothing is signed, sent or stored. Answered with --explorer only.",
  parameters: [
    required(
      "call",
      "json",
      MAX_BODY_SIZE,
      "JSON text of an object with `type`, the parameters of the contract or request, and `cid` unless it is of the network's own space.",
    ),
    optional(
      "kind",
      "string",
      8,
      "`contract` or `request`: which of two codes of one name. A contract when there is one.",
    ),
    optional("from", "string", 44, "The sender. The zero address when left out.", { isAddress: true }),
    optional("height", "int", 16, "The main block after which it is tried. The last one when left out."),
    optional(
      "cells",
      "json",
      MAX_BODY_SIZE,
      "JSON text of an object with other values of cells: `balance` and `resource` by address, `universal` and `local` by state key; null for an absent cell.",
    ),
  ],
  isRead: true,
  isExplorer: true,
  data: TRACED_TRIAL,
} as const satisfies Operation;
