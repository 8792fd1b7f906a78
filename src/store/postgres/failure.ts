import { DatabaseError } from "pg";
import { messageOf, type ChainError } from "../../codec/chain-error.js";
import * as errors from "../errors.js";

/** Converts PostgreSQL's error codes (its manual, appendix A) to errors of the store. */
const SLOW = new Set(["57014", "55P03"]);
/** The server starts, stops, or lost a standby's rows to a conflict with recovery; another try may succeed. */
const PASSING = /^(?:08|53300|57P0|40001|40P01|25006)/;
const FULL = /^53[12]00$/;
const DENIED = /^(?:28|42501|3D000)/;
const NO_TABLES = /^(?:42P01|3F000|42703)/;

export function errorOf(error: unknown, server: string): ChainError {
  const reason = messageOf(error);
  if (!(error instanceof DatabaseError)) {
    if (reason === "timeout exceeded when trying to connect")
      return errors.postgresBusy({ server }, { cause: error });
    return errors.postgresUnreachable({ server, reason }, { cause: error });
  }
  const code = error.code ?? "";
  if (SLOW.has(code)) return errors.postgresSlow({ server, reason }, { cause: error });
  if (FULL.test(code)) return errors.postgresFull({ server, reason }, { cause: error });
  if (PASSING.test(code)) return errors.postgresUnreachable({ server, reason }, { cause: error });
  if (DENIED.test(code)) return errors.postgresDenied({ server, reason }, { cause: error });
  if (NO_TABLES.test(code)) return errors.postgresEmpty({ server, reason }, { cause: error });
  return errors.postgresFailed({ server, reason }, { cause: error });
}
