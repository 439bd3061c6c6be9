import type { EventBody } from "@kestrel/protocol";

/** How the sessions of these tests begin. */
export const opened: EventBody = {
  type: "session.opened",
  sessionId: "s00000001" as never,
  workspace: "/w",
  prefix: { system: "", tools: [], reasoning: "send" },
  mode: "ask",
  version: "0",
};
