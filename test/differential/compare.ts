/** Runs both machines on one scenario. */
import { reportPlain } from "./plain-report.js";
import { reportProduct } from "./product-report.js";
import { firstDifference, type Scenario } from "./scenario.js";

export interface Difference {
  readonly plain: string;
  readonly product: string;
}

/** Returns the first difference, null when the machines agree. An exception in either is a difference too. */
export async function compare(scenario: Scenario): Promise<Difference | null> {
  const product = await reportProduct(scenario).catch(describeCrash);
  let plain;
  try {
    plain = reportPlain(scenario);
  } catch (error) {
    plain = describeCrash(error);
  }
  return firstDifference(plain, product);
}

function describeCrash(error: unknown): string[] {
  return [`crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}
