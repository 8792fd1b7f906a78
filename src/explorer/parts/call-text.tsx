import type { JSX } from "preact";
import { valueToJson } from "../../codec/readable-json.js";
import { callToMap, commandOf, type ShownCall } from "../format/commands.js";
import { Copy } from "./hash.js";
import { HostileText } from "./text.js";

/** A call as JSON and as a command, to copy. A transaction's time is filled in by who signs it. */
export function CallText({ call, from }: { readonly call: ShownCall; readonly from: string }): JSX.Element {
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
