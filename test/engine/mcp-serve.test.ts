import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { dataPaths, lockStart, prepareFolders } from "../../packages/store/src/index.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { homeIn, kestrelHome, program } from "../terminal/kestrel-home.ts";

type Answer = { session: string; state: string; words: string };

describe.skipIf(testEngine === undefined)("kestrel mcp serve", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
  });

  /** Another agent, by the library's client. `answer`: what its person puts into a form; without one it has none. */
  const agent = async (flags: readonly string[], answer?: string) => {
    const { environment } = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const asked: string[] = [];
    const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
    const client = new Client({ name: "another agent", version: "1" }, { capabilities });
    if (answer !== undefined)
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: { answer } };
      });
    onTestFinished(() => client.close());
    const args = [program, "mcp", "serve", ...flags];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: environment, cwd: daemon.workspace }),
    );
    const calls = (name: string, input: object = {}) =>
      client.callTool({ name, arguments: { ...input } }) as Promise<{
        isError?: boolean;
        content: { text: string }[];
        structuredContent?: Answer;
      }>;
    const asks = async (prompt: string, more: object = {}) => {
      const { structuredContent } = await calls("ask", { prompt, ...more });
      return structuredContent as Answer;
    };
    return { client, calls, asks, asked };
  };

  it("answers in a session that goes on by its id, also for the next server", async () => {
    const one = await agent([]);
    const { tools } = await one.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(["ask", "sessions", "status", "stop"]);
    const first = await one.asks("[[plain]]");
    expect(first).toMatchObject({ state: "done", words: expect.stringContaining("tiny scripted model") });
    const { session } = first;
    const other = await agent([]);
    expect(await other.asks("[[read]]", { session })).toMatchObject({ session, state: "done" });
    const { content } = await other.calls("sessions");
    expect(content[0]?.text).toContain(`${session} idle plan`);
    const { structuredContent } = await other.calls("status", { session });
    expect(structuredContent?.words).toContain("it greets the world");
  });

  it("changes nothing in the mode plan", async () => {
    const { asks } = await agent([]);
    const { session } = await asks("[[edit]]");
    const { events } = await daemon.client.call("readLog", { params: { id: session as never } });
    expect(events.some(({ body }) => body.type === "approval.requested")).toBe(false);
    expect(events.some(({ body }) => body.type === "file.changed")).toBe(false);
  });

  it("asks the person at the other end where there is a form", async () => {
    const { asks, asked } = await agent(["--mode", "ask"], "allow");
    expect(await asks("[[shell]]")).toMatchObject({ state: "done" });
    expect(asked).toEqual([expect.stringContaining("env echo kestrel")]);
  });

  it("waits at the machine where there is no form, and returns within its time with the id", async () => {
    const { asks, calls } = await agent(["--mode", "ask", "--timeout", "3"]);
    const { session, state, words } = await asks("[[shell]]");
    expect({ state, words }).toEqual({
      state: "waiting",
      words: expect.stringContaining("waits for approval"),
    });
    expect((await calls("status", { session })).structuredContent?.state).toBe("waiting");
    await calls("stop", { session });
    await expect
      .poll(async () => (await calls("status", { session })).structuredContent?.state)
      .toBe("ended");
  });

  it("reaches only sessions that it opened, and no folder outside its own", async () => {
    const { session } = await daemon.client.call("openSession", { body: { workspace: daemon.workspace } });
    const { calls } = await agent(["--mode", "ask"]);
    for (const [name, input] of [
      ["status", {}],
      ["stop", {}],
      ["ask", { prompt: "[[plain]]" }],
    ] as const) {
      const refused = await calls(name, { session: session.id, ...input });
      expect(refused).toMatchObject({ isError: true });
      expect(refused.content[0]?.text).toContain(session.id);
    }
    expect((await calls("sessions")).content[0]?.text).not.toContain(session.id);
    for (const [name, input] of [
      ["sessions", {}],
      ["ask", { prompt: "[[plain]]" }],
    ] as const) {
      const refused = await calls(name, { folder: daemon.folder, ...input });
      expect(refused).toMatchObject({ isError: true });
      expect(refused.content[0]?.text).toContain(`outside ${daemon.workspace}`);
    }
  });

  it("goes no further than its mode, and refuses with words", async () => {
    const { asks } = await agent(["--mode", "ask"]);
    const { session } = await asks("[[plain]]");
    const strict = await agent([]);
    const refused = await strict.calls("ask", { prompt: "[[plain]]", session });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]?.text).toContain("mode `ask`");
    const gone = await strict.calls("status", { session: "s0000" });
    expect(gone).toMatchObject({ isError: true });
    expect(gone.content[0]?.text).toMatch(/s0000/);
  });
});

it("kestrel mcp serve answers within its time while a daemon is still being started", async () => {
  const { environment, workspace } = await kestrelHome({});
  const paths = dataPaths(environment);
  await prepareFolders(paths);
  // Somebody else starts a daemon, and that takes for ever.
  const lock = await lockStart(paths);
  if (lock.kind !== "held") throw new Error("the lock is not free");
  onTestFinished(() => lock.file.close());
  const client = new Client({ name: "another agent", version: "1" });
  const args = [program, "mcp", "serve", "--timeout", "1"];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: environment,
    cwd: workspace,
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  for (const [name, input] of [
    ["ask", { prompt: "Which bird?" }],
    ["sessions", {}],
    ["status", { session: "s0000" }],
    ["stop", { session: "s0000" }],
  ] as const) {
    const { isError, content } = await client.callTool({ name, arguments: input });
    expect({ name, isError, content }).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("nothing was sent") }],
    });
  }
});
