import { type Progress, TurnId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { RunView } from "../../src/run/run-view.ts";
import { RewritableLine } from "../../src/terminal/rewritable-line.ts";

it("a run without a terminal says the words of a server that is waited for, and now and then again", async () => {
  let written = "";
  let now = 0;
  const lines = new RewritableLine({ write: (text) => (written += text) }, {});
  const say = await speaker("en");
  const view = new RunView({ lines, say, paint: (_, text) => text, clock: () => now });
  const hears = (progress: Progress) =>
    view.frame({ type: "progress", turnId: TurnId.parse("t1"), step: 1, progress });
  hears({ phase: "queued" });
  expect(written).toBe("");
  hears({ phase: "loading", said: "Loading model" });
  expect(written).toMatch(/the server says “Loading model”\n$/);
  hears({ phase: "loading", said: "Loading model" });
  expect(written.match(/\n/g)).toHaveLength(1);
  now = 15_000;
  hears({ phase: "loading", said: "Loading model" });
  expect(written.match(/\n/g)).toHaveLength(2);
});

it("a run at a terminal wraps what it says between words", () => {
  let written = "";
  const output = { isTTY: true, columns: 40, write: (text: string) => (written += text) };
  const lines = new RewritableLine(output, { TERM: "xterm" });
  lines.tell("✗ write a.txt  failed: the file is made before another name is known to it");
  expect(written).toMatch(/^✗ write a.txt {2}failed: the file is made\n {4}before another/);
});
