import { toRedeclarable } from "./evaluation/redeclarable.js";
import { mayBeSecret } from "./history.js";

interface Statement {
  readonly source: string;
  /** Its text when it is one expression, otherwise null. */
  readonly expression: string | null;
  readonly hasResult: boolean;
}

const LEFT_OUT = "// A statement that may hold a secret was left out here.";

export class Session {
  #statements: Statement[] = [];

  record(statement: Statement): void {
    this.#statements.push(statement);
  }

  clear(): void {
    this.#statements = [];
  }

  toLines(): string {
    return linesText(this.#print(({ source }) => source.trim()));
  }

  /** A program that prints the results that were shown. */
  toScript(): string {
    const lines = this.#print(({ source, expression, hasResult }) => {
      if (expression === null) return source.trim();
      return hasResult ? `print(await (${expression}));` : `await (${expression});`;
    });
    return linesText(toRedeclarable(lines));
  }

  #print(toText: (statement: Statement) => string): readonly string[] {
    return this.#statements.map((statement) =>
      mayBeSecret(statement.source) ? LEFT_OUT : toText(statement),
    );
  }
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
