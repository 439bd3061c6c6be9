import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type {
  AgentContext,
  ClientCapabilities,
  CreateElicitationRequest,
  CreateElicitationResponse,
  PromptResponse,
  ReadTextFileResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  StopReason,
} from "@agentclientprotocol/sdk";
import { absent, report } from "@kestrel/diagnostics";
import type { EventOf, OpBody, OpId, SessionEvent, SessionId, TurnId } from "@kestrel/protocol";
import { newOpId } from "@kestrel/server/client";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { FollowedSession } from "../daemon/followed-session.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { runStart } from "../run/run-start.ts";
import { answers, askedDigest, asks, callsThatAsk } from "../session-lines/call-in.ts";
import { promptWords } from "./prompt-words.ts";
import { askedCall, chunk, historyUpdates, newsUpdates } from "./session-updates.ts";

/** The connected editor: its client, capabilities and language. */
export type Editor = { client: AgentContext; can: ClientCapabilities; say: Say };

type Prompt = Parameters<typeof promptWords>[0];
type Ended = EventOf<"turn.ended">;

/** For the model: why a call was denied without the user's decision. */
const unsavedReason = (path: string) =>
  `${path} has changes in the person's editor that are not saved, so nothing was written; ask them to save or discard those, then read the file again`;

/** Turn ends without an ACP stop reason that the user did not choose: the prompt is answered with an error message. */
const failures: ReadonlySet<Ended["reason"]> = new Set([
  ...(["failed", "context_full", "log_unwritable", "interrupted", "shutdown"] as const),
]);
const stopReasons: Partial<Record<Ended["reason"], StopReason>> = {
  cancelled: "cancelled",
  max_steps: "max_turn_requests",
  length: "max_tokens",
};

/** One Kestrel session in an editor: events become updates, and approvals and questions are requested there. */
export class EditorSession {
  readonly session: FollowedSession;
  readonly #connection: Connection;
  readonly #editor: Editor;
  /** Requests open in the editor, by digest. */
  readonly #asked = new Map<string, AbortController>();
  readonly #waiting = new Map<TurnId, (end: Ended | Promise<never>) => void>();
  /** Set once no more updates are sent. */
  #left: { failure?: CommandFailure } | undefined;
  readonly #own = new Set<OpId>();
  /** Whether a prompt of this editor runs, and whether it was cancelled. */
  #prompting = false;
  #cancelled = false;

  /** `replay`: sends the whole conversation first. */
  constructor(connection: Connection, id: SessionId, editor: Editor, replay: boolean) {
    this.#connection = connection;
    this.#editor = editor;
    this.session = new FollowedSession(
      connection,
      id,
      {
        ready: (state) => {
          if (replay) this.#tell(historyUpdates(state, this.#around(state)));
          for (const call of callsThatAsk(state)) void this.#ask(call, state);
        },
        event: (event, state) => this.#event(event, state),
        spoken: (kind, words) =>
          this.#tell([chunk(kind === "text" ? "agent_message" : "agent_thought", words)]),
      },
      !replay,
    );
  }

