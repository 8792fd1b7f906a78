import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import {
  askDevSnapshots,
  askDevTime,
  devFaucet,
  devMine,
  devMining,
  devSeal,
  devRevert,
  devSnapshot,
  devWarp,
} from "../data/dev.js";
import { refresh } from "../data/live.js";
import { grouped } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { amountField, DevAction, fieldOf } from "../parts/dev-action.js";
import { Link } from "../parts/link.js";
import { Table } from "../parts/table.js";
import { Time } from "../parts/time.js";
import { linkTo } from "../places.js";

const SECONDS = { minutes: 60, hours: 3600, days: 86_400 } as const;
const US = 1_000_000;

/** New coins for any address. */
export function Faucet(): JSX.Element {
  const give = async (given: FormData): Promise<string> => {
    const to = fieldOf(given, "to");
    await devFaucet(to, amountField(given));
    return `${to} has them: a new key called Faucet, and sent the coins on.`;
  };
  return (
    <>
      <h2>Faucet</h2>
      <DevAction name="Give coins" act={give}>
        <label>
          Address
          <input name="to" required spellcheck={false} />
        </label>
        <label>
          New coins, up to 29,999
          <input name="amount" inputMode="decimal" required defaultValue="1000" />
        </label>
      </DevAction>
    </>
  );
}

export function MiningTools(): JSX.Element {
  const info = useAnswer("mining", (node) => node.info());
  return (
    <>
      <h2>Mining</h2>
      <DevAction
        name="Mine one resource block"
        act={async () => `Resource block ${grouped(await devMine())} was mined.`}
      />
      <Asked answered={info}>
        {({ resource_miner_policy: isOn, chain_maker_policy: isByItself }) => (
          <>
            <DevAction
              name={isOn ? "Stop mining resource blocks" : "Mine resource blocks"}
              act={async () => {
                await devMining(!isOn);
                refresh();
                return isOn ? "Mining is off." : "Mining is on.";
              }}
            />
            {isByItself || (
              <DevAction
                name="Make blocks of what waits"
                act={async () => `The last block is ${grouped(await devSeal())}.`}
              />
            )}
          </>
        )}
      </Asked>
    </>
  );
}

export function ChainTime(): JSX.Element {
  const asked = useAnswer("time", askDevTime);
  const warp = async (given: FormData): Promise<string> => {
    const unit = fieldOf(given, "unit");
    const seconds =
      Number(fieldOf(given, "count")) * (unit in SECONDS ? SECONDS[unit as keyof typeof SECONDS] : 1);
    if (!Number.isSafeInteger(seconds) || seconds <= 0) throw new Error("Give a whole number from 1.");
    await devWarp(seconds);
    refresh();
    return "The chain is in that time now.";
  };
  return (
    <>
      <h2>Time</h2>
      <Asked answered={asked}>
        {({ now, ahead }) => (
          <p>
            It is <Time us={now} isDate /> on the chain
            {ahead >= US ? `, ${grouped(Math.round(ahead / US))} seconds ahead of the real time` : ""}.
          </p>
        )}
      </Asked>
      <DevAction
        name="Advance the time"
        act={warp}
        loss="Time does not go back, not by a snapshot either. Programs that date transactions by the real time are refused from then on. This page is not."
      >
        <label>
          By
          <input name="count" type="number" min="1" required defaultValue="1" />
        </label>
        <label>
          Unit
          <select name="unit">
            {Object.keys(SECONDS).map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </label>
      </DevAction>
    </>
  );
}

export function Snapshots(): JSX.Element {
  const asked = useAnswer("snapshots", askDevSnapshots);
  return (
    <>
      <h2>Snapshots</h2>
      <DevAction
        name="Take a snapshot"
        act={async () => {
          await devSnapshot();
          refresh();
          return "Taken.";
        }}
      />
      <Asked answered={asked}>
        {(snapshots) => (
          <Table
            label="Snapshots"
            columns={["#Snapshot", "Taken", "#Main block", "#Resource block", "Back to it"]}
            rows={snapshots.map(({ id, time, height, resourceHeight }) => [
              String(id),
              String(id),
              <Time us={time} />,
              <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
              grouped(resourceHeight),
              <DevAction
                name={`Revert to ${id}`}
                loss="All blocks after the snapshot are undone, with their transactions, and what waits for a block is dropped."
                act={async () => {
                  await devRevert(id);
                  refresh();
                  return "The chain is as it was then.";
                }}
              />,
            ])}
            empty="No snapshot is taken yet. Snapshots end with the node."
          />
        )}
      </Asked>
    </>
  );
}

/** Explains how to act for an account without impersonation. */
export function OtherSenders(): JSX.Element {
  return (
    <>
      <h2>As another address</h2>
      <p>
        The chain verifies every signature, so no transaction can be sent without the key of its sender: a
        chain with one would be refused by every other node and by <code>chainnode data check</code>. What any
        address could do is tried instead: open a <Link to={linkTo("codes")}>contract</Link>, and give any
        sender. The outcome, the fee, and the cells before and after are those of a real call; nothing is
        sent.
      </p>
    </>
  );
}
