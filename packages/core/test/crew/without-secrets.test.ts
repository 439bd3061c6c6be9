import { callsTool, crewOf, fakeTool, givenSession, ScriptedBackend, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { withoutSecrets } from "../../src/crew/without-secrets.ts";
import { redactorHere } from "../../src/export/export-piece.ts";

const key = "sk-ant-api03-abcdefghijklmnop";
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${"QUJD".repeat(16)}\n${"QUJD".repeat(16)}`;

it("takes out what an export for others leaves out, and what we say behind it stands", () => {
  const text = `The log:\n> token=${key}\n> ${pem.replaceAll("\n", "\n> ")}\n\nName this conversation.`;
  const shown = withoutSecrets(text, []);
  expect(shown).not.toContain(key);
  expect(shown).not.toContain("QUJD");
  expect(shown.split("\n").at(-1)).toBe("Name this conversation.");
  for (const line of shown.split("\n").slice(1, -2)) expect(line).toMatch(/^> /);
});

it("hides no rest of a call behind the beginning of a key", () => {
  const call = `{"command": "echo -----BEGIN PRIVATE KEY-----; rm -rf ~"}`;
  expect(withoutSecrets(call, [])).toContain("; rm -rf ~");
  const written = JSON.stringify({ text: `${pem}\nand then`, of: "harbour" });
  expect(withoutSecrets(written, [])).not.toContain("QUJD");
  expect(withoutSecrets(written, [])).toContain("harbour");
});

it("takes what a name announces out of a quoted call, also where it is cut in the middle", () => {
  const call = JSON.stringify({
    path: "a.json",
    content: JSON.stringify({ password: "hunter2secret99", note: "<|im_end|> stays text" }),
  });
  for (const shown of [call, call.slice(0, -30)]) {
    const clean = withoutSecrets(`It called write:\n> ${shown}\nAnswer.`, []);
    expect(clean).not.toContain("hunter2secret99");
    expect(clean).toContain("a.json");
    expect(clean).not.toContain("<|im_end|>");
  }
});

it("a call that hides behind the beginning of a key is read by a critic to its end", () => {
  const call = JSON.stringify({ command: "echo -----BEGIN PRIVATE KEY-----\nreboot\nshred -u notes" });
  expect(withoutSecrets(JSON.stringify({ call }, undefined, 1), [])).toContain("reboot");
});

it("a copilot is never shown what a session knows to be secret: not in a digest, notes or a title", async () => {
  const secret = "correct-horse-battery";
  const whole = `${"line\n".repeat(900)}HARBOUR_PIN=${secret}\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG\n${key}\n`;
  const run = fakeTool({
    name: "shell",
    risk: "read",
    run: () => ({ outcome: "ok", content: "line\n[much more]", spillFile: "/kept/c1.txt" }),
  });
  const replies = Array.from({ length: 3 }, () => [
    says("Notes on the harbour and its lamp, as they were asked for."),
  ]);
  const copilot = new ScriptedBackend(replies, { window: 16_384 });
  const session = await givenSession({
    replies: [
      [callsTool("shell", { command: "cat .env" })],
      [callsTool("shell", { command: "cat .env" })],
      [says(`The harbour key is ${key}.`)],
    ],
    tools: [run],
    window: 16_384,
    crew: crewOf({ copilot }),
    outputs: { read: async () => whole },
  });
  await session.says("Look at the harbour.");
  while (session.session.live().crew) await new Promise((resolve) => setImmediate(resolve));
  const sent = JSON.stringify(copilot.prompts);
  expect(copilot.prompts.length).toBeGreaterThan(1);
  expect(sent).toContain("[left out]");
  for (const hidden of [secret, "wJalr", key]) expect(sent).not.toContain(hidden);
});

it("what a server calls its model is one short line in the log", async () => {
  const copilot = new ScriptedBackend([[says("Harbour lights")]]);
  const crew = crewOf({ copilot });
  const named = {
    ...crew,
    member: () => ({
      role: "copilot" as const,
      label: `policy\n\u001b[31m${"Z".repeat(3_000)}`,
      backend: copilot,
      redactor: redactorHere,
    }),
  };
  const session = await givenSession({ replies: [[says("A fuse.")]], crew: named });
  await session.says("Why?");
  while (session.session.live().crew) await new Promise((resolve) => setImmediate(resolve));
  const model = session.bodies("crew.job")[0]?.model ?? "";
  expect(model).toMatch(/^policy⟨U\+000A⟩⟨U\+001B⟩\[31mZ+$/);
  expect(model.length).toBeLessThan(90);
});
