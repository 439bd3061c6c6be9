import { join } from "node:path";
import { createDaemonClient } from "@kestrel/server/client";
import { contextLedger, emptySession, evolve } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { FollowedSession } from "../../packages/cli/src/daemon/followed-session.ts";
import type { Connection } from "../../packages/cli/src/daemon/join-or-start.ts";
import { givenDaemon } from "../../packages/server/test/kit/given-daemon.ts";
import { jsonlArchive } from "../../packages/store/src/index.ts";
import { writeLog } from "../../packages/store/test/measure-log.ts";
import { temporaryData } from "../../packages/store/test/temporary-data.ts";

it("the terminal resumes a long session with its end, and has the whole when a command looks back", async () => {
  const paths = await temporaryData();
  const id = "s00000001";
  await writeLog(join(paths.sessions, `${id}.jsonl`), 12_000);
  const daemon = await givenDaemon({ archive: jsonlArchive(paths) });
  const address = { baseUrl: daemon.url, token: daemon.token };
  const connection = { client: createDaemonClient(address), address, older: false } as Connection;
  let titled = () => {};
  const news = new Promise<void>((resolve) => {
    titled = resolve;
  });
  const told: number[] = [];
  const watcher = {
    event: ({ seq, body }: { seq: number; body: { type: string; title?: string } }) => {
      told.push(seq);
      if (body.title === "again") titled();
    },
  };
  const followed = new FollowedSession(connection, id as never, watcher as never, true);
  await followed.caughtUp;
  const { first, length } = followed.state.timeline;
  expect(first).toBeGreaterThan(length / 2);
  expect(told).toEqual([]);
  const before = followed.state.lastSeq;
  // What comes while the whole is read is neither lost nor told twice.
  const whole = followed.whole();
  await followed.ask({ type: "set-title", title: "again" });
  await Promise.all([whole, news]);
  await followed.whole();
  expect(told).toEqual([before + 1]);
  const { events } = await connection.client.call("readLog", { params: { id } });
  const folded = events.reduce(evolve, emptySession);
  expect(followed.state.title).toBe("again");
  expect([...followed.state.timeline]).toEqual([...folded.timeline]);
  expect(contextLedger(followed.state).used).toBe(contextLedger(folded).used);
  followed.close();
});
