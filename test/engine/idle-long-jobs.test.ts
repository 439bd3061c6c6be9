import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sandboxEnvironment, startNightServer } from "../daemon/loop-night.ts";
import { descendantsOf } from "../daemon/processes.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testBubblewrap } from "../machine.ts";
import { initialized, push, scriptedLanguageServer, textOf } from "../sandbox/scripted-language-server.ts";

/** More files than the folder that suggestions are made for needs at least. */
const others = Object.fromEntries(
  Array.from({ length: 50 }, (_, at) => [`lib/part${at}.ts`, `export const part${at} = ${at};\n`]),
);
const files = {
  ...others,
  "src/sessions.ts": "export function signSessionCookie() {}\n",
  "server.cjs": scriptedLanguageServer(`${initialized} ${textOf} ${push("doc.version")}`),
};

/** A turn that begins with a question, reads a file and changes it, and what the model was sent. */
async function turnWith(config: string) {
  const server = await startNightServer(
    ({ results }) =>
      [
        { name: "read", args: { path: "src/sessions.ts" } },
        { name: "edit", args: { path: "src/sessions.ts", old: "{}", new: "{} // bad" } },
      ][results] ?? "In sessions.ts.",
  );
  const environment = sandboxEnvironment();
  const given = { connect: server.url, accepted: true, environment, files, config };
  const daemon = await startTestDaemon(given);
  const session = await openTestSession(daemon);
  await session.send({ type: "set-mode", mode: "edits" });
  await session.turn("Where is the session cookie signed?");
  const [first, , last] = server.chats.map(({ body }) => JSON.parse(body));
  const asked: string = first.messages[1].content;
  const edited: string = last.messages.at(-1).content;
  return { daemon, asked, edited, prefix: { system: first.messages[0], tools: first.tools } };
}

const everything = `[reach]
suggest_files = "on"
[languages]
typescript = "${process.execPath} server.cjs"
[[schedules]]
name = "late"
folder = "/"
prompt = "What is new?"
every = 10000
`;

describe.skipIf(testBubblewrap === undefined)("what is there for long jobs", () => {
  it("leaves the prefix as it is, and where it is not used nothing of it runs, is said or is on the disk", async () => {
    const [bare, all] = [await turnWith(""), await turnWith(everything)];
    expect(all.asked).toContain("- src/sessions.ts (line 1 defines: export function signSessionCookie() {})");
    expect(all.edited).toContain("This change brought errors:");
    expect(descendantsOf(all.daemon.pid)).not.toEqual([]);
    expect(bare.prefix).toEqual(all.prefix);
    expect(bare.asked).not.toContain("Files of this folder");
    expect(bare.edited).not.toContain("brought errors");
    await expect.poll(() => descendantsOf(bare.daemon.pid)).toEqual([]);
    const { usedBy } = await bare.daemon.client.call("status");
    for (const use of ["loop", "schedule"]) expect(usedBy).not.toContain(use);
    for (const name of ["loops", "schedules", "worktrees", "cache/worktrees"])
      expect(existsSync(join(bare.daemon.dataFolder, name)), name).toBe(false);
  });
});