  /** Sends a message, or runs a `/` command. Resolves with the end of its turn. */
  async prompt(blocks: Prompt): Promise<PromptResponse> {
    const { say } = this.#editor;
    const { client, started } = this.#connection;
    const { workspace } = this.session.state;
    const { text, images } = promptWords(blocks, workspace, say);
    this.#prompting = true;
    this.#cancelled = false;
    try {
      const ready = await started?.modelReady;
      if (ready?.failure) throw new CommandFailure(ready.failure.code, ready.failure.params);
      const { before, op } = await runStart(text, {
        names: async () => (await client.call("listInvocables", { body: { workspace } })).names,
        state: () => this.session.whole(),
        say,
      });
      for (const first of before) await this.#do(first);
      const withImages = op.type === "send-message" && images.length > 0 ? { ...op, images } : op;
      const { turnId } = await this.#do(withImages);
      if (this.#cancelled) await this.cancel();
      return turnId === undefined ? { stopReason: "end_turn" } : this.#answer(await this.#endOf(turnId));
    } finally {
      this.#prompting = false;
    }
  }

  /** Stops the running turn, if there is one. */
  async cancel(): Promise<void> {
    this.#cancelled = true;
    await unlessOver(this.session.ask({ type: "cancel" }));
  }

  /** The editor closed the session. Work that it requested ends. */
  async close(): Promise<void> {
    if (this.#prompting) await this.cancel();
    this.leave();
  }

  /** Stops following. A waiting prompt is answered: as cancelled, or with the failure. */
  leave(failure?: CommandFailure): void {
    this.#left = { failure };
    this.session.close();
    for (const [turnId, settle] of this.#waiting) settle(this.#endWithout(turnId, this.#left));
  }

  #endWithout(turnId: TurnId, { failure }: { failure?: CommandFailure }): Promise<never> | Ended {
    return failure ? Promise.reject(failure) : { type: "turn.ended", turnId, reason: "cancelled" };
  }

  #around({ workspace }: SessionState) {
    return { say: this.#editor.say, workspace };
  }

  /** Sends updates in order. */
  #tell(updates: readonly SessionUpdate[]): void {
    const { client } = this.#editor;
    for (const update of updates)
      client.notify("session/update", { sessionId: this.session.id, update }).catch(() => undefined); // expected: the editor is gone
  }

  #event({ body }: SessionEvent, state: SessionState): void {
    const isMessage = body.type === "turn.started" || body.type === "steering.queued";
    if (isMessage && !this.#own.has(body.opId ?? "")) this.#tell([chunk("user_message", body.text)]);
    this.#tell(newsUpdates(body, state, this.#around(state)));
    if (asks(body)) {
      const call = callsThatAsk(state).find((one) => "callId" in body && one.callId === body.callId);
      if (call) void this.#ask(call, state);
    } else if (answers(body)) this.#asked.get(body.digest)?.abort();
    else if (body.type === "turn.ended") {
      for (const open of this.#asked.values()) open.abort();
      this.#waiting.get(body.turnId)?.(body);
    }
  }

  #do(op: OpBody) {
    const opId = newOpId();
    this.#own.add(opId);
    return this.session.ask(op, opId);
  }

  #endOf(turnId: TurnId): Promise<Ended> {
    for (const entry of this.session.state.timeline.backwards())
      if (entry.kind === "end" && entry.turnId === turnId)
        return Promise.resolve({ ...entry, type: "turn.ended" });
    if (this.#left) return Promise.resolve(this.#endWithout(turnId, this.#left));
    const end = new Promise<Ended>((resolve) => this.#waiting.set(turnId, resolve));
    return Promise.race([end, this.session.lost]).finally(() => this.#waiting.delete(turnId));
  }

  #answer(end: Ended): PromptResponse {
    if (!failures.has(end.reason)) return { stopReason: stopReasons[end.reason] ?? "end_turn" };
    throw new TurnFailure(end);
  }

  /** Requests the user's answer in the editor, and sends it to the daemon. Cancels the request when it was answered elsewhere. */
  async #ask(call: ToolEntry, state: SessionState): Promise<void> {
    const digest = askedDigest(call);
    if (digest === undefined || this.#asked.has(digest)) return;
    const settled = new AbortController();
    this.#asked.set(digest, settled);
    try {
      const op = await (call.question
        ? this.#elicited(call, settled.signal)
        : this.#permitted(call, state, settled.signal));
      if (!settled.signal.aborted) await unlessOver(this.session.ask(op));
    } catch (error) {
      if (settled.signal.aborted) return;
      // The editor cannot ask: the call stays undecided.
      report("asking in an editor", error);
      this.#tell([chunk("agent_message", `\n\n${this.#editor.say("acp.waits")}\n\n`)]);
    } finally {
      this.#asked.delete(digest);
    }
  }

  async #permitted(call: ToolEntry, state: SessionState, settled: AbortSignal): Promise<OpBody> {
    const { client, say } = this.#editor;
    const { callId, approval: { digest = "" } = {} } = call;
    const denied = (reason?: string): OpBody => ({ type: "deny", callId, digest, reason });
    const before = await this.#unsaved(call, state);
    if (before !== undefined) return denied(unsavedReason(before));
    const { outcome } = await client.request<RequestPermissionResponse, RequestPermissionRequest>(
      "session/request_permission",
      {
        sessionId: this.session.id,
        toolCall: askedCall(call, this.#around(state)),
        options: [
          { optionId: "allow", name: say("acp.allow"), kind: "allow_once" },
          { optionId: "deny", name: say("acp.deny"), kind: "reject_once" },
        ],
      },
      { cancellationSignal: settled, stopWaitingOnCancel: true },
    );
    if (outcome.outcome !== "selected" || outcome.optionId !== "allow") return denied();
    const since = await this.#unsaved(call, state);
    if (since !== undefined) return denied(unsavedReason(since));
    return { type: "approve", callId, digest, scope: "once" };
  }

  /** The first file that the call writes and that has unsaved changes in the editor. */
  async #unsaved({ subject, approval }: ToolEntry, { workspace }: SessionState): Promise<string | undefined> {
    const { client, can } = this.#editor;
    if (!can.fs?.readTextFile) return undefined;
    const named = subject?.paths?.filter(({ access }) => access === "write") ?? [];
    // The tool may resolve a path differently from the model's text; the preview has the written path.
    const written = new Set(named.map(({ path }) => path));
    if (approval?.preview) written.add(approval.preview.path);
    for (const path of written) {
      const whole = resolve(workspace, path);
      const asked = { sessionId: this.session.id, path: whole };
      const theirs = await client
        .request<ReadTextFileResponse>("fs/read_text_file", asked)
        .catch(() => undefined); // expected: the file is not open in the editor
      const ours = await readFile(whole, "utf8").catch(absent);
      if (theirs && plain(theirs.content) !== plain(ours ?? "")) return path;
    }
    return undefined;
  }

  /** Shows the model's question in the editor's form. Without form support the model gets the answer that it cannot ask. */
  async #elicited({ callId, question }: ToolEntry, settled: AbortSignal): Promise<OpBody> {
    const { client, can } = this.#editor;
    const { digest = "", question: message = "", choices } = question ?? {};
    const answered = { type: "answer-question", callId, digest } as const;
    if (!can.elicitation?.form) return { ...answered, end: "nobody" };
    const reply = await client.request<CreateElicitationResponse, CreateElicitationRequest>(
      "elicitation/create",
      {
        ...{ sessionId: this.session.id, toolCallId: callId, mode: "form", message },
        requestedSchema: {
          type: "object",
          properties: { answer: { type: "string", ...(choices && { enum: [...choices] }) } },
          required: ["answer"],
        },
      },
      { cancellationSignal: settled, stopWaitingOnCancel: true },
    );
    const { answer: text } = ((reply.action === "accept" && reply.content) || {}) as { answer?: unknown };
    return typeof text === "string" && text !== ""
      ? { ...answered, end: "answered", text }
      : { ...answered, end: "dismissed" };
  }
}

/** A turn that failed, with its message. */
export class TurnFailure extends Error {
  readonly end: Ended;

  constructor(end: Ended) {
    super(end.reason);
    this.end = end;
  }
}

/** Editors use one kind of line end, and no byte order mark. */
function plain(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");
}

/** Ignores an answer or a stop that comes too late: another client was first, or the turn is over. */
async function unlessOver(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    const { code } = failureOf(error);
    if (code !== "approval_stale" && code !== "approval_not_found" && code !== "no_open_turn") throw error;
  });
}
