import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import {
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testEngine } from "../machine.ts";
import { callsThenSays, callsTool } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { homeIn, program } from "../terminal/kestrel-home.ts";

const plainAnswer = "Hello! I am a tiny scripted model, and this is my plain answer.";
const scripts = {
  ...standardScripts,
  question: callsThenSays("ask_user", { question: "Red or blue?", choices: ["red", "blue"] }, "So be it."),
  // The workspace is called so: the tools leave the name out.
  spelled: {
    replies: [
      callsTool("read", { path: "workspace/greeting.txt" }),
      callsTool("edit", { path: "workspace/greeting.txt", old: "Good morning", new: "Good evening" }),
      { says: "The spelled greeting is changed." },
    ],
  },
  plan: callsThenSays(
    "todo",
    {
      items: [
        { text: "look", done: true },
        { text: "leap", done: false },
      ],
    },
    "That is the plan.",
  ),
};

type Message = { id?: number | string; method?: string; params?: unknown; result?: unknown; error?: unknown };
type Permission = Message & { params: RequestPermissionRequest };

/** An editor written from the specification's text alone: one JSON object a line, in both directions. */
class PlainEditor {
  readonly heard: Message[] = [];
  /** Everything that came on standard output and is no message. */
  readonly strange: string[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #wanted: { fits(message: Message): boolean; found(message: Message): void }[] = [];
  #last = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    createInterface({ input: child.stdout }).on("line", (line) => {
      let message: Message;
      try {
        message = JSON.parse(line);
      } catch {
        this.strange.push(line);
        return;
      }
      this.heard.push(message);
      for (const { fits, found } of this.#wanted) if (fits(message)) found(message);
    });
  }

  say(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** The first message that fits, of those that came and those that will. */
  hears(fits: (message: Message) => boolean): Promise<Message> {
    const before = this.heard.find(fits);
    return before ? Promise.resolve(before) : new Promise((found) => this.#wanted.push({ fits, found }));
  }

  async asks<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#last;
    this.say({ id, method, params });
    const { result, error } = await this.hears((message) => message.id === id && !message.method);
    if (error) throw Object.assign(new Error((error as Error).message), error);
    return result as Result;
  }

  /** The agent's requests to this editor. */
  permission(session: string): Promise<Permission> {
    const fits = ({ method, params }: Message) =>
      method === "session/request_permission" && (params as { sessionId: string }).sessionId === session;
    return this.hears(fits) as Promise<Permission>;
  }

  updates(session: string): SessionUpdate[] {
    return this.heard.flatMap(({ method, params }) => {
      const { sessionId, update } = (params ?? {}) as { sessionId?: string; update?: SessionUpdate };
      return method === "session/update" && sessionId === session && update ? [update] : [];
    });
  }
}

const ofKind = <Kind extends SessionUpdate["sessionUpdate"]>(updates: SessionUpdate[], kind: Kind) =>
  updates.filter(
    (update): update is Extract<SessionUpdate, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
  );

const wordsIn = (updates: SessionUpdate[], kind: "agent_message_chunk" | "user_message_chunk") =>
  ofKind(updates, kind)
    .map(({ content }) => (content.type === "text" ? content.text : ""))
    .join("");

