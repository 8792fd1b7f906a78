import { idToPlace } from "../../records/event-place.js";
import { EVENTS, EVENT_TYPES, type EventType } from "../../records/operations/events.js";
import type { Engine } from "../engine.js";
import * as errors from "../errors.js";
import { assertOperationParameters, textParameter, type OperationInput } from "./input.js";

/**
 * Reads what a client asks for; the result opens the stream.
 *
 * @param lastEventId the header of a client that connects again; it counts before `after`, which is still in its URL.
 * Throws `PARAMETER`, `EVENT_ID` or `EVENT_TYPE`.
 */
export function events(
  input: OperationInput,
  lastEventId: string | undefined,
): (engine: Pick<Engine, "events">, signal: AbortSignal) => AsyncIterable<string> {
  assertOperationParameters(EVENTS, input);
  const id = lastEventId ?? textParameter(input, "after");
  const after = id === undefined ? null : idToPlace(id);
  if (id !== undefined && after === null) throw errors.eventId({ id });
  const text = (name: "hash" | "address" | "cid"): { [K in typeof name]?: string } => {
    const value = textParameter(input, name);
    return value === undefined ? {} : { [name]: value };
  };
  const query = { after, types: typesIn(input), ...text("hash"), ...text("address"), ...text("cid") };
  return (engine, signal) => engine.events(query, signal);
}

function typesIn(input: OperationInput): ReadonlySet<EventType> | null {
  const names = textParameter(input, "types");
  if (names === undefined) return null;
  return new Set(
    names.split(",").map((name) => {
      const type = EVENT_TYPES.find((known) => known === name);
      if (type === undefined) throw errors.eventType({ name, types: EVENT_TYPES.join(", ") });
      return type;
    }),
  );
}
