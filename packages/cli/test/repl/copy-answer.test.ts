import { emptySession, Sequence } from "@kestrel/session-state";
import { expect, it, vi } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { doSlashCommand } from "../../src/repl/do-slash-command.ts";

const say = await speaker("en");
const older = "Run:\n\n- first:\n\n  ```sh\n  npm test\n  npm start\n  ```\n\n> later\n";
const newest = "That **was** all.";

/** The clipboard and the last line on the screen after `/copy` with this argument. */
async function copied(argument: string, replies: readonly string[]) {
  const told: string[] = [];
  const entries = replies.map((text) => ({ kind: "reply", text, reasoning: "" }));
  const state = { ...emptySession, timeline: Sequence.from(entries) };
  vi.stubEnv("TMUX", "");
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const surface = { tell: (text: string) => told.push(text) };
    await doSlashCommand({ dialogue: { state }, say, surface } as never, "copy", argument);
    const [, sent = ""] = String(written.mock.calls[0]?.[0] ?? "").split("52;c;");
    const [base64 = ""] = sent.split("\u0007");
    return { clipboard: Buffer.from(base64, "base64").toString(), told: told.at(-1) };
  } finally {
    written.mockRestore();
    vi.unstubAllEnvs();
  }
}

it("/copy takes the last answer as it was written, and /copy code the last block of code", async () => {
  expect(await copied("", [older, newest])).toEqual({
    clipboard: newest,
    told: say("copy.done", { count: 1 }),
  });
  expect(await copied("code", [older, newest])).toEqual({
    clipboard: "npm test\nnpm start",
    told: say("copy.code", { count: 2 }),
  });
  expect(await copied("code", [newest])).toEqual({ clipboard: "", told: say("copy.noCode") });
  await expect(copied("all", [newest])).rejects.toThrow("code");
});
