import type { Value } from "../../codec/value.js";
import { NEWS_KINDS, type NewsItem, type NewsKind, type RoundNews } from "../../consensus/round-news.js";
import { jsonMapText, type Answer } from "../../ledger/answer.js";
import { MAX_WANTED } from "../../records/operations/limits.js";
import type { BroadcastQuery, NewsQuery } from "../engine.js";

/** The greatest length of the records in one answer, unless one alone is longer. */
const MAX_LENGTH = 4 * 1024 * 1024;
const US_PER_MS = 1000;

/**
 * Broadcast for a node that knows what was new before (PROTOCOL 15.15): in `data` what it wants and this node's own new
 * statements, in `news` the ids of the other new records, and the next block of the asker's chain if it is the last. When
 * it wants nothing, it may wait for something new.
 */
export async function newsView(
  news: RoundNews,
  { chain_type }: BroadcastQuery,
  { since, wanted, tip, waitMs, signal }: NewsQuery,
): Promise<Answer> {
  news.look();
  if (wanted.length === 0 && waitMs > 0) await news.wait(since, waitMs * US_PER_MS, signal);
  const { items, cursor } = news.since(since);
  const own = items.filter(({ isOwn, kind }) => isOwn && kind !== "receipts");
  const asked = [...own, ...wanted.slice(0, MAX_WANTED).flatMap((id) => news.find(id) ?? [])];
  const shown = within(asked);
  // What is too long for this answer is told again, to be asked for.
  const told = new Set([...items, ...asked].filter((item) => !shown.has(item)));
  const records = (kind: NewsKind): readonly [string, string] => [
    kind,
    jsonMapText(
      [...shown].filter((item) => item.kind === kind).map(({ key, text }) => [key, text()] as const),
    ),
  ];
  const main = jsonMapText([records("transactions"), records("chunks"), records("hypotheses")]);
  const json =
    chain_type === "all"
      ? jsonMapText([
          ["main", main],
          ["resource", jsonMapText([records("receipts")])],
        ])
      : main;
  const ids = NEWS_KINDS.map(
    (kind) => [kind, [...told].filter((item) => item.kind === kind).map(({ id }) => id)] as const,
  );
  const { tips } = news;
  const block = tip === undefined ? null : news.blockAfter(tip);
  const siblings = {
    news: new Map<string, Value>([
      ["since", cursor],
      ["main", tips.main],
      ["resource", tips.resource],
      ...(block === null ? [] : [["block", block] as const]),
      ...ids.filter(([, each]) => each.length > 0),
    ]),
  };
  return { json, siblings };
}

/** The first records that are not too long together. */
function within(items: readonly NewsItem[]): ReadonlySet<NewsItem> {
  let length = 0;
  return new Set(items.filter(({ text }, index) => (length += text().length) <= MAX_LENGTH || index === 0));
}
