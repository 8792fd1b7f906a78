import { fields, listOf, mapOf, type Shape } from "./spec-shapes.js";
import {
  MAIN_BLOCK,
  MAIN_BLOCK_SUMMARY,
  RESOURCE_BLOCK,
  RESOURCE_BLOCK_SUMMARY,
  TRANSACTION_RECORD,
} from "./spec-records.js";

/** The system requests of the RPC interface, row by row, written independently of the sources. */

export interface SpecParameter {
  readonly name: string;
  readonly type: "string" | "int" | "boolean";
  readonly maxlength: number;
  readonly isMandatory?: true;
  /** The default as JSON. */
  readonly default?: string;
  /** The smallest and the greatest value accepted. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only values accepted. */
  readonly cases?: readonly string[];
  /** JSON of values that are valid on the recorded chain. */
  readonly good: readonly string[];
}

export interface SpecRequest {
  readonly type: string;
  readonly parameters: readonly SpecParameter[];
  /** JSON of parameters for which the answer on the recorded chain has every field. */
  readonly example: Readonly<Record<string, string>>;
  readonly data: Shape;
}

/** Parts of the recorded chain: a main block with transfers, a resource block, an address and a code. */
const MAIN_HEIGHT = "70";
const ADDRESS = '"b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e"';
const SEND_CODE = '"40aba7d1d362d2c16eea2e4a73e1d9d7976e729c1db4"';
const MAIN_HASH = '"0660c2691268c06d4325ec60aaa7194afb511f5ec4e61ff1c97d72ee09a0b5a345d9f125fc35cb"';
const TRANSACTION_HASH = '"0660c269097b986317620863d6370637a87e1be706781c02767a3e921263832ba4189117960944"';

const blockTarget: SpecParameter = {
  name: "target",
  type: "string",
  maxlength: 78,
  good: ["5", '"5"', MAIN_HASH],
};
const startTarget: SpecParameter = { name: "target", type: "int", maxlength: 16, good: ["1", "40", '"7"'] };
const full: SpecParameter = { name: "full", type: "boolean", maxlength: 5, good: ["true", "false"] };
const page: SpecParameter = {
  name: "page",
  type: "int",
  maxlength: 16,
  default: "1",
  minimum: 1,
  good: ["1", "2"],
};
const count = (maximum: number): SpecParameter => ({
  name: "count",
  type: "int",
  maxlength: 4,
  isMandatory: true,
  minimum: 1,
  maximum,
  good: ["1", String(maximum)],
});
const codes = mapOf("a string", "code hash");

export const SPEC_REQUESTS: readonly SpecRequest[] = [
  { type: "GetBlock", parameters: [blockTarget, full], example: { target: MAIN_HEIGHT }, data: MAIN_BLOCK },
  {
    type: "ListBlock",
    parameters: [
      { name: "height", type: "int", maxlength: 16, good: ["3", "78", '"7"'] },
      { name: "count", type: "int", maxlength: 4, default: "20", maximum: 9999, good: ["1", "9999"] },
      { name: "sort", type: "int", maxlength: 2, default: "-1", good: ["-1", "1"] },
    ],
    example: {},
    data: mapOf(MAIN_BLOCK_SUMMARY, "height"),
  },
  {
    type: "BlockCount",
    parameters: [{ ...blockTarget, good: ["5"] }, full],
    example: {},
    data: "an integer",
  },
  {
    type: "GetTransaction",
    parameters: [{ name: "target", type: "string", maxlength: 78, good: [TRANSACTION_HASH] }],
    example: {},
    data: TRANSACTION_RECORD,
  },
  {
    type: "ListTransaction",
    parameters: [{ name: "address", type: "string", maxlength: 44, good: [ADDRESS] }, page, count(1000)],
    example: { count: "3", address: ADDRESS },
    data: mapOf(TRANSACTION_RECORD, "transaction hash"),
  },
  { type: "TransactionCount", parameters: [], example: {}, data: "an integer" },
  {
    type: "GetCode",
    parameters: [
      {
        name: "ctype",
        type: "string",
        maxlength: 10,
        default: '"contract"',
        cases: ["contract", "request"],
        good: ['"contract"', '"request"'],
      },
      { name: "target", type: "string", maxlength: 64, good: [SEND_CODE] },
    ],
    example: { target: SEND_CODE },
    data: codes,
  },
  {
    type: "ListCode",
    parameters: [page, count(100)],
    example: { count: "100" },
    data: fields({ contracts: codes, requests: codes }),
  },
  {
    type: "CodeCount",
    parameters: [],
    example: {},
    data: fields({ contracts: "an integer", requests: "an integer" }),
  },
  {
    type: "GetResourceBlock",
    parameters: [{ ...blockTarget, good: ["5", '"5"'] }, full],
    example: {},
    data: RESOURCE_BLOCK,
  },
  {
    type: "ListResourceBlock",
    parameters: [page, count(100)],
    example: { count: "100" },
    data: listOf(RESOURCE_BLOCK_SUMMARY),
  },
  { type: "ResourceBlockCount", parameters: [], example: {}, data: "an integer" },
  {
    type: "GetBlocks",
    parameters: [startTarget, full],
    example: {},
    data: mapOf(MAIN_BLOCK_SUMMARY, "height"),
  },
  {
    type: "GetResourceBlocks",
    parameters: [startTarget, full],
    example: {},
    data: mapOf(RESOURCE_BLOCK_SUMMARY, "height"),
  },
  {
    type: "GetResource",
    parameters: [{ name: "address", type: "string", maxlength: 44, isMandatory: true, good: [ADDRESS] }],
    example: { address: ADDRESS },
    data: fields({ resource: "a decimal-number string" }),
  },
];
