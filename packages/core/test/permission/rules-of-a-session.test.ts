import { callsTool, fakeTool, givenSession, memoryPermissions, says } from "@kestrel/core/testing";
import type { StandingRule } from "@kestrel/protocol";
import { expect, it } from "vitest";

/** A shell that reads its lines as they stand, and notes what it ran. */
function plainShell(ran: unknown[]) {
  const shell = fakeTool({
    name: "shell",
    risk: "execute",
    run: ({ command }) => {
      ran.push(command);
      return { outcome: "ok", content: "exit code 0", exitCode: 0 };
    },
  });
  const describe = (args: { command?: unknown }) => ({
    ...{ commands: [String(args.command)], alike: true as const },
    simple: [{ words: String(args.command).split(" "), joint: "" as const }],
  });
  return { ...shell, describe };
}
const runs = (command: string) => [callsTool("shell", { command })];
const done = [says("Done.")];

it("a pattern lets later calls of the session through, is told in the log, and is taken back", async () => {
  const ran: unknown[] = [];
  const replies = [runs("npm test"), done, runs("npm test -- x"), done, runs("npm test -- y"), done];
  const session = await givenSession({ replies, tools: [plainShell(ran)] });
  const first = session.says("test");
  const asked = await session.until("approval.requested");
  expect(asked.rules).toEqual(["command: npm test"]);
  expect(asked.trace?.map(({ step }) => step)).toEqual(["mode", "line_read", "risk", "mode_asks"]);
  const { callId, digest } = asked;
  const approve = { type: "approve", callId, digest, scope: "session" } as const;
  await expect(session.does({ ...approve, rules: ["command: rm *"] })).rejects.toMatchObject({
    code: "rule_invalid",
  });
  await session.does({ ...approve, rules: ["command: npm test*"] });
  await first;
  await session.says("again");
  expect(ran).toEqual(["npm test", "npm test -- x"]);
  const passed = session.bodies("approval.resolved").at(-1);
  expect(passed).toMatchObject({
    decision: "allowed",
    by: "rule",
    rules: ["command: npm test*"],
    origins: ["session"],
  });

  await session.does({ type: "revoke", grant: { rule: "command: npm test*" } });
  const third = session.says("and again");
  await expect.poll(() => session.bodies("approval.requested").length).toBe(2);
  await session.does({ type: "cancel" });
  await third;
  expect(ran).toHaveLength(2);
  expect(session.bodies("approval.resolved").at(-1)?.decision).toBe("expired");
});

it("always in this project is kept outside the session, and what is kept counts at once", async () => {
  const ran: unknown[] = [];
  const permissions = memoryPermissions();
  const replies = [runs("npm test"), done, runs("npm test"), done];
  const session = await givenSession({ replies, tools: [plainShell(ran)], permissions });
  const first = session.says("test");
  const { callId, digest } = await session.until("approval.requested");
  await session.does({ type: "approve", callId, digest, scope: "project" });
  await first;
  expect(await permissions.remembered()).toMatchObject([{ verdict: "allow", rule: "command: npm test" }]);
  await session.says("again");
  expect(ran).toHaveLength(2);
});

it("a tool that is denied wholly is not offered, and a rule that comes later still denies it", async () => {
  const deny = (rule: string): StandingRule => ({ verdict: "deny", rule, origin: "user" });
  const ran: unknown[] = [];
  const permissions = memoryPermissions([deny("write"), deny("command: git push*")]);
  const write = fakeTool({ name: "write", risk: "edit", run: () => ({ outcome: "ok", content: "written" }) });
  const replies = [runs("git push"), done];
  const session = await givenSession({ replies, tools: [plainShell(ran), write], permissions });
  expect(session.session.state().prefix.tools.map(({ name }) => name)).toEqual(["shell"]);
  await session.says("push");
  expect(ran).toEqual([]);
  expect(session.bodies("tool.finished")).toMatchObject([
    { outcome: "denied", content: "Denied by a rule of the user's: command: git push*" },
  ]);
});
