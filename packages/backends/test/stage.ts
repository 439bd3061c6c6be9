import type { Endpoint, ReplyRequest } from "@kestrel/core";
import type { ErrorCode, ErrorParams, Prompt, Usage } from "@kestrel/protocol";
import type { Heard, Performance } from "./fake-model-server.ts";

/** The little stories of the contract, the same for every kind of server. */
export type Story =
  | "text"
  | "thinkThenCall"
  | "twoCalls"
  | "cutCall"
  | "thinkInText"
  | "errorAfterStart"
  | "noEnd"
  | "wrongKey"
  | "overflow"
  | "loading"
  | "redirect";

/** How the bytes of an answer reach the client, and what becomes of one that has no end. */
export type Travel = Pick<Performance, "bytesAtOnce" | "ending">;

/** What brings the server to tell a story, and the numbers that then have to come. */
export interface Told {
  prompt: Prompt;
  request: ReplyRequest;
  usage?: Usage;
  params?: ErrorParams;
}

/** A server that tells the stories: one that plays recorded bytes, or a real one. */
export interface Stage {
  /** Who stands on it, for the names of the tests. */
  name: string;
  kind: Endpoint["kind"];
  /** What a reply without an end means there. */
  interrupted: ErrorCode;
  chatPath: string;
  /** What each chat request holds beside the messages. */
  sends: Readonly<Record<string, unknown>>;
  /** Milliseconds after which a server that stays silent is given up; longer than its slowest first word. */
  silenceLimit: number;
  lines: {
    text: string;
    thought: string;
    /** What stands after a colon in the arguments of a call. */
    spacing: string;
    /** What the token limit leaves of the last call. */
    rest: string;
    beforeError: string;
    beforeSilence: string;
  };
  /** Stories that cannot be had here, each with the reason: the promises that need them are counted as left out. */
  cannot: Readonly<Partial<Record<Story, string>>>;
  open(): Promise<OpenStage>;
}

/** The stage during one test. Every server on it wants the key `the-secret-key`, but for `wrongKey`. */
export interface OpenStage {
  url: string;
  /** What the server was asked, and which of it were chats. */
  readonly heard: readonly Heard[];
  readonly chats: readonly Heard[];
  /** The next chat request gets this story. */
  tells(story: Story, travel?: Travel): Promise<Told>;
  /** The client has left before the answer was over, and nothing works for it any more. */
  hungUp(): Promise<void>;
  /** Nothing listens at the address any more. */
  goesAway(): Promise<void>;
  close(): Promise<void>;
}
