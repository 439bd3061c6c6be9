import { SessionId } from "@kestrel/protocol";

/** What a session of a test begins with. */
export const bareOpening = {
  sessionId: SessionId.parse("s00000001"),
  workspace: "/workspace",
  mode: "ask" as const,
  machine: "Machine: a test.",
  version: "0.0.0",
};
