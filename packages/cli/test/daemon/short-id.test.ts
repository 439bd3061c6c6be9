import { SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { sessionCalled, shortId } from "../../src/daemon/pick-session.ts";

it("a session is named by a beginning of its id that no other session has", () => {
  const ids = ["smwz6seu83c792bd", "smwz6seu9f0000aa", "smx000001f0000aa"].map((id) => SessionId.parse(id));
  const sessions = ids.map((id) => ({ id }));
  expect(ids.map((id) => shortId(sessions, id))).toEqual(["smwz6seu8", "smwz6seu9", "smx00000"]);
  for (const id of ids) expect(sessionCalled(sessions as never, shortId(sessions, id)).id).toBe(id);
});
