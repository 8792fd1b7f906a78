import { idToPlace } from "../../records/event-place.js";
import { EVENTS, EVENT_TYPES, type EventType } from "../../records/operations/events.js";
import type { Engine } from "../engine.js";
import * as errors from "../errors.js";
import { givenIn, type OperationInput } from "./input.js";

/**
 * Reads what a client asks for.
 *
 * @param lastEventId the header of a client that connects again; it counts before `after`, which is still in its URL.
 * Throws `PARAMETER`, `EVENT_ID` or `EVENT_TYPE`.
 */
export function events(
  input: OperationInput,
  lastEventId: string | undefined,
): Parameters<Engine["events"]>[0] {
  const { after: given, types, ...filters } = givenIn(EVENTS, input);
  const id = lastEventId ?? given;
  const after = id === undefined ? null : idToPlace(id);
  if (id !== undefined && after === null) throw errors.eventId({ id });
  return { after, types: typesIn(types), ...filters };
}

function typesIn(names: string | undefined): ReadonlySet<EventType> | null {
  if (names === undefined) return null;
  return new Set(
    names.split(",").map((name) => {
      const type = EVENT_TYPES.find((known) => known === name);
      if (type === undefined) throw errors.eventType({ name, types: EVENT_TYPES.join(", ") });
      return type;
    }),
  );
}
