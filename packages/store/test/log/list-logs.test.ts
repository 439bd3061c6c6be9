import { SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { jsonlArchive, listLogs } from "../../src/index.ts";
import { temporaryData } from "../temporary-data.ts";

it("a session that is only read from its log does not work, though a crash left its turn open", async () => {
  const paths = await temporaryData();
  const sessionId = SessionId.parse("s00000001");
  const log = await jsonlArchive(paths).create(sessionId);
  const prefix = { system: "", tools: [], reasoning: "omit" as const };
  await log.append([
    { type: "session.opened", sessionId, workspace: "/projects/a", prefix, mode: "ask", version: "0.1.0" },
    { type: "turn.started", turnId: "t1", text: "tidy up" },
  ]);
  await log.close();
  expect(await listLogs(paths)).toMatchObject([{ id: sessionId, turns: 1, attention: "stopped" }]);
});
