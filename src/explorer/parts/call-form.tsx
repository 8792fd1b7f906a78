import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { TracedTrial, Value, ValueMap } from "../../client/index.js";
import type { ReadableCode } from "../../client/code-at.js";
import { isAddress } from "../../codec/address.js";
import { coinsToUnits } from "../../codec/coins.js";
import { attempted } from "../../codec/chain-error.js";
import { valueToJson } from "../../codec/readable-json.js";
import { toAskFailure, type AskFailure } from "../data/failure.js";
import { useLive } from "../data/live.js";
import { beginAsking } from "../data/node.js";
import { callToMap, commandOf, type ShownCall } from "../format/commands.js";
import { readFields, type ParameterField } from "../format/fields.js";
import { grouped } from "../format/numbers.js";
import { Failed } from "./asked.js";
import { DevSender } from "./dev-sender.js";
import { Copy } from "./hash.js";
import { ParameterInputs } from "./parameter-inputs.js";
import { ShownTrial } from "./trial.js";
import { HostileText } from "./text.js";

interface CallFormProps extends Omit<ShownCall, "parameters"> {
  /** The registered code; undefined for a contract of the system. */
  readonly code: ReadableCode | undefined;
  readonly fields: readonly ParameterField[];
  readonly from: string;
  /** The main block after which it is tried; null for the last one. */
  readonly at: number | null;
}

/** Calls a code: a request is answered, a contract is tried without sending anything. */
export function CallForm({ kind, type, cid, code, fields, from: sender, at }: CallFormProps): JSX.Element {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [from, setFrom] = useState(sender);
  const [height, setHeight] = useState(at === null ? "" : String(at));
  const [balance, setBalance] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  const { forks } = useLive();
  const id = useId();
  const parameters = attempted(() => readFields(fields, texts), null);
  const isContract = kind === "contract";

  const attempt = async (): Promise<void> => {
    setIsAsking(true);
    setFailure(null);
    setTold(null);
    try {
      const { node, height: heightOf } = beginAsking();
      const call = callToMap({ kind, type, cid, parameters: readFields(fields, texts) });
      const isRequest = !isContract && height === "";
      const trial = isRequest
        ? null
        : await node.whatIf(call, { kind, ...conditionsOf({ from, height, balance }) });
      const answer = isRequest ? await node.request(call) : null;
      setTold({ answer, trial, height: heightOf(), forks });
    } catch (error) {
      setFailure(toAskFailure(error));
    }
    setIsAsking(false);
  };
  return (
    <>
      <form
        class="fields"
        aria-label={isContract ? "Try the contract" : "Call the request"}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt();
        }}
      >
        <ParameterInputs
          fields={fields}
          texts={texts}
          onChange={(name, text) => setTexts(new Map([...texts, [name, text]]))}
        />
        {isContract && (
          <>
            <label>
              Sender
              <input
                value={from}
                spellcheck={false}
                onInput={(event) => setFrom(event.currentTarget.value)}
              />
            </label>
            <label>
              Its balance in coins (empty: as it is)
              <input
                value={balance}
                inputMode="decimal"
                onInput={(event) => setBalance(event.currentTarget.value)}
              />
            </label>
          </>
        )}
        <label for={`${id}-height`}>
          After main block (empty: the last one)
          <input
            id={`${id}-height`}
            value={height}
            inputMode="numeric"
            onInput={(event) => setHeight(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" disabled={isAsking}>
          {isContract ? "Try it" : "Call it"}
        </button>
      </form>
      {isContract && <p class="dim">Trying signs, sends and stores nothing.</p>}
      {isContract && parameters !== null && <DevSender call={callToMap({ kind, type, cid, parameters })} />}
      <div aria-live="polite">
        {failure !== null && <Failed failure={{ ...failure, isPassing: false }} />}
        {told !== null && told.forks !== forks && (
          <p class="dim">A block was undone since the answer. Ask again.</p>
        )}
        {told?.forks === forks && <ShownAnswer told={told} code={code} />}
      </div>
      {parameters === null ? (
        <p class="warn">A field must contain JSON and does not.</p>
      ) : (
        <CallText call={{ kind, type, cid, parameters }} from={from} />
      )}
    </>
  );
}

interface Told {
  /** Null for a request. */
  readonly trial: TracedTrial | null;
  readonly answer: Value;
  readonly height: number | null;
  /** A block that was undone since may be in it. */
  readonly forks: number;
}

function ShownAnswer({
  told: { trial, answer, height },
  code,
}: Pick<CallFormProps, "code"> & { readonly told: Told }): JSX.Element {
  if (trial !== null) return <ShownTrial trial={trial} code={code} isTried />;
  return (
    <>
      <pre class="box">
        <HostileText text={valueToJson(answer, "  ")} short={4000} />
      </pre>
      {height !== null && <p class="asof">As of block {grouped(height)}</p>}
    </>
  );
}

interface Conditions {
  readonly from: string;
  readonly height: string;
  readonly balance: string;
}

/** The conditions of a trial. Throws when one cannot be read. */
function conditionsOf({ from, height, balance }: Conditions): {
  readonly from?: string;
  readonly height?: number;
  readonly cells?: ValueMap;
} {
  const sender = from.trim();
  if (sender !== "" && !isAddress(sender)) throw new Error("The sender is not an address.");
  if (!/^[0-9]{0,15}$/.test(height.trim())) throw new Error("The block is not a height.");
  const units = balance.trim() === "" ? null : coinsToUnits(balance.trim());
  if (balance.trim() !== "" && units === null) throw new Error("The balance is not a number of coins.");
  return {
    ...(sender === "" ? {} : { from: sender }),
    ...(height.trim() === "" ? {} : { height: Number(height) }),
    ...(units === null ? {} : { cells: new Map([["balance", new Map([[sender, units]])]]) }),
  };
}

/** A call as JSON and as a command, to copy. The signer adds the time of a transaction. */
function CallText({ call, from }: { readonly call: ShownCall; readonly from: string }): JSX.Element {
  const command = commandOf(call);
  const sender = call.kind === "contract" && from !== "" ? [["from", from] as const] : [];
  const json = valueToJson(new Map([...callToMap(call), ...sender]));
  return (
    <details>
      <summary>As a command and as JSON</summary>
      {command === null ? (
        <p class="dim">A command line cannot name this call.</p>
      ) : (
        <>
          <pre class="box">
            <HostileText text={command} short={4000} />
          </pre>
          <Copy text={command} label="copy the command" />
        </>
      )}
      <pre class="box">
        <HostileText text={json} short={4000} />
      </pre>
      <Copy text={json} label="copy the JSON" />
    </details>
  );
}
