import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";

/** A shell in which the check passes once the packages are there. */
function givenFolder() {
  let installed = false;
  return fakeTool({
    name: "shell",
    risk: "read",
    run: ({ command }) => {
      if (command === "npm install") installed = true;
      const exitCode = command === "npm test" && !installed ? 1 : 0;
      return { outcome: exitCode === 0 ? "ok" : "error", content: `exit ${exitCode}`, exitCode };
    },
  });
}

const runs = (command: string) => [callsTool("shell", { command })];

async function learnt(commands: readonly string[], isPrivate = false) {
  const lessons: string[] = [];
  const memory = {
    on: true,
    recall: async () => ({ pinned: [], found: [], known: [] }),
    used: () => {},
    propose: ({ content }: { content: string }) => void lessons.push(content),
  };
  const replies = [...commands.map(runs), [says("Done.")], [says("Done.")], [says("Done.")]];
  const session = await givenSession({ replies, tools: [givenFolder()], memory });
  if (isPrivate) await session.does({ type: "set-memory", on: false });
  await session.says("run the tests");
  expect(session.bodies("tool.finished").length).toBeGreaterThan(0);
  return lessons;
}

it("proposes the one command after which a failed check passed", async () => {
  expect(await learnt(["npm test", "npm install", "npm test"])).toEqual([
    "In this folder `npm test` failed, and passed after `npm install`.",
  ]);
});

it.each([
  ["the check did not fail", ["npm install", "npm test"]],
  ["more than one command ran between", ["npm test", "npm install", "npm run seed", "npm test"]],
  ["it never passed", ["npm test", "npm run seed", "npm test"]],
])("proposes nothing where %s", async (_, commands) => {
  expect(await learnt(commands)).toEqual([]);
});

it("proposes nothing out of a private session", async () => {
  expect(await learnt(["npm test", "npm install", "npm test"], true)).toEqual([]);
});
