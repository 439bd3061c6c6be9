import type { Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../test/daemon/event-loop.ts";
import { soonest } from "../../../test/daemon/how-long.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { pending } from "./kit/pending.ts";
import { silentSocket } from "./kit/raw-request.ts";
import { shelvedSession } from "./kit/shelved-session.ts";

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":0`).join(",")}}`;

/** Bodies made to cost more than they should. What they cost is a bench's business; that they change nothing is shown here. */
const heavy: readonly [title: string, body: string, status: number][] = [
  ["arrays ten thousand deep", deep("[", "]", 10_000), 400],
  ["objects ten thousand deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, 400],
  [
    "a message that is ten thousand deep",
    `{"opId":"op-1","type":"send-message","text":${deep("[", "]", 10_000)}}`,
    400,
  ],
  ["arrays half a million deep", deep("[", "]", 500_000), 400],
  ["a million keys", keys(1_000_000), 400],
  [
    "more than any picture has",
    JSON.stringify({ opId: "op-1", type: "send-message", text: "x".repeat(21 << 20) }),
    413,
  ],
  ["as many keys as fit", keys(110_000), 400],
  ["as many keys as fit beside an op", `{"opId":"op-1","type":"cancel",${keys(110_000).slice(1)}`, 400],
  [
    "a prototype at the bottom of many levels",
    `${'{"a":'.repeat(5_000)}{"__proto__":1}${"}".repeat(5_000)}`,
    400,
  ],
  ["an unending number", `{"opId":"op-1","type":"send-message","text":${"9".repeat(1_000_000)}}`, 400],
  ["a megabyte of blanks", `${" ".repeat(1_000_000)}{"opId":"op-1","type":"cancel"`, 400],
];

describe("a body made to be heavy", () => {
  it.each(heavy)("%s is refused, and the daemon goes on", async (_title, body, status) => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const { result, blockedMs } = await longestBlock(async () => {
      const answer = await fetch(`${daemon.url}/api/v1/sessions/${session}/ops`, {
        method: "POST",
        headers: { authorization: `Bearer ${daemon.token}`, "content-type": "application/json" },
        body,
      });
      return { answer, text: await answer.text() };
    });
    const { answer, text } = result;
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
    expect(answer.status).toBe(status);
    expect(text.length).toBeLessThan(1_000);
    expect(await daemon.logOf(session)).toHaveLength(2);
  });
});

describe("connections that say nothing", () => {
  const halves: readonly [title: string, bytes: (daemon: GivenDaemon) => string][] = [
    ["nothing at all", () => ""],
    ["half a head", () => "GET / HTTP/1.1\r\nHost: 127"],
    [
      "half a body",
      ({ port }) =>
        `POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ],
  ];

  it.each(halves)("keep nobody out: %s, from two hundred, then from six hundred", async (_title, bytes) => {
    const daemon = await givenDaemon();
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const count of [200, 600]) {
      while (sockets.length < count) {
        sockets.push(
          ...(await Promise.all(Array.from({ length: 50 }, () => silentSocket(daemon.port, bytes(daemon))))),
        );
      }
      const took = await soonest(1_000, async () => {
        const startedAt = performance.now();
        const answer = await fetch(`${daemon.url}/healthz`, { headers: { connection: "close" } });
        expect(answer.status).toBe(200);
        return performance.now() - startedAt;
      });
      expect(took).toBeLessThan(1_000);
    }
    await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(256);
  });
});

describe("more requests at once than are answered", () => {
  it("are told to come later, and the others are answered when their time comes", async () => {
    const { shelf, id } = await shelvedSession("s66666666");
    const [disk, everybodyCame] = [pending(), pending()];
    const daemon = await givenDaemon({
      archive: {
        ...shelf,
        async open(session) {
          await disk.promise;
          return shelf.open(session);
        },
      },
    });
    let refused = 0;
    const asking = Array.from({ length: 120 }, async () => {
      const answer = await fetch(`${daemon.url}/api/v1/sessions/${id}/log`, {
        headers: { authorization: `Bearer ${daemon.token}` },
      });
      if (answer.status === 429 && ++refused === 24) everybodyCame.settle();
      await answer.text();
      return { status: answer.status, later: answer.headers.get("retry-after") };
    });
    await everybodyCame.promise;
    disk.settle();
    const answers = await Promise.all(asking);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(96);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      Array(24).fill({ status: 429, later: "5" }),
    );
  });
});
