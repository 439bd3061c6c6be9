import { setTimeout as wait } from "node:timers/promises";
import {
  imageBounds,
  type Mode,
  type OpId,
  type SentImage,
  type SessionEvent,
  type SessionSummary,
} from "@kestrel/protocol";
import type { StatusPart } from "@kestrel/protocol/terminal";
import { newOpId } from "@kestrel/server/client";
import { asOneMessage, type SessionState, type ToolEntry } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { FollowedSession, type SessionWatcher } from "../daemon/followed-session.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import { asWished, newSession, type SessionWish } from "../daemon/pick-session.ts";
import type { Say } from "../i18n/say.ts";
import { elsewhereLine } from "../models/elsewhere-line.ts";
import { answerOp } from "../question/answer-op.ts";
import { type Answer, isAnswer } from "../question/asked-question.ts";
import { answers, askedDigest, asks, callIn, callsThatAsk } from "../session-lines/call-in.ts";
import { endSentence } from "../session-lines/end-sentence.ts";
import { personLines, replayLastTurn } from "../session-lines/transcript-lines.ts";
import type { Keystroke } from "../terminal/keyboard.ts";
import type { Paint } from "../terminal/style.ts";
import { foldedText, showInPager } from "./folded-text.ts";
import { isGone } from "./lost-lines.ts";
import { picturesInside, picturesNamed, readPictures } from "./named-pictures.ts";
import { OpenQuestion } from "./open-question.ts";
import { type Edited, Outbox } from "./outbox.ts";
import { SessionView } from "./session-view.ts";
import { showSilence } from "./show-silence.ts";
import { shownFailure } from "./shown-failure.ts";
import type { PressedFor, Surface } from "./surface.ts";
import { WishedSession } from "./wished-session.ts";

export type DialogueParts = {
  connection: Connection;
  surface: Surface;
  say: Say;
  paint: Paint;
  /** Settings for the session that is opened. */
  wish: SessionWish;
};

/** A stop waits at most this long for messages in flight. Milliseconds. */
const longestOnTheirWay = 150;

const listed = (names: readonly string[]) => names.map(visibleName).join(", ");

type Sending = { editing: Edited | undefined; show: (() => void) | undefined; opId: OpId };

type Open = { session: FollowedSession; outbox: Outbox; view: SessionView };

/** One user, one terminal, one session at a time. A session begins with its first message. */
export class Dialogue {
  readonly #parts: DialogueParts;
  #open: Promise<Open> | undefined;
  #current: Open | undefined;
  readonly wished: WishedSession;
  #asking: OpenQuestion | undefined;
  /** Digests of the questions whose answers are in flight. */
  readonly #given = new Set<string | undefined>();
  /** Calls answered since the first one waited. */
  #answered = 0;
  /** The message that the next one replaces. */
  #editing: Edited | undefined;
  readonly #underWay = new Map<OpId, string>();
  /** Messages for after the turn, oldest first. */
  #after: string[] = [];
  /** The user stopped the running turn: no queued message starts another one when it ends. */
  #stops = false;
  /** A stop was asked and not answered yet. */
  #stopping = false;
  /** Parts of the status line under a turn; all until the settings are read. */
  statusParts: ReadonlySet<StatusPart> | undefined;
  /** Called when messages were refused because the model differs from the session's. */
  onModelChanged: () => void = () => {};
  /** Called when the daemon is gone; `wanted`: a message waits for it. Resolves to true when the session continues. */
  onLost: (error: unknown, wanted: boolean) => Promise<boolean> = async () => false;

