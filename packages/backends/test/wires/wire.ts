import type { Endpoint } from "@kestrel/core";
import type { ErrorCode, Usage } from "@kestrel/protocol";
import type { Performance } from "../fake-model-server.ts";

/** The same little stories, each in the words of one kind of server, and what comes of them. */
export type Wire = {
  kind: Endpoint["kind"];
  /** What a reply without an end means there. */
  interrupted: ErrorCode;
  /** Where the chat requests of this kind go, and what each of them holds beside the messages. */
  chatPath: string;
  sends: Readonly<Record<string, unknown>>;
  text: Performance & { says: string; usage: Usage };
  /** Thinks, then calls `shell` with `{"command": "node --version"}`. */
  thinkThenCall: Performance & { thinks: string };
  /** Calls `read` for a.txt and b.txt; `spacing`: what stands after a colon in the arguments. */
  twoCalls: Performance & { spacing: string };
  /** Calls `read` for a.txt and is cut by the token limit in the next call's arguments, or, where calls come whole, behind it. */
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
