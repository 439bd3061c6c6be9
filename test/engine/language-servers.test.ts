import { describe, expect, it } from "vitest";
import { sandboxEnvironment, startNightServer } from "../daemon/loop-night.ts";
import { descendantsOf, leftAfter } from "../daemon/processes.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testBubblewrap } from "../machine.ts";
import { initialized, push, scriptedLanguageServer, textOf } from "../sandbox/scripted-language-server.ts";

/** Nothing polite ends it: neither the end of its input nor SIGTERM. It has a child in a session of its own, and works for ever at a text with `spin`. */
const stubborn = scriptedLanguageServer(
  `if (message.method === "initialize") {
     process.on("SIGTERM", () => {});
     setInterval(() => {}, 1e6);
     require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "child-of-server"], { detached: true, stdio: "ignore" });
   }
   ${initialized} ${textOf} if (text.includes("spin")) for (;;); ${push("doc.version")}`,
);

describe.skipIf(testBubblewrap === undefined)("a language server", () => {
  it.each([
    ["at rest", "// bad", /\nThis change brought errors:\nline 1: no \/\/ bad$/],
    ["at work", "// spin", /^(?![\s\S]*brought errors)/],
  ])(
    "%s is gone within seconds after its daemon was killed, with its sandbox and its children",
    async (_, text, told) => {
      const server = await startNightServer(
        ({ results }) =>
          [
            { name: "read", args: { path: "a.ts" } },
            { name: "edit", args: { path: "a.ts", old: "// one", new: text } },
          ][results],
      );
      const daemon = await startTestDaemon({
        connect: server.url,
        accepted: true,
        environment: sandboxEnvironment(),
        files: { "a.ts": "// one\n", "server.cjs": stubborn },
        config: `[languages]\ntypescript = "${process.execPath} server.cjs"\n`,
      });
      const session = await openTestSession(daemon);
      await session.send({ type: "set-mode", mode: "edits" });
      await session.send({ type: "send-message", text: "mend it" });
      const edited = await session.until("tool.finished", 0, ({ content }) => content.startsWith("Edited"));
      expect(edited.body.content).toMatch(told);
      expect(bodiesOf(session.events, "tool.finished")).toHaveLength(2);
      const running = () => descendantsOf(daemon.pid);
      const lines = () => running().map(({ command }) => command);
      await expect.poll(lines).toContainEqual(expect.stringContaining("child-of-server"));
      expect(lines()).toContainEqual(expect.stringMatching(/bwrap.* server\.cjs/));
      expect(lines()).toContain(`${process.execPath} server.cjs`);
      const seen = running();
      session.leave();
      await daemon.kill();
      expect(await leftAfter(5_000, seen, daemon.folder)).toEqual([]);
    },
  );
});
