import { isRefusal } from "../codec/chain-error.js";
import { isList, isMap, type Value, type ValueMap } from "../codec/value.js";
import type { ConsoleConnection } from "./connection.js";
import { toValueMap } from "./to-value.js";

const HEADER: ReadonlySet<string> = new Set(["type", "timestamp", "from"]);

/** The characters that are kept: a program at the prompt may send without end. */
const MOST_LENGTH = 1_000_000;

/** What a console did to a chain, as the lines of a test of `chainnode/testing`. */
export class RecordedSends {
  #lines: string[] = [];
  #length = 0;

  watch(connection: ConsoleConnection): ConsoleConnection {
    const { client, sandbox, networkMembers } = connection;
    return {
      ...connection,
      client: {
        ...client,
        sendTransaction: (signed) => {
          const { type, address, transaction } = signed;
          const given = [...transaction].filter(([name]) => !HEADER.has(name) && !networkMembers.has(name));
          return this.#sent({ type, from: address, given: new Map(given) }, client.sendTransaction(signed));
        },
      },
      sandbox: sandbox && {
        ...sandbox,
        impersonate: (from) => {
          const sender = sandbox.impersonate(from);
          return {
            ...sender,
            send: async (type, parameters = {}) =>
              this.#sent({ type, from, given: toValueMap(parameters) }, sender.send(type, parameters)),
          };
        },
        fund: async (to, amount) => {
          await sandbox.fund(to, amount);
          this.#add(`await chain.fund(${literal(to)}, ${literal(String(amount))});`);
        },
        warp: async (seconds, watched) => {
          const answer = await sandbox.warp(seconds, watched);
          this.#add(`await chain.warp(${seconds});`);
          return answer;
        },
      },
    };
  }

  clear(): void {
    this.#lines = [];
    this.#length = 0;
  }

  /** A test that does it again on a new development chain, and expects the same refusals. */
  toTest({ ruleSet: { number } }: Pick<ConsoleConnection, "ruleSet">): string {
    return [
      'import { test } from "node:test";',
      'import { assertRefused, sandbox } from "chainnode/testing";',
      "",
      'test("does again what a session did", async () => {',
      `  const chain = await sandbox({ rules: ${number} });`,
      ...this.#lines.map((line) => `  ${line}`),
      ...(this.#length > MOST_LENGTH ? ["  // The session did more, which is not recorded."] : []),
      "});",
      "",
    ].join("\n");
  }

  #add(line: string): void {
    this.#length += line.length;
    if (this.#length <= MOST_LENGTH) this.#lines.push(line);
  }

  async #sent(
    { type, from, given }: { readonly type: string; readonly from: string; readonly given: ValueMap },
    answer: Promise<string>,
  ): Promise<string> {
    const call = `chain.send(${literal(type)}, ${literal(given)}, { from: ${literal(from)} })`;
    try {
      const hash = await answer;
      this.#add(`await ${call};`);
      return hash;
    } catch (error) {
      if (isRefusal(error)) this.#add(`await assertRefused(${call}, ${literal(error.message)});`);
      throw error;
    }
  }
}

/** A value in JavaScript. */
function literal(value: Value): string {
  if (typeof value === "bigint") return `${value}n`;
  if (isList(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const members = Array.from(value, ([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`);
  return `{ ${members.join(", ")} }`;
}
