import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";

const config = `ahead = "off"

[[hooks]]
name = "guard"
on = "before_call"
tool = "Bash"
command = "cat > /dev/null; echo 'nothing is deleted here' >&2; exit 2"

[[hooks]]
name = "late"
on = "after_call"
tool = "read"
command = "echo '{\\"note\\": \\"that file is generated\\"}'"

[[hooks]]
name = "end"
on = "turn_ended"
command = "cat > ended.json"
`;

describe.skipIf(testEngine === undefined)("hooks, on a real llama-server", () => {
  it("of the user's file and a plugin are asked, deny and note at the tail; each request finds the one before in the cache", async () => {
    const daemon = await startTestDaemon({
      scripts: {
        work: {
          replies: [
            callsTool("read", { path: "a.txt" }),
            callsTool("shell", { command: "rm a.txt" }),
            { says: "It stays." },
          ],
        },
      },
      files: { "a.txt": "one\n" },
      config,
    });
    const listed = await daemon.client.call("listHooks", { body: {} });
    expect(listed.problems).toEqual([]);
    expect(listed.hooks.map(({ name }) => name)).toEqual(["guard", "late", "end"]);
    await mkdir(listed.plugins, { recursive: true });
    await writeFile(
      join(listed.plugins, "greets.mjs"),
      'export default { session_opened: () => ({ note: "the person is in a hurry" }) };\n',
    );
    await chmod(dirname(listed.plugins), 0o700);

    const session = await openTestSession(daemon);
    await session.turn("[[work]] on it");
    const finished = bodiesOf(session.events, "tool.finished");
    expect(finished[0]?.content).toContain("[Note of the user's hook late: that file is generated]");
    expect(finished[1]).toMatchObject({
      outcome: "denied",
      content: "Denied by the user's hook guard: nothing is deleted here",
      hooks: [{ hook: "guard", said: "denied" }],
    });
    expect(bodiesOf(session.events, "approval.requested")).toEqual([]);
    expect(bodiesOf(session.events, "context.added").map(({ text }) => text)).toContainEqual(
      "[Note of the user's hook greets: the person is in a hurry]",
    );
    expect(JSON.parse(await readFile(join(daemon.workspace, "ended.json"), "utf8"))).toMatchObject({
      ...{ hook_event_name: "Stop", reason: "done", last_assistant_message: "It stays." },
    });
    const expected = bodiesOf(session.events, "request.sent").flatMap(
      ({ expectedReuse }) => expectedReuse ?? [],
    );
    const cached = bodiesOf(session.events, "reply.completed").map(({ usage }) => usage?.cached);
    expect(cached.slice(1)).toEqual(expected);
    const { hooks } = await daemon.client.call("listHooks", { body: {} });
    expect(hooks.map(({ name, denied }) => `${name} ${denied}`)).toEqual([
      "guard 1",
      "late 0",
      "end 0",
      "greets 0",
    ]);
  });
});