  constructor(parts: DialogueParts) {
    this.#parts = parts;
    this.wished = new WishedSession(parts.wish, () => this.#current?.session);
  }

  get state(): SessionState | undefined {
    return this.#current?.session.state;
  }

  /** The state with the complete timeline. */
  async whole(): Promise<SessionState | undefined> {
    return this.#current?.session.whole();
  }

  /** Whether a message sent now is shown above the line until the model has it: not while a question is open. */
  get queues(): boolean {
    return (this.working || this.#underWay.size > 0) && this.#asking === undefined;
  }

  get working(): boolean {
    return this.state?.openTurn !== undefined;
  }

  /**
   * Sends a message to the model, or to the running turn. Failures are shown, and the message returns to the line. `show` prints a message
   * that is not on the screen yet, once the model has it.
   */
  async say(text: string, show?: () => void): Promise<void> {
    const editing = this.#editing;
    this.#edits(undefined);
    const opId = newOpId();
    let unshown = show;
    const send = () => this.#send(text, { editing, show: unshown, opId });
    this.#underWay.set(opId, text);
    const answered = showSilence(this.#parts, () => this.working);
    try {
      await send().catch(async (error: unknown) => {
        if (!isGone(error)) throw error;
        unshown?.();
        unshown = undefined;
        if (!(await this.lost(error, true))) throw error;
        // It may have arrived: what a log has by this id is not added again.
        await send();
      });
    } catch (error) {
      this.#parts.surface.putBack(text);
      this.#edits(editing);
      if (!isGone(error)) this.#show(error);
    } finally {
      this.#underWay.delete(opId);
      answered();
    }
  }

  async #send(text: string, { editing, show, opId }: Sending): Promise<void> {
    this.#open ??= this.#begin();
    const { outbox, view } = await this.#open;
    if (this.#asking?.keeps(text)) return;
    const folder = this.state?.workspace ?? this.#parts.wish.folder;
    const named = picturesNamed(text, folder);
    // Pasted text may come from a web page: it must not attach files outside the folder.
    const isPasted = this.#parts.surface.wasPasted(text);
    const paths = isPasted ? await picturesInside(named, folder) : named;
    const images = paths.length > 0 ? await this.#pictures(paths, editing !== undefined) : [];
    const sent = outbox.send(text, editing, show, images, opId);
    view.showLive();
    await sent;
  }

  /** Pictures sent with a message; one sentence names those that are not, and why. */
  async #pictures(paths: readonly string[], replaces: boolean): Promise<readonly SentImage[]> {
    const { connection, surface, say, paint } = this.#parts;
    const { images, names, refused } = await readPictures(paths);
    const tell = (sentence: string) => surface.tell(paint("dim", sentence));
    const { count, bytes } = imageBounds;
    if (refused.length > 0)
      tell(say("picture.refused", { names: listed(refused), count, limit: bytes / 1_048_576 }));
    if (images.length === 0) return [];
    const { model } = await connection.engineStatus(this.state ?? { accepted: this.wished.model });
    const blind = model?.capabilities.vision !== true;
    const why = blind ? "picture.blind" : this.working || replaces ? "picture.joins" : undefined;
    tell(say(why ?? "picture.sent", { names: listed(names) }));
    return why === undefined ? images : [];
  }

  /** Returns a message to the line; it leaves the conversation when its replacement is sent. */
  edit(text: string, edited: Edited): void {
    this.#parts.surface.putBack(text);
    this.#edits(edited);
    this.#parts.surface.hint(this.#parts.say("repl.editing"));
  }

  #edits(edited: Edited | undefined): void {
    if (this.#editing === edited) return;
    this.#editing = edited;
    this.#parts.surface.hint("");
    this.marked();
  }

  /** Sends a message when the running turn is over; it returns to the line when the turn fails. */
  sayAfter(text: string): void {
    this.#after.push(text);
    this.#current?.view.showLive();
  }

  /** Leaves the session; the next message begins a new one. A running turn continues. */
  reset(): void {
    this.#edits(undefined);
    this.wished.keep();
    this.#current?.session.close();
    this.#open = undefined;
    this.#current = undefined;
    this.#asked();
    this.#parts.surface.endStream();
    this.#parts.surface.hint("");
    this.marked();
  }

  /** Continues an existing session. */
  async resume(summary: SessionSummary): Promise<void> {
    this.reset();
    const open = this.#follow(summary, "resumed");
    this.#open = open;
    await open.catch((error: unknown) => {
      if (this.#open === open) this.#open = undefined;
      throw error;
    });
  }

  async setMode(mode: Mode): Promise<void> {
    await this.wished.setMode(mode);
    if (!this.#current) this.#parts.surface.tell(this.#parts.say("repl.modeIs", { mode }));
    this.marked();
  }

  async setMemory(on: boolean): Promise<void> {
    await this.wished.setMemory(on);
    this.marked();
  }

  /** Returns the newest message that the model has not seen to the line. */
  takeBack(): void {
    const after = this.#after.pop();
    if (after !== undefined) {
      this.#parts.surface.putBack(after);
      this.#current?.view.showLive();
      return;
    }
    if (this.#current) void this.#putBack(this.#current.outbox.takeBackNewest());
  }

  /** Stops the turn. True when there was something to stop; `unanswered` when that was asked already. */
  interrupt(): boolean | "unanswered" {
    if (this.#stopping) return "unanswered";
    if (this.#editing) {
      this.#edits(undefined);
      this.#parts.surface.clearLine();
      this.#parts.surface.tell(this.#parts.paint("dim", this.#parts.say("repl.editLeft")));
      return true;
    }
    if (!this.working && !this.state?.compacting) return false;
    this.#parts.surface.hint(this.#parts.say("repl.stopping"));
    this.#stops = this.working;
    if (this.#current) void this.#stop(this.#current);
    return true;
  }

  /** Messages in flight arrive first: after the stop they would begin a turn. */
  async #stop({ session, outbox }: Open): Promise<void> {
    this.#stopping = true;
    try {
      if (this.working)
        await Promise.race([outbox.stop(), wait(longestOnTheirWay, undefined, { ref: false })]);
      await session.ask({ type: "cancel" });
    } catch (error) {
      this.#show(error);
    } finally {
      this.#stopping = false;
    }
  }

  /** Messages that are not accepted yet. */
  get unsent(): readonly string[] {
    return [...this.#underWay.values()];
  }

  /** Messages for after the turn, not sent yet. */
  get queuedAfter(): readonly string[] {
    return this.#after;
  }

  /** During a turn, shows its output in full; between turns, shows the last turn's folded text in the pager. */
  showAll(): void {
    if (this.#current?.view.showAll()) return;
    const { surface, say } = this.#parts;
    const text = this.state ? foldedText(this.state, say, surface.size.columns) : "";
    if (text === "") surface.hint(say("view.nothingFolded"));
    else void showInPager(text, surface, say);
  }

  /** Shows the mode before the line. */
  marked = (): void => this.#parts.surface.mark(this.#mark);

  /** A key, with the text of the line. */
  pressed(stroke: Keystroke, line: string): PressedFor {
    return this.#asking?.pressed(stroke, line) ?? "line";
  }

  /** A line; true when it answered the question. */
  answered(line: string): boolean {
    return this.#asking?.entered(line) ?? false;
  }

  /** The daemon is gone, and its question with it. Resolves to true when the session continues on another one. */
  lost(error: unknown, wanted = false): Promise<boolean> {
    this.#asked();
    this.#current?.session.close();
    return this.onLost(error, wanted);
  }

  /** Another daemon replaced the one that is gone: the session continues there, and typed text stays. */
  async rejoin(): Promise<void> {
    const before = this.state;
    this.#asked();
    this.#parts.surface.endStream();
    this.#parts.surface.hint("");
    if (before?.sessionId === undefined) {
      this.#open = undefined;
      return;
    }
    this.#open = this.#follow({ id: before.sessionId, mode: before.mode }, "again");
    const { session } = await this.#open;
    const { last } = session.state.timeline;
    if (before.openTurn === undefined || last?.kind !== "end") return;
    const sentence = endSentence(last, this.#parts.say);
    if (sentence !== undefined) this.#parts.surface.tell(this.#parts.paint("yellow", sentence));
  }

  /** Leaves the session, also while it is being opened. */
  close(): void {
    this.#current?.session.close();
    this.#open?.then(({ session }) => session.close()).catch(() => undefined); // expected: it never opened
  }

  async #begin(): Promise<Open> {
    try {
      return await this.#follow(await newSession(this.#parts.connection, this.wished.now), "new");
    } catch (error) {
      this.#open = undefined;
      throw error;
    }
  }

  async #follow(
    summary: Pick<SessionSummary, "id" | "mode">,
    how: "new" | "resumed" | "again",
  ): Promise<Open> {
    const { connection, surface, say, paint } = this.#parts;
    const elsewhere = elsewhereLine(await connection.engineStatus({ accepted: this.wished.model }), say);
    if (elsewhere !== undefined) surface.tell(elsewhere);
    const resumed = how === "resumed";
    if (resumed) await Promise.all([asWished(connection, summary, this.#parts.wish), surface.laidOut]);
    const typedHere = (opId: OpId | undefined) => open.outbox.showsOwn(opId);
    const waiting = () => open.outbox.pending;
    const queued = () => [
      ...open.outbox.joining.map((text) => say("view.joining", { text })),
      ...this.#after.map((text) => say("view.after", { text })),
    ];
    const status = () => this.statusParts;
    const remembers = () =>
      connection.client
        .call("listMemory", { body: {} })
        .then(({ state }) => state.on)
        .catch(() => false); // expected: without an answer memory counts as off
    const view = new SessionView({ surface, say, paint, typedHere, waiting, queued, status, remembers });
    const watcher: SessionWatcher = {
      ready: (state) => resumed && replayLastTurn(state, surface, say, paint),
      event: (event, state) => {
        view.event(event, state);
        this.#event(event, state, open, view);
        this.#stands(state);
      },
      frame: (frame) => {
        if (frame.type === "session-removed" && frame.sessionId === summary.id) this.#removed(open);
        else if (this.#asking === undefined) view.frame(frame, session.state);
      },
      spoken: (kind, words) => view.spoken(kind, words),
      reachable: (yes) => {
        surface.hint(yes ? "" : say("view.lost"));
        this.#asking?.reachable(yes);
      },
    };
    const session: FollowedSession = new FollowedSession(connection, summary.id, watcher, how !== "new");
    const open: Open = { session, outbox: new Outbox(session, (text) => surface.wasPasted(text)), view };
    session.lost.catch((error: unknown) => void this.lost(error));
    await session.caughtUp;
    this.#current = open;
    this.marked();
    this.#askNext(session.state, view);
    this.#stands(session.state);
    if (how !== "new" && session.state.openTurn === undefined) await this.#putBack(open.outbox.takeBackAll());
    return open;
  }

  #event({ body }: SessionEvent, state: SessionState, { outbox }: Open, view: SessionView): void {
    if (asks(body)) this.#askNext(state, view);
    else if (answers(body)) {
      if (body.type === "approval.resolved" && body.by === "user") this.#answered++;
      if (this.#asking && askedDigest(this.#asking.call) === body.digest) this.#asked();
      this.#askNext(state, view);
    } else if (body.type === "mode.set" || body.type === "memory.set") this.marked();
    else if (body.type === "crew.job" && body.callId) this.#asking?.reviewed(callIn(state, body.callId));
    else if (body.type === "turn.ended") {
      this.#asked();
      const well = body.reason === "done" && !this.#stops;
      this.#stops = false;
      if (body.failure?.code === "model_changed") this.onModelChanged();
      void this.#turnEnded(outbox, well);
    }
  }

  /** Queued messages are sent as the next turn, or return to the line in the order they were typed. */
  async #turnEnded(outbox: Outbox, well: boolean): Promise<void> {
    if (well) {
      await this.#putBack(outbox.turnEnded(true));
      const { surface, paint } = this.#parts;
      if (this.working || this.#after.length === 0) return;
      const [next = "", ...later] = this.#after;
      this.#after = later;
      surface.print(personLines(next, paint).join("\n"));
      this.#current?.view.showLive();
      return this.say(next);
    }
    const after = this.#after.splice(0);
    const left = outbox.turnEnded(false).then((text) => asOneMessage([...(text ? [text] : []), ...after]));
    await this.#putBack(left.then((text) => (text === "" ? undefined : text)));
    this.#current?.view.showLive();
  }

  /** Puts returned text into the line. */
  async #putBack(words: Promise<string | undefined>): Promise<void> {
    try {
      const text = await words;
      if (text !== undefined) this.#parts.surface.putBack(text);
    } catch (error) {
      this.#show(error);
    }
  }

  /** Updates the terminal's title and alerts. */
  #stands({ openTurn, title }: SessionState): void {
    const { surface, say } = this.#parts;
    const standing = this.#asking ? "asks" : openTurn ? "works" : "rests";
    surface.stands?.(standing, title === "" ? "Kestrel" : title, say(`alert.${standing}`));
  }

  #askNext(state: SessionState, view: SessionView): void {
    const waiting = callsThatAsk(state).filter((call) => !this.#given.has(askedDigest(call)));
    const [call] = waiting;
    if (!call) this.#answered = 0;
    else if (!this.#asking) {
      view.asks(call);
      this.#asking = this.#questionOf(call, state, view);
      void this.#keepAnswers(this.#asking);
    }
    this.#asking?.beside(waiting);
  }

  /** An answer that was sent just before its question came, and is not read yet, is no message. */
  async #keepAnswers(question: OpenQuestion): Promise<void> {
    const taken = (await this.#current?.outbox.takeBackUnread(isAnswer)) ?? [];
    if (taken.length > 0) this.#current?.view.showLive();
    for (const text of taken) question.keeps(text);
  }

  #questionOf(call: ToolEntry, state: SessionState, view: SessionView): OpenQuestion {
    return new OpenQuestion(call, {
      ...this.#parts,
      answered: this.#answered,
      shows: (other) => view.asks(other),
      answer: (asked, answer) => this.#answer(asked, answer),
      restMark: () => this.#mark,
      workspace: state.workspace,
    });
  }

  /** The question on the screen was answered, here or elsewhere, or its turn is over. */
  #asked(): void {
    this.#asking?.close();
    this.#asking = undefined;
  }

  #answer(call: ToolEntry, answer: Answer): void {
    const op = answerOp(call, answer);
    const digest = askedDigest(call);
    if (!op) return;
    this.#given.add(digest);
    this.#current?.session
      .ask(op)
      .catch((error: unknown) => this.#show(error))
      .finally(() => this.#given.delete(digest));
  }

  #removed(open: Open): void {
    if (this.#current !== open) return;
    this.#parts.surface.tell(this.#parts.say("repl.removed"));
    this.reset();
  }

  get #mark(): string {
    const { say } = this.#parts;
    if (this.#editing) return say("repl.editMark");
    const { mode = "ask", memory } = this.wished;
    const marks = [...(memory === false ? [say("memory.mark")] : []), ...(mode === "ask" ? [] : [mode])];
    return marks.length === 0 ? "›" : say("repl.modeMark", { mode: marks.join(" ") });
  }

  #show(error: unknown): void {
    this.#parts.surface.tell(shownFailure(error, this.#parts));
  }
}
