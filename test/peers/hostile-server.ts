import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Engine } from "../../src/api/engine.js";
import { HANDLERS } from "../../src/api/operations/handlers.js";
import { textParameter, type OperationInput } from "../../src/api/operations/input.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { operationAt } from "../../src/records/operations/operations.js";
import { bodyToInput } from "../../src/rpc/input.js";
import { answerToBody } from "../../src/rpc/send-answer.js";
import type { Hostility } from "../support/hostile-answers.js";
import { listenLocally } from "../support/listen-locally.js";

/** A peer on a real loopback socket that gives an engine's answers, and something else for one kind of question. */
export class HostileServer {
  /** The kinds of questions that were asked, in order. */
  readonly asked = new Set<string>();
  /** How often the question with the hostile answer was asked. */
  provoked = 0;
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #random: () => number;
  #plan: { readonly question: string; readonly hostility: Hostility } | null = null;

  constructor(engine: Engine, random: () => number) {
    this.#engine = engine;
    this.#random = random;
    this.#server = createServer((request, response) => {
      // The caller may have disconnected.
      void this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Returns the host that it listens at. */
  async listen(): Promise<string> {
    return `127.0.0.1:${await listenLocally(this.#server)}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Applies from now on; null means honest answers. */
  plan(question: string, hostility: Hostility): void {
    this.#plan = { question, hostility };
    this.provoked = 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const body = Buffer.concat(pieces).toString("latin1");
    const input = await bodyToInput("", request.headers["content-type"] ?? "", body);
    const question = questionOf(request.url ?? "", input);
    this.asked.add(question);
    const honest = await this.#honestAnswer(request.url ?? "", withoutWait(input));
    if (this.#plan?.question !== question) {
      response.end(honest);
      return;
    }
    this.provoked += 1;
    this.#plan.hostility.answer(response, honest, this.#random);
  }

  async #honestAnswer(path: string, input: OperationInput): Promise<string> {
    const operation = operationAt(path);
    if (operation === undefined) throw new Error(`No operation has the path ${path}. `);
    const body = answerToBody(await HANDLERS[operation.name](this.#engine, input));
    if (typeof body === "string") return body;
    let text = "";
    for await (const piece of body as AsyncIterable<string | Buffer>) text += piece.toString();
    return text;
  }
}

/** Virtual time stands still until a call is answered: a node that has no place for one that waits answers it at once. */
function withoutWait({ form, json }: OperationInput): OperationInput {
  const without = <V>(parameters: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
    new Map([...parameters].filter(([name]) => name !== "wait"));
  return { form: without(form), json: without(json) };
}

/** An operation with the kind of its parameters. */
function questionOf(path: string, input: OperationInput): string {
  const asked: Value | undefined = input.json.get("request");
  const type = memberOf(asked, "type");
  const words = [
    path.slice(1),
    textParameter(input, "chain_type"),
    typeof type === "string" ? type : undefined,
    memberOf(asked, "full") === true ? "full" : undefined,
  ];
  return words.filter((word) => word !== undefined).join(" ");
}
