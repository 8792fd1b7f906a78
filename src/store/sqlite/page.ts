import type { PageRequest } from "../store.js";

/**
 * The number of rows before a page's first. It is bounded: a page beyond all numbers is as empty as the last possible
 * one.
 */
export function rowsBefore(page: PageRequest): number {
  return Math.min((page.page - 1) * page.count, Number.MAX_SAFE_INTEGER);
}
