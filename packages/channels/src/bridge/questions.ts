import { randomInt } from "node:crypto";
import { alwaysAsks, type EventOf, exactBytes, type SessionId } from "@kestrel/protocol";
import { visibleText } from "@kestrel/text";
import {
  type Button,
  type ChannelAdapter,
  type Incoming,
  type Outgoing,
  SendRefused,
  type Target,
} from "../port.ts";
import { lengthIn } from "../split-text.ts";
import type { SayWord } from "../words.ts";

/** A question is answered from afar within a quarter of an hour, and allowed not in the first second: no press that was meant for something else. */
const openMs = 900_000;
const armMs = 1_000;

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const newSigns = () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");

type Asked = EventOf<"approval.requested">;
type Call = EventOf<"tool.requested">;
export type Answer = { session: SessionId; callId: string; digest: string; yes: boolean; signs: string };

type Open = {
  session: SessionId;
  callId: string;
  digest: string;
  target: Target;
  sender: string;
  at: number;
  what: string;
  mayAllow: boolean;
  message?: string;
};

type QuestionParts = {
  adapter: ChannelAdapter;
  say: SayWord;
  now(): number;
  /** Whether this chat may allow a call. */
  phone(): boolean;
  sandboxed(): Promise<boolean>;
};

/**
 * The questions that were shown in chats. What a press means stays here: ten random signs name a session, a call, a digest, a chat and a
 * sender; they count once.
 */
export class Questions {
  readonly #parts: QuestionParts;
  readonly #open = new Map<string, Open>();

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /** Shows a question. It can be allowed there only when all of it fitted into one message. */
  async show(
    asked: Asked,
    call: Call | undefined,
    place: { session: SessionId; target: Target; sender: string; vouched: boolean },
  ): Promise<void> {
    const { adapter, say, now } = this.#parts;
    const { callId, digest } = asked;
    const { session, target, sender, vouched } = place;
    const what = wholeOf(asked, call);
    const question: Outgoing = { text: `${say("asks")}\n${what}`, code: true };
    const whole = lengthIn(adapter.limits.unit, question.text) <= adapter.limits.count;
    const isKnown = call !== undefined || asked.preview !== undefined;
    const mayAllow = isKnown && vouched && target.kind === "direct" && whole && (await this.#mayAllow(asked));
    const signs = newSigns();
    const open: Open = { session, callId, digest, target, sender, at: now(), what, mayAllow };
    this.#open.set(signs, open);
    const short: Outgoing = { text: say("waitsAtMachine", { what: shortOf(what) }) };
    const shown = mayAllow ? question : short;
    const deny: Button = { text: say("deny"), data: `n${signs}` };
    if (adapter.ask && target.kind === "direct") {
      const buttons = mayAllow ? [{ text: say("allow"), data: `y${signs}` }, deny] : [deny];
      try {
        open.message = await adapter.ask(target, shown, buttons);
      } catch (error) {
        // Escaping can push a text over the service's limit although the measured one fitted.
        if (!mayAllow || !(error instanceof SendRefused) || error.gone) throw error;
        open.mayAllow = false;
        open.message = await adapter.ask(target, short, [deny]);
      }
    } else if (target.kind === "direct") {
      const how = { text: `${shown.text}\n${say("denyHow", { code: signs })}`, code: false };
      open.mayAllow = false;
      open.message = await adapter.send(target, how, `ask-${signs}`);
    } else open.message = await adapter.send(target, shown, `ask-${signs}`);
    open.at = now();
  }

  /** The answer in a button press or a message; undefined for an outdated one, which has no effect. */
  answerIn({ press, text, from, sender, vouched }: Incoming): Answer | "closed" | undefined {
    const [, word, spoken] = /^\s*(deny)\s+([a-z2-9]{10})\s*$/i.exec(text) ?? [];
    const data = press?.data ?? (word === undefined ? undefined : `n${spoken?.toLowerCase()}`);
    if (data === undefined) return undefined;
    const [, kind, signs = ""] = /^([yn])([a-z2-9]{10})$/.exec(data) ?? [];
    const open = this.#open.get(signs);
    const age = open ? this.#parts.now() - open.at : 0;
    if (!open || age > openMs) return "closed";
    if (open.target.chat !== from.chat || open.sender !== sender || from.kind !== "direct") return "closed";
    const yes = kind === "y";
    if (yes && !(open.mayAllow && vouched && age >= armMs)) return "closed";
    this.#open.delete(signs);
    this.#answered.set(open.callId + open.session, open);
    const { session, callId, digest } = open;
    return { session, callId, digest, yes, signs };
  }

  /** It was answered, here or elsewhere: its buttons go. */
  async resolved(session: SessionId, callId: string, words: string): Promise<void> {
    const known = this.#answered.get(callId + session);
    const found = [...this.#open].find(([, one]) => one.session === session && one.callId === callId);
    const open = known ?? found?.[1];
    if (found) this.#open.delete(found[0]);
    this.#answered.delete(callId + session);
    if (!open?.message) return;
    const text = open.mayAllow ? `${open.what}\n${words}` : words;
    const { adapter } = this.#parts;
    try {
      await adapter.edit?.(open.target, open.message, { text, code: open.mayAllow });
    } catch (error) {
      if (!(error instanceof SendRefused)) throw error;
      // Too long with the new words, or the person deleted it. The buttons have to go in the first case.
      await adapter.edit?.(open.target, open.message, { text: words }).catch((again: unknown) => {
        if (!(again instanceof SendRefused)) throw again; // expected: it is deleted
      });
    }
  }

  /** The open questions of a chat, a line each. */
  pending(chat: string): string[] {
    return [...this.#open.values()]
      .filter(({ target }) => target.chat === chat)
      .map(({ what }) => shortOf(what));
  }

  readonly #answered = new Map<string, Open>();

  async #mayAllow({ risk, reasons }: Asked): Promise<boolean> {
    if (!this.#parts.phone() || alwaysAsks(reasons) || reasons.includes("foreign_tool")) return false;
    return risk === "edit" || (risk === "execute" && (await this.#parts.sandboxed()));
  }
}

/**
 * The tool and every byte of its arguments, with invisible characters escaped. Commands and diffs are shown in readable form, with
 * the arguments unless they add nothing.
 */
function wholeOf({ preview }: Asked, call: Call | undefined): string {
  const { commands, arguments: beside } = call ? exactBytes(call) : { commands: [] };
  const isWholeDiff = preview !== undefined && commands.length === 0 && call?.subject?.paths?.length === 1;
  const parts = [
    ...commands,
    ...(preview ? [`${preview.path}\n${preview.diff}`] : []),
    ...(beside === undefined || isWholeDiff ? [] : [beside]),
  ];
  return visibleText(`${call?.tool ?? ""} ${parts.join("\n")}`.trim());
}

function shortOf(what: string): string {
  const [line = ""] = what.split("\n");
  return [...line].length > 120 ? `${[...line].slice(0, 120).join("")}…` : line;
}
