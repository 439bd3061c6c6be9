import { callsTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { workplace } from "./fixtures/workplace.ts";

it("in a session: an edit unread costs no question, and after a read it asks with its diff and then happens", async () => {
  const place = await workplace();
  await place.put("a.txt", "one\ntwo\n");
  const edit = callsTool("edit", { path: "a.txt", old: "two", new: "2" });
  const session = await givenSession({
    replies: [[edit], [callsTool("read", { path: "a.txt" })], [edit], [says("Done.")]],
    tools: place.tools.map((tool) => ({
      ...tool,
      assess: (args, context) => tool.assess(args, { ...context, workspace: place.root }),
      run: (args, context) => tool.run(args, { ...context, workspace: place.root }),
    })),
  });

  const turn = session.says("make it 2");
  const { callId, digest, preview } = await session.until("approval.requested");
  expect(preview?.diff).toContain("-two\n+2\n");
  expect(session.bodies("tool.finished").map(({ outcome }) => outcome)).toEqual(["error", "ok"]);
  expect(await place.text("a.txt")).toBe("one\ntwo\n");

  await session.does({ type: "approve", callId, digest, scope: "once" });
  await turn;
  expect(await place.text("a.txt")).toBe("one\n2\n");
  expect(session.bodies("approval.requested")).toHaveLength(1);
  expect(session.bodies("file.changed")).toMatchObject([{ path: "a.txt", added: 1, removed: 1 }]);
});
