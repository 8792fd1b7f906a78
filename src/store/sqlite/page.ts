import type { Page } from "../store.js";

/** How many rows stand before a page's first; a page beyond all numbers is as empty as the last possible one. */
export function rowsBefore(page: Page): number {
  return Math.min((page.page - 1) * page.count, Number.MAX_SAFE_INTEGER);
}
