import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { storageHere } from "@kestrel/app/storage";
import { version } from "@kestrel/app/version";
import { absent, passOver } from "@kestrel/diagnostics";
import { type OpBody, type SessionId, stricterMode } from "@kestrel/protocol";
import { askSession } from "@kestrel/server/client";
import { emptySession, evolve, type ToolEntry } from "@kestrel/session-state";
import type { ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Flags, UsageError } from "../arguments.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { modeOf, newSession, sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { folderOf } from "../machine/folder-of.ts";
import { protocolOutput } from "../machine/protocol-output.ts";
import { askInSession, questionText, type Told, toldOf } from "./asked-in-session.ts";

/** Longest and default wait of a call. Seconds: many clients time out after 60. */
const seconds = { most: 60, usual: 50 } as const;

/** Serves MCP to another local agent, over standard input and output, until it closes them. */
export async function serveMcp({ flags, say }: { flags: Flags; say: Say }): Promise<void> {
  const mode = modeOf(flags) ?? "plan";
  if (mode !== "plan" && mode !== "ask")
    throw new UsageError(say("usage.value", { flag: "--mode", value: mode, expected: "plan | ask" }));
  const wait = Number(flags.timeout ?? seconds.usual);
  if (!(wait >= 1 && wait <= seconds.most))
    throw new UsageError(
      say("usage.value", { flag: "--timeout", value: flags.timeout ?? "", expected: `1 … ${seconds.most}` }),
    );
  const bound = await folderOf({});
  const isWithin = (path: string) =>
    path === bound || path.startsWith(bound.endsWith(sep) ? bound : bound + sep);
  const { McpServer, serveStdio, StdioServerTransport } = await import("./server-library.ts");
  let joining: Promise<Connection> | undefined;
  const joined = () => {
    const known = joining ?? joinOrStart({ flags, say });
    joining = known;
    known.catch(() => (joining = undefined)); // expected: the waiting call reports it
    return known;
  };

  /** Bounds the preparation of a call: starting the daemon or loading its model may exceed the call's timeout. */
  const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    const over = new AbortController();
    const late = pause(wait * 1_000, undefined, { ref: false, signal: over.signal }).then(() => {
      throw new UsageError(say("mcpServe.loads"));
    });
    late.catch(() => undefined); // expected: the work was in time
    work.catch(() => undefined); // expected: it was late, and the call was refused with a message
    return Promise.race([work, late]).finally(() => over.abort());
  };

  const told = ({ words, ...rest }: Told) => ({
    content: [{ type: "text" as const, text: `${words}\n\nsession: ${rest.session}` }],
    structuredContent: { ...rest, words },
  });
  /** An error is returned as text; after the daemon has ended, the next call looks for a new one. */
  const worded =
    <Input, Answer>(handle: (input: Input, context: ServerContext) => Promise<Answer>) =>
    async (input: Input, context: ServerContext) => {
      try {
        return await handle(input, context);
      } catch (error) {
        const { code, params } = failureOf(error);
        if (code === "daemon_unreachable") joining = undefined;
        const text = error instanceof UsageError ? error.message : say(`error.${code}`, params);
        return { isError: true, content: [{ type: "text" as const, text }] };
      }
    };
  /** Sessions opened by an MCP server in its folder. The user's own sessions are not reachable. */
  const reachable = async () => {
    const { client } = await inTime(joined());
    const opened = await openedSessions();
    const sessions = await sessionsByAge(client);
    return {
      client,
      sessions: sessions.filter(({ id, workspace }) => opened.has(id) && isWithin(workspace)),
    };
  };
  const named = async (wanted: string) => {
    const { client, sessions } = await reachable();
    return { client, session: sessionCalled(sessions, wanted) };
  };
  const folderWithin = async (folder = bound) => {
    const path = await folderOf({ folder });
    if (!isWithin(path)) throw new UsageError(say("mcpServe.outside", { path, folder: bound }));
    return path;
  };

  const answer = z.object({ session: z.string(), state: z.string(), words: z.string() });
  const one = z.object({ session: z.string().describe("id that ask or sessions gave") });
  const server = () => {
    const mcp = new McpServer({ name: "kestrel", version });
    /** The calling model cannot answer: its user does, in a form, if the client supports one. */
    const elicit = async (call: ToolEntry, signal: AbortSignal): Promise<OpBody> => {
      const { callId, question, approval } = call;
      const choices = question ? question.choices : ["allow", "deny"];
      const field = { type: "string" as const, ...(choices && { enum: [...choices] }) };
      const reply = await mcp.server.elicitInput(
        {
          message: questionText(call),
          requestedSchema: { type: "object", properties: { answer: field }, required: ["answer"] },
        },
        { signal, timeout: seconds.most * 1_000 },
      );
      const said = reply.action === "accept" ? reply.content?.answer : undefined;
      if (!question) {
        const { digest = "" } = approval ?? {};
        return said === "allow"
          ? { type: "approve", callId, digest, scope: "once" }
          : { type: "deny", callId, digest };
      }
      const { digest } = question;
      const given =
        typeof said === "string" && said !== ""
          ? { end: "answered" as const, text: said }
          : { end: "dismissed" as const };
      return { type: "answer-question", callId, digest, ...given };
    };
    mcp.registerTool(
      "ask",
      {
        description:
          "Give a task to the local agent Kestrel and get its answer. Returns within a minute: while `state` is `working` or `waiting`, call `status` with the session later.",
        inputSchema: z.object({
          prompt: z.string().min(1).max(200_000),
          folder: z.string().optional().describe("absolute path of the project; this one without it"),
          session: z.string().optional().describe("id of a session to go on with"),
        }),
        outputSchema: answer,
      },
      worded(async ({ prompt, folder, session }, { mcpReq }) => {
        const began = performance.now();
        const { connection, ready } = await inTime(
          joined().then(async (connection) => ({ connection, ready: await connection.started?.modelReady })),
        );
        if (ready?.failure) throw new CommandFailure(ready.failure.code, ready.failure.params);
        const wanted = session === undefined ? undefined : (await named(session)).session;
        if (wanted && stricterMode(wanted.mode, mode) !== wanted.mode)
          throw new UsageError(say("mcpServe.looser", { mode: wanted.mode, most: mode }));
        const inFolder = await folderWithin(folder);
        const { id } =
          wanted ?? (await newSession(connection, { folder: inFolder, folderNamed: false, mode }));
        if (!wanted) await markOpened(id);
        const can = mcp.server.getClientCapabilities()?.elicitation;
        return told(
          await askInSession(
            connection,
            id,
            {
              text: prompt,
              boundMs: wait * 1_000 - (performance.now() - began),
              signal: mcpReq.signal,
              ...(can && { elicit }),
            },
            say,
          ),
        );
      }),
    );
    mcp.registerTool(
      "status",
      { description: "How a session stands, and its last answer.", inputSchema: one, outputSchema: answer },
      worded(async ({ session }) => {
        const { client, session: found } = await named(session);
        const { events } = await client.call("readLog", { params: { id: found.id } });
        return told(toldOf(found.id, events.reduce(evolve, emptySession), say));
      }),
    );
    mcp.registerTool(
      "stop",
      { description: "Stop the running turn of a session.", inputSchema: one },
      worded(async ({ session }) => {
        const { client, session: found } = await named(session);
        await askSession(client, found.id, { type: "cancel" });
        return { content: [{ type: "text" as const, text: say("mcpServe.stopped", { session: found.id }) }] };
      }),
    );
    mcp.registerTool(
      "sessions",
      {
        description: "List the sessions that ask began in a folder, the newest first.",
        inputSchema: z.object({ folder: z.string().optional() }),
      },
      worded(async ({ folder }) => {
        const here = await folderWithin(folder);
        const { sessions } = await reachable();
        const shown = sessions.filter(({ workspace, parent }) => workspace === here && !parent).slice(0, 50);
        const lines = shown.map(
          ({ id, attention, mode: held, title }) => `${id} ${attention} ${held} ${title}`,
        );
        const text = lines.join("\n") || say("mcpServe.nothing");
        return { content: [{ type: "text" as const, text }] };
      }),
    );
    return mcp;
  };

  const closed = new Promise<void>((resolve) => process.stdin.once("end", resolve).once("close", resolve));
  const handle = serveStdio(server, {
    transport: new StdioServerTransport(process.stdin, protocolOutput()),
    onerror: passOver("serving MCP"),
  });
  await closed;
  await handle.close();
  // A running start continues without this process.
  const connection = await Promise.race([joining?.catch(() => undefined), pause(0)]); // expected: it never came up
  await connection?.close();
}

/** The sessions opened by `kestrel mcp serve`, as empty files named by their ids. A later server reads them too. */
const marks = () => join(storageHere().folder, "mcp-serve");

async function markOpened(id: SessionId): Promise<void> {
  await mkdir(marks(), { recursive: true, mode: 0o700 });
  await writeFile(join(marks(), id), "", { mode: 0o600 });
}

async function openedSessions(): Promise<ReadonlySet<string>> {
  return new Set(await readdir(marks()).catch(absent));
}
