import type { Endpoint } from "@kestrel/core";
import type { ErrorCode } from "@kestrel/protocol";
import type { Performance } from "../fake-model-server.ts";

/** The same little stories, each in the words of one kind of server, and what comes of them. */
export type Wire = {
  kind: Endpoint["kind"];
  /** What a reply without an end means there. */
  interrupted: ErrorCode;
  text: Performance & { says: string; prompt: number; cached: number };
  /** Thinks, then calls `shell` with `{"command": "node --version"}`. */
  thinkThenCall: Performance & { thinks: string };
  /** Calls `read` for a.txt and b.txt. */
  twoCalls: Performance;
  /** The same, cut by the token limit inside the second call's arguments. */
  cutCall: Performance & { rest: string };
  /** Thinks "The question is short.\nSo is the answer.\n" in tags, then says "The answer is 42." */
  thinkInText: Performance;
  /** Begins, then reports that the output fits no tool call. */
  errorAfterStart: Performance;
  /** Begins and never ends. */
  noEnd: Performance;
  wrongKey: Performance;
  overflow: Performance & { params: Readonly<Record<string, number>> };
  loading: Performance;
};
