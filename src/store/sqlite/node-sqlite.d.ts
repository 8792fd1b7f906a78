/** The part of `node:sqlite` (Node.js 22.13 and later) that the driver uses. The types of Node.js 20 lack it. */
declare module "node:sqlite" {
  interface DatabaseOptions {
    readonly readOnly?: boolean;
    readonly enableForeignKeyConstraints?: boolean;
    readonly defensive?: boolean;
  }

  class StatementSync {
    all(...parameters: readonly unknown[]): unknown[];
    run(...parameters: readonly unknown[]): unknown;
  }

  class DatabaseSync {
    constructor(file: string, options?: DatabaseOptions);
    prepare(sql: string): StatementSync;
    exec(sql: string): void;
    close(): void;
  }
}