describe.skipIf(testEngine === undefined)("kestrel acp", () => {
  let daemon: TestDaemon;
  const text = (words: string) => [{ type: "text" as const, text: words }];

  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts, files: standardFiles });
  });
  beforeEach(() =>
    writeFile(join(daemon.workspace, "greeting.txt"), standardFiles["greeting.txt"] as string),
  );

  const started = () => {
    const { environment } = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const child = spawn(process.execPath, [program, "acp"], { cwd: daemon.workspace, env: environment });
    child.stderr.resume();
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const plainEditor = async (clientCapabilities: object = {}) => {
    const editor = new PlainEditor(started());
    const answer = await editor.asks("initialize", { protocolVersion: 1, clientCapabilities });
    expect(answer).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
    const begins = async () =>
      (await editor.asks<{ sessionId: string }>("session/new", { cwd: daemon.workspace, mcpServers: [] }))
        .sessionId;
    const prompts = (sessionId: string, words: string) =>
      editor.asks<{ stopReason: string }>("session/prompt", { sessionId, prompt: text(words) });
    const answers = (id: Message["id"], outcome: object) => editor.say({ id, result: { outcome } });
    return { editor, begins, prompts, answers };
  };
  const greeting = () => readFile(join(daemon.workspace, "greeting.txt"), "utf8");

  it("is spoken with by the SDK's client: one diff is approved, one denied", async () => {
    const child = started();
    const updates: SessionUpdate[] = [];
    const asked: RequestPermissionRequest[] = [];
    const replies = ["deny", "allow"];
    const app = client({ name: "an editor" })
      .onNotification(
        methods.client.session.update,
        ({ params }) => void updates.push(params.update as SessionUpdate),
      )
      .onRequest(methods.client.session.requestPermission, ({ params }): RequestPermissionResponse => {
        asked.push(params as RequestPermissionRequest);
        return { outcome: { outcome: "selected", optionId: replies.shift() ?? "" } };
      });
    const stream = ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    );
    await app.connectWith(stream, async (agent) => {
      await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const session = (await agent.request(methods.agent.session.new, {
        cwd: daemon.workspace,
        mcpServers: [],
      })) as { sessionId: string; modes: { currentModeId: string } };
      const { sessionId } = session;
      expect(session.modes.currentModeId).toBe("ask");
      const prompt = text("[[edit]]");
      expect(await agent.request(methods.agent.session.prompt, { sessionId, prompt })).toEqual({
        stopReason: "end_turn",
      });
      expect(await greeting()).toBe(standardFiles["greeting.txt"]);
      const again = text("[[edit]] again");
      await agent.request(methods.agent.session.prompt, { sessionId, prompt: again });
    });
    expect(await greeting()).toContain("Good evening");
    expect(asked[0]?.options.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
    expect(asked[1]?.toolCall.content).toEqual([
      {
        type: "diff",
        path: join(daemon.workspace, "greeting.txt"),
        oldText: "Good morning, dear reader.\n",
        newText: "Good evening, dear reader.\n",
      },
    ]);
    const statuses = ofKind(updates, "tool_call_update").map(({ status }) => status);
    expect(statuses).toEqual(expect.arrayContaining(["failed", "in_progress", "completed"]));
    expect(ofKind(updates, "tool_call").map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["read", "edit"]),
    );
    expect(ofKind(updates, "usage_update").length).toBeGreaterThan(0);
  });

  it("is spoken with in plain lines, answers initialize at once and says nothing else there", async () => {
    const { editor, begins, prompts, answers } = await plainEditor();
    const id = await begins();
    const first = prompts(id, "[[edit]]");
    answers((await editor.permission(id)).id, { outcome: "selected", optionId: "allow" });
    expect(await first).toEqual({ stopReason: "end_turn" });
    expect(await greeting()).toContain("Good evening");
    await prompts(id, "[[plan]]");
    expect(ofKind(editor.updates(id), "plan").at(-1)?.entries).toMatchObject([
      { content: "look", status: "completed" },
      { content: "leap", status: "pending" },
    ]);
    expect(ofKind(editor.updates(id), "available_commands_update")[0]?.availableCommands).toContainEqual(
      expect.objectContaining({ name: "review" }),
    );
    await editor.asks("session/set_mode", { sessionId: id, modeId: "plan" });
    // The update is told by the session's events, the answer by the request.
    await expect
      .poll(() => ofKind(editor.updates(id), "current_mode_update").at(-1)?.currentModeId)
      .toBe("plan");
    expect(await prompts(id, "[[plain]]")).toEqual({ stopReason: "end_turn" });
    expect(wordsIn(editor.updates(id), "agent_message_chunk")).toContain(plainAnswer);
    expect(editor.strange).toEqual([]);
  });

  it("shows on load what the console shows, lists the session, resumes and closes it", async () => {
    const { begins, prompts, editor } = await plainEditor();
    const id = await begins();
    await prompts(id, "Who are you?");
    await prompts(id, "[[read]]");
    const other = await plainEditor();
    const { sessions } = await other.editor.asks<{ sessions: { sessionId: string; cwd: string }[] }>(
      "session/list",
      { cwd: daemon.workspace },
    );
    expect(sessions).toContainEqual(expect.objectContaining({ sessionId: id, cwd: daemon.workspace }));
    await other.editor.asks("session/load", { sessionId: id, cwd: daemon.workspace, mcpServers: [] });
    const told = other.editor.updates(id);
    expect(wordsIn(told, "user_message_chunk")).toBe("Who are you?[[read]]");
    expect(wordsIn(told, "agent_message_chunk")).toBe(
      wordsIn(editor.updates(id), "agent_message_chunk").trim(),
    );
    expect(ofKind(told, "tool_call")).toMatchObject([
      { title: "read hello.txt", kind: "read", status: "completed" },
    ]);
    await other.editor.asks("session/close", { sessionId: id });
    await other.editor.asks("session/resume", { sessionId: id, cwd: daemon.workspace, mcpServers: [] });
    expect(await other.prompts(id, "Who are you?")).toEqual({ stopReason: "end_turn" });
  });

  it("ends a turn that asks when it is cancelled, and takes cancelled as a no", async () => {
    const { editor, begins, prompts, answers } = await plainEditor();
    const id = await begins();
    const turn = prompts(id, "[[shell]]");
    const question = await editor.permission(id);
    expect(JSON.stringify(question.params.toolCall.content)).toContain("env echo kestrel");
    editor.say({ method: "session/cancel", params: { sessionId: id } });
    answers(question.id, { outcome: "cancelled" });
    expect(await turn).toEqual({ stopReason: "cancelled" });
    const { events } = await daemon.client.call("readLog", { params: { id } });
    expect(events.filter(({ body }) => body.type === "approval.resolved")).toHaveLength(1);

    const denied = await begins();
    const second = prompts(denied, "[[shell]]");
    answers((await editor.permission(denied)).id, { outcome: "cancelled" });
    await second;
    const log = await daemon.client.call("readLog", { params: { id: denied } });
    expect(log.events.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ type: "approval.resolved", decision: "denied", by: "user" }),
    );
  });

  it("takes a question back that was answered elsewhere, and lets no session wait for another's", async () => {
    const { editor, begins, prompts } = await plainEditor();
    const [waiting, free] = [await begins(), await begins()];
    const first = prompts(waiting, "[[shell]]");
    const question = await editor.permission(waiting);
    expect(await prompts(free, "Who are you?")).toEqual({ stopReason: "end_turn" });
    const { events } = await daemon.client.call("readLog", { params: { id: waiting } });
    const asked = events.map(({ body }) => body).find((body) => body.type === "approval.requested");
    const { callId, digest } = asked as { callId: string; digest: string };
    const op = { opId: "from-the-console", type: "deny", callId, digest } as const;
    await daemon.client.call("sendOp", { params: { id: waiting }, body: op as never });
    const taken = await editor.hears(({ method }) => method === "$/cancel_request");
    expect(taken.params).toMatchObject({ requestId: question.id });
    expect(await first).toEqual({ stopReason: "end_turn" });
  });

  it("refuses an edit of a file that has unsaved changes in the editor", async () => {
    const { editor, begins, prompts } = await plainEditor({ fs: { readTextFile: true } });
    const id = await begins();
    const turn = prompts(id, "[[edit]]");
    const read = await editor.hears(({ method }) => method === "fs/read_text_file");
    expect(read.params).toMatchObject({ path: join(daemon.workspace, "greeting.txt") });
    editor.say({ id: read.id, result: { content: "Good morning, and more that I just typed.\n" } });
    expect(await turn).toEqual({ stopReason: "end_turn" });
    expect(await greeting()).toBe(standardFiles["greeting.txt"]);
    expect(editor.heard.some(({ method }) => method === "session/request_permission")).toBe(false);
    expect(JSON.stringify(editor.updates(id))).toContain("not saved");
  });

  it("answers a prompt whose session is closed or loaded anew meanwhile", async () => {
    const { editor, begins, prompts } = await plainEditor();
    for (const method of ["session/load", "session/close"]) {
      const id = await begins();
      const turn = prompts(id, "[[shell]]");
      await editor.permission(id);
      await editor.asks(method, { sessionId: id, cwd: daemon.workspace, mcpServers: [] });
      expect(await turn).toEqual({ stopReason: "cancelled" });
    }
  });

  it("looks for unsaved changes at the place that is written, however the model spells it", async () => {
    const { editor, begins, prompts } = await plainEditor({ fs: { readTextFile: true } });
    const id = await begins();
    const turn = prompts(id, "[[spelled]]");
    const place = join(daemon.workspace, "greeting.txt");
    const asked = new Set<Message["id"]>();
    let found = false;
    while (!found) {
      const read = await editor.hears(({ id, method }) => method === "fs/read_text_file" && !asked.has(id));
      asked.add(read.id);
      found = (read.params as { path: string }).path === place;
      if (found) editor.say({ id: read.id, result: { content: "Good morning, and more.\n" } });
      else editor.say({ id: read.id, error: { code: -32002, message: "no such file" } });
    }
    await turn;
    expect(await greeting()).toBe(standardFiles["greeting.txt"]);
    expect(JSON.stringify(editor.updates(id))).toContain("not saved");
  });

  it("puts a question of the model to the person where the editor has a form, and says nobody elsewhere", async () => {
    const { editor, begins, prompts } = await plainEditor({ elicitation: { form: {} } });
    const id = await begins();
    const turn = prompts(id, "[[question]]");
    const form = await editor.hears(({ method }) => method === "elicitation/create");
    expect(form.params).toMatchObject({ message: "Red or blue?", sessionId: id });
    editor.say({ id: form.id, result: { action: "accept", content: { answer: "blue" } } });
    await turn;
    const mute = await plainEditor();
    const other = await mute.begins();
    await mute.prompts(other, "[[question]]");
    const ends = async (session: string) => {
      const { events } = await daemon.client.call("readLog", { params: { id: session } });
      return events.map(({ body }) => body).find((body) => body.type === "question.answered");
    };
    expect(await ends(id)).toMatchObject({ end: "answered", text: "blue" });
    expect(await ends(other)).toMatchObject({ end: "nobody" });
  });

  it("refuses with words, and names the editor's MCP servers", async () => {
    const { editor, begins } = await plainEditor();
    const id = await begins();
    const wrong = async (method: string, params: object) =>
      (await editor.asks(method, params).then(
        () => undefined,
        (error: unknown) => error,
      )) as { code: number; message: string };
    const refusals = [
      await wrong("session/new", { cwd: join(daemon.workspace, "gone"), mcpServers: [] }),
      await wrong("session/load", { sessionId: "s0000", cwd: daemon.workspace, mcpServers: [] }),
      await wrong("session/set_mode", { sessionId: id, modeId: "yolo" }),
      await wrong("session/prompt", { sessionId: id, prompt: text("/nothing-of-the-kind") }),
      await wrong("session/prompt", {
        sessionId: id,
        prompt: [{ type: "audio", data: "", mimeType: "audio/wav" }],
      }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([-32001, -32002, -32602, -32602, -32602]);
    for (const { message } of refusals) expect(message).toMatch(/\w+ \w+ \w+/);
    const mcpServers = [{ name: "notes", command: "/bin/true", args: [], env: [] }];
    const named = await editor.asks<{ sessionId: string }>("session/new", {
      cwd: daemon.workspace,
      mcpServers,
    });
    await editor.hears(({ params }) => JSON.stringify(params ?? "").includes("not used: notes"));
    expect(wordsIn(editor.updates(named.sessionId), "agent_message_chunk")).toContain("notes");
  });
});
