import { useAnswer } from "./answer.js";
import { CellNames, isReadable, type ReadableCode } from "../../client/code-at.js";
import { allCodes } from "./codes.js";
import { rootSpace } from "./root-space.js";

export type CodeNames = CellNames<ReadableCode>;

const NOTHING: CodeNames = new CellNames("", []);

/** The names that the codes of the chain give to cells. They are asked for once a page; until then no cell has a name. */
export function useCellNames(): CodeNames {
  return useAnswer("cell names", 0, askCellNames).value ?? NOTHING;
}

async function askCellNames(): Promise<CodeNames> {
  const codes = (await allCodes()).filter(isReadable);
  return new CellNames((await rootSpace()) ?? "", codes);
}
