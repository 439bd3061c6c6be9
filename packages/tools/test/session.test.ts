import { mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "@kestrel/core";
import { callsTool, type GivenSession, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { type Workplace, workplace } from "./fixtures/workplace.ts";

/** The tools of a workplace in a session whose log names another folder. */
const toolsOf = (place: Workplace) =>
  place.tools.map(
    (tool): Tool => ({
      ...tool,
      assess: (args, context) => tool.assess(args, { ...context, workspace: place.root }),
      run: (args, context) => tool.run(args, { ...context, workspace: place.root }),
    }),
  );

async function secondQuestion(session: GivenSession) {
  const asked = () => session.bodies("approval.requested")[1];
  await expect.poll(asked).toBeDefined();
  return asked() ?? expect.fail("nobody was asked twice");
}

it("in a session: an edit unread costs no question, and after a read it asks with its diff and then happens", async () => {
  const place = await workplace();
  await place.put("a.txt", "one\ntwo\n");
  const edit = callsTool("edit", { path: "a.txt", old: "two", new: "2" });
  const session = await givenSession({
    replies: [[edit], [callsTool("read", { path: "a.txt" })], [edit], [says("Done.")]],
    tools: toolsOf(place),
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

it.each(["ask", "plan"] as const)(
  "in %s mode a known secret is read only after a yes, each time anew",
  async (mode) => {
    const place = await workplace();
    await place.put(".env", "TOKEN=1\n");
    const look = callsTool("read", { path: ".env" });
    const session = await givenSession({
      replies: [[look], [look], [says("Done.")]],
      tools: toolsOf(place),
    });
    await session.does({ type: "set-mode", mode });
    const turn = session.says("look");
    const first = await session.until("approval.requested");
    expect(first.reasons).toContain("reads_secret");
    await session.does({ type: "approve", callId: first.callId, digest: first.digest, scope: "session" });
    const second = await secondQuestion(session);
    await session.does({ type: "deny", callId: second.callId, digest: second.digest });
    await turn;
    expect(session.bodies("tool.finished").map(({ outcome }) => outcome)).toEqual(["ok", "denied"]);
  },
);

it("a folder swapped for a link between question and answer is another question, and nothing is written by the first", async () => {
  const place = await workplace();
  await mkdir(join(place.root, ".husky"), { recursive: true });
  await mkdir(join(place.root, "docs"));
  const session = await givenSession({
    replies: [[callsTool("write", { path: "docs/pre-commit", content: "id\n" })], [says("Done.")]],
    tools: toolsOf(place),
  });
  const turn = session.says("write it");
  const first = await session.until("approval.requested");
  expect(first.reasons).toEqual(["creates_file"]);
  await rename(join(place.root, "docs"), join(place.root, "aside"));
  await symlink(".husky", join(place.root, "docs"));
  await session.does({ type: "approve", callId: first.callId, digest: first.digest, scope: "once" });
  const second = await secondQuestion(session);
  expect(second.reasons).toEqual(["creates_file", "protected_path"]);
  expect(second.digest).not.toBe(first.digest);
  await session.does({ type: "deny", callId: second.callId, digest: second.digest });
  await turn;
  await expect(place.text(".husky/pre-commit")).rejects.toThrow("ENOENT");
});
