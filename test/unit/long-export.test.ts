import { SessionId, TurnId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { givenDaemon } from "../../packages/server/test/kit/given-daemon.ts";
import { shelvedSession } from "../../packages/server/test/kit/shelved-session.ts";
import { textWorker } from "../../packages/tools/src/index.ts";
import { bundledWorker } from "../../packages/tools/test/fixtures/bundled-worker.ts";
import { longestBlock, longestBlockAllowed } from "../daemon/event-loop.ts";

const mebibyte = 1024 ** 2;

/** Texts of a session, each about 100 KB in one line: what a pattern could be slow at, and what is to be left out. */
const texts = [
  "-eyJ".repeat(25_000),
  `see password: hunter2secret99 ${"words ".repeat(16_000)}`,
  '{"api_key": "zz9secretvalue77"} '.repeat(3_000),
  "-----BEGIN PRIVATE KEY----- ".repeat(3_500),
  "token=".repeat(16_000),
];

it.each(["markdown", "jsonl"] as const)(
  "an export of ten megabytes as %s without secrets holds up nobody",
  { timeout: 240_000 },
  async (format) => {
    const { shelf, id } = await shelvedSession("s77777777");
    const log = await shelf.open(SessionId.parse(id));
    for (let turn = 1; turn <= 105; turn += 1) {
      const turnId = TurnId.parse(`t${turn}`);
      await log.append([
        { type: "turn.started", turnId, text: texts[turn % texts.length] ?? "" },
        { type: "turn.ended", turnId, reason: "done" },
      ]);
    }
    await log.close();
    const { redactor } = textWorker(await bundledWorker());
    const daemon = await givenDaemon({ archive: shelf, parts: { redactor } });
    const { result, blockedMs } = await longestBlock(async () => {
      const answer = await fetch(`${daemon.url}/api/v1/sessions/${id}/export`, {
        method: "POST",
        headers: { authorization: `Bearer ${daemon.token}`, "content-type": "application/json" },
        body: JSON.stringify({ format, redact: true }),
      });
      let bytes = 0;
      let secrets = 0;
      for await (const piece of answer.body ?? []) {
        bytes += piece.length;
        if (Buffer.from(piece).includes("hunter2secret99")) secrets += 1;
      }
      return { status: answer.status, bytes, secrets };
    });
    expect(result).toMatchObject({ status: 200, secrets: 0 });
    expect(result.bytes).toBeGreaterThan(6 * mebibyte);
    console.log(`longest block of an export as ${format}: ${blockedMs.toFixed(0)} ms`);
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  },
);
