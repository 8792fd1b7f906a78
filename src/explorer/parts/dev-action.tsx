import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { coinsToUnits } from "../../codec/coins.js";
import { toAskFailure, type AskFailure } from "../data/failure.js";
import { Failed } from "./asked.js";

interface DevActionProps {
  readonly name: string;
  /** The name of the form. Default: the action's. */
  readonly title?: string;
  /** Runs the action, and returns a sentence about its effect. */
  readonly act: (given: FormData) => Promise<ComponentChildren>;
  /** What the action destroys. The button then asks for confirmation. */
  readonly loss?: string;
  readonly children?: ComponentChildren;
}

/** A form that changes a development chain, and shows what it did or why it failed. */
export function DevAction({ name, title, act, loss, children }: DevActionProps): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [done, setDone] = useState<ComponentChildren>("");
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    setDone("");
    setFailure(null);
    if (loss !== undefined && !isAsking) return setIsAsking(true);
    setIsAsking(false);
    setIsUnderWay(true);
    try {
      setDone(await act(given));
    } catch (error) {
      setFailure({ ...toAskFailure(error), isPassing: false });
    }
    setIsUnderWay(false);
  };
  return (
    <form
      class={children === undefined ? "fields bare" : "fields"}
      aria-label={title ?? name}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {children}
      <button type="submit" class={title === undefined ? "" : "main"} disabled={isUnderWay}>
        {isAsking ? `${name}: yes` : name}
      </button>
      {isAsking && (
        <button type="button" onClick={() => setIsAsking(false)}>
          No
        </button>
      )}
      <div role="status">
        {isAsking && <p>{loss}</p>}
        {isUnderWay && <p>The node is at it.</p>}
        {done !== "" && <p>{done}</p>}
      </div>
      {failure !== null && <Failed failure={failure} />}
    </form>
  );
}

/** The amount in units of a field in coins. Throws when it holds no amount. */
export function amountField(given: FormData): string {
  const amount = coinsToUnits(fieldOf(given, "amount"));
  if (amount === null)
    throw new Error("The amount is a number of coins with at most 18 digits after the point.");
  return amount;
}

export function fieldOf(given: FormData, name: string): string {
  const value = given.get(name);
  return typeof value === "string" ? value.trim() : "";
}
