import type { EventPlace } from "../../records/event-place.js";
import { placeToId } from "../../records/event-place.js";
import type { EventType } from "../../records/operations/events.js";

/** What the filters of a stream look at. */
export interface TransactionMarks {
  readonly hash: string;
  /** Null for the root space; undefined when the node no longer knows. */
  readonly cid: string | null | undefined;
  readonly addresses: readonly string[];
}

/** What the filters of a stream look at (docs/events.md). */
export interface MarkedEvent {
  readonly type: EventType;
  readonly transaction?: TransactionMarks;
}

/** An event that cannot be replayed. */
export interface SentEvent extends MarkedEvent {
  readonly frame: string;
}

/** An event of the chains, and where the reader is after it. */
export interface ChainEvent extends MarkedEvent {
  /** One line of JSON. */
  readonly data: string;
  readonly place: EventPlace;
}

/** @param data one line of JSON. */
export function eventFrame(type: EventType, data: string, place?: EventPlace): string {
  return `event: ${type}\n${place === undefined ? "" : idLine(place)}data: ${data}\n\n`;
}

/** The line that says where the reader is. */
export function idLine(place: EventPlace): string {
  return `id: ${placeToId(place)}\n`;
}
