import type { OpId } from "@kestrel/protocol";
import { emptySession } from "@kestrel/session-state";
import { expect, it } from "vitest";
import type { FollowedSession } from "../../src/daemon/followed-session.ts";
import { Outbox } from "../../src/repl/outbox.ts";

it("takes back what fits and was not read, and nothing that the model has", async () => {
  const asked: { op: { type: string; text?: string }; id: OpId | undefined }[] = [];
  const session = {
    state: emptySession,
    ask: async (op: { type: string; text?: string }, id?: OpId) => {
      asked.push({ op, id });
      return { accepted: "pending" as const };
    },
  } as Partial<FollowedSession> as FollowedSession;
  const outbox = new Outbox(session);
  await outbox.send("y");
  outbox.showsOwn(asked[0]?.id);
  await outbox.send("y then");
  const last = outbox.send("n");
  expect(await outbox.takeBackUnread((text) => text.length === 1)).toEqual(["n"]);
  await last;
  expect(asked.at(-1)?.op).toEqual({ type: "edit-pending", words: asked[2]?.id, text: "" });
  expect(await outbox.takeBackUnread((text) => text.length === 1)).toEqual([]);
});
