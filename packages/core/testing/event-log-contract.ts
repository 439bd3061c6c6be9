import type { EventBody, SessionEvent } from "@kestrel/protocol";
import type { EventLog } from "../src/ports/event-log.ts";

/** A fresh, empty log and the way to open the same one again after `close`. */
export type LogUnderTest = { log: EventLog; reopen(): Promise<EventLog> };

/** One promise of the port. `run` rejects when it is broken. */
export type LogPromise = { name: string; run(): Promise<void> };

/** Everything `EventLog` promises, free of any test runner: give each entry its own test. */
export function eventLogContract(makeLog: () => Promise<LogUnderTest>): readonly LogPromise[] {
  return contract.map(({ name, run }) => ({ name, run: async () => run(await makeLog()) }));
}

const contract: readonly { name: string; run(given: LogUnderTest): Promise<void> }[] = [
  {
    name: "counts from one, without gaps, in the order of the bodies",
    async run({ log }) {
      const first = await log.append([said("a"), said("b")]);
      const second = await log.append([said("c")]);
      same(
        [...first, ...second].map((event) => event.seq),
        [1, 2, 3],
      );
      same(textsOf(await all(log)), ["a", "b", "c"]);
    },
  },
  {
    name: "hands out exactly what it stores",
    async run({ log }) {
      const stamped = await log.append([said("ü\u2028\n\u0000 😀"), titled("x".repeat(100_000))]);
      same(await all(log), stamped);
    },
  },
  {
    name: "stamps every event with version 1 and an ISO time",
    async run({ log }) {
      for (const event of await log.append([said("a"), titled("b")])) {
        if (event.v !== 1) throw new Error(`version ${event.v}`);
        if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(event.at)) throw new Error(`time ${event.at}`);
      }
    },
  },
  {
    name: "reads only what came after a seq",
    async run({ log }) {
      await log.append([said("a"), said("b"), said("c")]);
      same(textsOf(await all(log, 2)), ["c"]);
      same(textsOf(await all(log, 3)), []);
      same(textsOf(await all(log, 99)), []);
    },
  },
  {
    name: "keeps appends that wait together whole and in the order they were asked for",
    async run({ log }) {
      const asked = Array.from({ length: 200 }, (_, index) =>
        log.append([said(`${index}a`), said(`${index}b`)]),
      );
      await Promise.all(asked);
      const expected = Array.from({ length: 200 }, (_, index) => [`${index}a`, `${index}b`]).flat();
      const stored = await all(log);
      same(textsOf(stored), expected);
      same(
        stored.map((event) => event.seq),
        expected.map((_, index) => index + 1),
      );
    },
  },
  {
    name: "stores nothing of a rejected append, and goes on without a gap",
    async run({ log }) {
      await log.append([said("a")]);
      await rejects(log.append([said("lost"), unwritable()]));
      await log.append([said("b")]);
      const stored = await all(log);
      same(textsOf(stored), ["a", "b"]);
      same(
        stored.map((event) => event.seq),
        [1, 2],
      );
    },
  },
  {
    name: "accepts an empty append",
    async run({ log }) {
      same(await log.append([]), []);
      same(await all(log), []);
    },
  },
  {
    name: "goes on counting after it is opened again",
    async run({ log, reopen }) {
      const before = await log.append([said("a"), said("b")]);
      await log.close();
      const again = await reopen();
      same(await all(again), before);
      const [next] = await again.append([said("c")]);
      same(next?.seq, 3);
      await again.close();
    },
  },
  {
    name: "refuses to append once it is closed, and closes twice without harm",
    async run({ log, reopen }) {
      await log.append([said("a")]);
      await log.close();
      await log.close();
      await rejects(log.append([said("late")]));
      const again = await reopen();
      same(textsOf(await all(again)), ["a"]);
      await again.close();
    },
  },
];

function said(text: string): EventBody {
  return { type: "reply.text", turnId: "t1", step: 1, offset: 0, text };
}

function titled(title: string): EventBody {
  return { type: "session.titled", title };
}

/** A body that no log can turn into a line. */
function unwritable(): EventBody {
  const title = {
    toJSON() {
      throw new Error("cannot be written");
    },
  };
  return titled(title as unknown as string);
}

async function all(log: EventLog, after?: number): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read(after)) events.push(event);
  return events;
}

function textsOf(events: readonly SessionEvent[]): string[] {
  return events.flatMap(({ body }) => (body.type === "reply.text" ? [body.text] : []));
}

function same(actual: unknown, expected: unknown): void {
  const [was, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (was !== wanted) throw new Error(`expected ${wanted?.slice(0, 400)}, got ${was?.slice(0, 400)}`);
}

async function rejects(promise: Promise<unknown>): Promise<void> {
  const outcome = await promise.then(
    () => "resolved",
    () => "rejected",
  );
  same(outcome, "rejected");
}
