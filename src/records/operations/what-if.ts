import { MAX_BODY_SIZE } from "./limits.js";
import { operationParameter, type Operation } from "./operation.js";
import { TRACED_TRIAL } from "./trial.js";

export const WHAT_IF = {
  name: "WhatIf",
  summary:
    "What a call would do, by any sender, at any height, on other cells. Nothing is signed, sent or stored. Answered with --explorer only.",
  parameters: [
    operationParameter({
      name: "call",
      type: "json",
      maxlength: MAX_BODY_SIZE,
      requirements: true,
      summary:
        "JSON text of an object with `type`, the parameters of the contract or request, and `cid` unless it is of the network's own space.",
    }),
    operationParameter({
      name: "kind",
      type: "string",
      maxlength: 8,
      summary: "`contract` or `request`: which of two codes of one name. A contract when there is one.",
    }),
    operationParameter({
      name: "from",
      type: "string",
      maxlength: 44,
      isAddress: true,
      summary: "The sender. The zero address when left out.",
    }),
    operationParameter({
      name: "height",
      type: "int",
      maxlength: 16,
      summary: "The main block after which it is tried. The last one when left out.",
    }),
    operationParameter({
      name: "cells",
      type: "json",
      maxlength: MAX_BODY_SIZE,
      summary:
        "JSON text of an object with other values of cells: `balance` and `resource` by address, `universal` and `local` by state key; null for an absent cell.",
    }),
  ],
  isRead: true,
  isExplorer: true,
  data: TRACED_TRIAL,
} as const satisfies Operation;
