import { appendFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testTmux } from "../machine.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";

type Chat = { messages: { role: string; content: string }[]; tools?: unknown[]; stop?: string[] };
/** What this server's model writes in the words it was told, and the marks of those words. */
type Words = { told: string; call: string; end: string; stop: string };

const fenced: Words = { told: "```tool_call", call: "```tool_call", end: "```", stop: "```tool_result" };
const hermes: Words = {
  told: "<tool_call>",
  call: "<tool_call>",
  end: "</tool_call>",
  stop: "<tool_response>",
};
const text = { "notes.txt": "The kestrel hovers.\n" };

/** A server of OpenAI's kind, and the bodies of the chats it was asked for. */
async function startServer(answer: (chat: Chat) => string | { status: number; body: string }) {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  server.answers("GET /v1/models", { object: "list", data: [{ id: "plain" }] });
  server.otherwise(({ body }) => {
    const answered = answer(JSON.parse(body) as Chat);
    return typeof answered === "string" ? { body: said(answered) } : answered;
  });
  return { server, chats: () => server.chats.map(({ body }) => JSON.parse(body) as Chat) };
}

/** A model that calls as it was told to, in these words only: the word it is asked for, or the file it is to read. */
function callsIn({ told, call, end, stop }: Words) {
  return ({ messages }: Chat): string => {
    const [system, ...rest] = messages;
    if (!system?.content.includes(told)) return "I have no tools.";
    if (rest.at(-1)?.content.includes(stop)) return "It hovers.";
    const [name, given] = system.content.includes('{"name":"report"')
      ? ["report", { word: "kestrel" }]
      : ["read", { path: "notes.txt" }];
    return `${call}\n${JSON.stringify({ name, arguments: given })}\n${end}`;
  };
}

/** One turn in which the file is read; the requests it took. */
async function readsTheNotes(daemon: TestDaemon, chats: () => Chat[]): Promise<Chat[]> {
  const before = chats().length;
  const session = await openTestSession(daemon);
  const events = await session.turn("What do my notes say?");
  expect(bodiesOf(events, "turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(bodiesOf(events, "tool.requested")).toMatchObject([{ tool: "read", recovered: "text" }]);
  expect(bodiesOf(events, "tool.finished")).toMatchObject([
    { outcome: "ok", content: "The kestrel hovers." },
  ]);
  return chats().slice(before);
}

/** No tools but their list, once; the dialect's stop; and the second request begins with the first, byte for byte. */
function expectWords([first, second, ...others]: Chat[], { stop }: Words): void {
  expect(others).toEqual([]);
  for (const chat of [first, second]) {
    expect(chat).not.toHaveProperty("tools");
    expect(chat?.stop).toEqual([stop]);
    expect(JSON.stringify(chat?.messages).split('{\\"name\\":\\"read\\"')).toHaveLength(2);
    expect(chat?.messages[0]?.content).toContain(`${stop}`);
  }
  const [earlier, later] = [first, second].map((chat) => JSON.stringify(chat?.messages));
  expect(later?.startsWith(earlier?.slice(0, -1) ?? "nothing")).toBe(true);
}

it("a server that ignores tools is examined, and from its next start on told of them in the dialect that worked", async () => {
  const { server, chats } = await startServer(callsIn(fenced));
  const daemon = await startTestDaemon({ connect: server.url, files: text });
  const { profile } = await daemon.client.call("probeModel", { body: { question: "call" } });
  expect(profile).toMatchObject({ calls: "text", tools: "text", tools_dialect: "fenced" });
  const [native, ...inWords] = chats();
  expect(native?.tools).toHaveLength(1);
  expect(inWords.map(({ stop }) => stop?.[0])).toEqual([hermes.stop, fenced.stop]);
  await daemon.stop();
  const folder = join(daemon.dataFolder, "profiles");
  const [file = ""] = await readdir(folder);
  expect(await readFile(join(folder, file), "utf8")).toContain('tools = "text"\ntools_dialect = "fenced"');

  await daemon.start();
  expectWords(await readsTheNotes(daemon, chats), fenced);
});

it("the loadout comes before the profile", async () => {
  const { server, chats } = await startServer(callsIn(hermes));
  const daemon = await startTestDaemon({ connect: server.url, files: text });
  await daemon.client.call("probeModel", { body: {} });
  await daemon.stop();
  const folder = join(daemon.dataFolder, "profiles");
  const [file = ""] = await readdir(folder);
  await appendFile(join(folder, file), 'tools = "native"\ntools_dialect = "fenced"\n');
  await appendFile(join(daemon.folder, "loadout.toml"), 'tools = "text"\ntools_dialect = "hermes"\n');

  await daemon.start();
  expectWords(await readsTheNotes(daemon, chats), hermes);
});

it("a server that refuses tools is told of them in words before anything was said", async () => {
  const message = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
  const refusal = { status: 400, body: JSON.stringify({ object: "error", message, code: 400 }) };
  const speak = callsIn(hermes);
  const { server, chats } = await startServer((chat) => (chat.tools ? refusal : speak(chat)));
  const daemon = await startTestDaemon({ connect: server.url, files: text });
  const [refused, ...inWords] = await readsTheNotes(daemon, chats);
  expect(refused?.tools?.length).toBeGreaterThan(3);
  expectWords(inWords, hermes);
  expect(await readsTheNotes(daemon, chats)).toHaveLength(2);
});

it.skipIf(testTmux === undefined)(
  "a call that a model writes among its words is not seen in the terminal: it runs",
  async () => {
    const call =
      '<minimax:tool_call>\n<invoke name="read">\n<parameter name="path">notes.txt</parameter>\n</invoke>\n</minimax:tool_call>';
    const { server } = await startServer(({ messages }) =>
      messages.at(-1)?.role === "tool" ? "It hovers." : `I look first.\n${call}`,
    );
    const home = await kestrelHome({ files: text });
    const screen = await screenAlone(home, ["--url", server.url]);
    const shown = await screen.tell("What do my notes say?", "It hovers.");
    expect(shown).toMatch(/I look first\.[\s\S]*notes\.txt[\s\S]*It hovers\./);
    expect(shown).not.toMatch(/minimax|invoke|parameter/);
  },
);
