import { Readable, Writable } from "node:stream";
import type { AgentContext, ClientCapabilities, SessionUpdate } from "@agentclientprotocol/sdk";
import { version } from "@kestrel/app/version";
import { passOver } from "@kestrel/diagnostics";
import { Mode, SessionId } from "@kestrel/protocol";
import { type Flags, UsageError } from "../arguments.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { modeOf, newSession, sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { folderOf } from "../machine/folder-of.ts";
import { protocolOutput } from "../machine/protocol-output.ts";
import { endSentence } from "../session-lines/end-sentence.ts";
import { printAside } from "../terminal/print.ts";
import { EditorSession, TurnFailure } from "./editor-session.ts";

/** JSON-RPC's codes for server errors, and the two of the protocol that fit. -32603 would hide the message. */
const codes = { refused: -32001, notFound: -32002, params: -32602 } as const;

type Surroundings = { flags: Flags; say: Say };

/** Serves ACP 1 over standard input and output until the editor closes them. Joins or starts the daemon after the first answer. */
export async function serveAcp({ flags, say }: Surroundings): Promise<void> {
  const { agent, ndJsonStream, RequestError, methods } = await import("@agentclientprotocol/sdk");
  const daemon = new JoinedDaemon({ flags, say });
  let can: ClientCapabilities = {};

  const refusal = (error: unknown) => {
    if (error instanceof RequestError) return error;
    if (error instanceof UsageError) return new RequestError(codes.params, error.message);
    if (error instanceof TurnFailure) {
      const { end } = error;
      return new RequestError(codes.refused, endSentence(end, say) ?? end.reason, { reason: end.reason });
    }
    const { code, params } = failureOf(error);
    const isGone = code === "session_not_found" || code === "not_found";
    const sentence = say(`error.${code}`, params);
    return new RequestError(isGone ? codes.notFound : codes.refused, sentence, { code });
  };
  /** Errors with their message: other exceptions reach an editor as "Internal error". */
  const worded =
    <Context, Answer>(handle: (context: Context) => Promise<Answer>) =>
    async (context: Context): Promise<Answer> => {
      try {
        return await handle(context);
      } catch (error) {
        throw refusal(error);
      }
    };
  const opened = async (
    client: AgentContext,
    id: string,
    { replay = false, servers = [] }: { replay?: boolean; servers?: readonly { name: string }[] } = {},
  ) => {
    const one = await daemon.open(id, { client, can, say }, replay);
    // After the answer: before it the editor does not have the session's id.
    setImmediate(() => {
      const tell = (update: SessionUpdate) => client.notify("session/update", { sessionId: id, update });
      daemon
        .commands(one.session.state.workspace)
        .then((availableCommands) => tell({ sessionUpdate: "available_commands_update", availableCommands }))
        .catch(passOver("naming commands in an editor"));
      if (servers.length === 0) return;
      const names = servers.map(({ name }) => name).join(", ");
      printAside(say("acp.servers", { names }));
      const content = { type: "text", text: `${say("acp.servers", { names })}\n\n` } as const;
      tell({ sessionUpdate: "agent_message_chunk", content }).catch(() => undefined); // expected: the editor is gone
    });
    return one;
  };
  const modesOf = (currentModeId: string) => ({
    currentModeId,
    availableModes: Mode.options.map((id) => ({
      id,
      name: say(`mode.${id}`),
      description: say(`mode.${id}.text`),
    })),
  });

  const { session } = methods.agent;
  const connection = agent({ name: "kestrel" })
    .onRequest(methods.agent.initialize, ({ params }) => {
      can = params.clientCapabilities ?? {};
      setImmediate(() => void daemon.joined().catch(() => undefined)); // expected: a request for a session reports it
      return {
        protocolVersion: 1,
        agentInfo: { name: "kestrel", title: "Kestrel", version },
        authMethods: [],
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
      };
    })
    .onRequest(
      session.new,
      worded(async ({ params, client }) => {
        const folder = await folderOf({ folder: params.cwd });
        const wish = { folder, folderNamed: false, mode: modeOf(flags) };
        const { id, mode } = await newSession(await daemon.joined(), wish);
        await opened(client, id, { servers: params.mcpServers });
        return { sessionId: id, modes: modesOf(mode) };
      }),
    )
    .onRequest(
      session.load,
      worded(async ({ params, client }) => {
        const one = await opened(client, params.sessionId, { replay: true, servers: params.mcpServers });
        return { modes: modesOf(one.session.state.mode) };
      }),
    )
    .onRequest(
      session.resume,
      worded(async ({ params, client }) => {
        const one = await opened(client, params.sessionId, { servers: params.mcpServers });
        return { modes: modesOf(one.session.state.mode) };
      }),
    )
    .onRequest(
      session.list,
      worded(async ({ params }) => {
        const folder = params.cwd ? await folderOf({ folder: params.cwd }) : undefined;
        const listed = await sessionsByAge((await daemon.joined()).client);
        const shown = listed.filter(
          ({ workspace, parent, marks, turns }) =>
            !parent && !marks?.archived && turns > 0 && (folder === undefined || workspace === folder),
        );
        return {
          sessions: shown.map(({ id, workspace, title, changedAt }) => ({
            ...{ sessionId: id, cwd: workspace, title, updatedAt: changedAt },
          })),
        };
      }),
    )
    .onRequest(
      session.close,
      worded(async ({ params }) => {
        await daemon.close(params.sessionId);
        return {};
      }),
    )
    .onRequest(
      session.setMode,
      worded(async ({ params, client }) => {
        const mode = Mode.safeParse(params.modeId);
        if (!mode.success) throw new UsageError(say("acp.mode", { mode: params.modeId }));
        const one = await daemon.open(params.sessionId, { client, can, say });
        await one.session.ask({ type: "set-mode", mode: mode.data });
        return {};
      }),
    )
    .onRequest(
      session.prompt,
      worded(async ({ params, client, signal }) => {
        const one = await daemon.open(params.sessionId, { client, can, say });
        const cancel = () => void one.cancel().catch(passOver("cancelling a turn"));
        signal.addEventListener("abort", cancel, { once: true });
        return await one.prompt(params.prompt).finally(() => signal.removeEventListener("abort", cancel));
      }),
    )
    .onNotification(session.cancel, async ({ params }) => {
      await daemon.known(params.sessionId)?.cancel().catch(passOver("cancelling a turn"));
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(protocolOutput()),
        Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
      ),
    );
  await connection.closed;
  await daemon.leave();
}

/** The daemon and the sessions open in the editor. When it has ended, the next request starts it again. */
class JoinedDaemon {
  readonly #input: Surroundings;
  readonly #sessions = new Map<string, EditorSession>();
  #joining: Promise<Connection> | undefined;

  constructor(input: Surroundings) {
    this.#input = input;
  }

  joined(): Promise<Connection> {
    if (!this.#joining) {
      const joining = joinOrStart(this.#input);
      joining.catch(() => this.#forget(joining)); // expected: the waiting request reports it
      this.#joining = joining;
    }
    return this.#joining;
  }

  known(id: string): EditorSession | undefined {
    return this.#sessions.get(id);
  }

  /** Follows the session with that id. `replay`: sends its conversation again. */
  async open(id: string, editor: ConstructorParameters<typeof EditorSession>[2], replay = false) {
    const known = this.#sessions.get(id);
    if (known && !replay) return known;
    known?.leave();
    const joining = this.joined();
    const connection = await joining;
    const wanted = SessionId.safeParse(id);
    if (!wanted.success) throw new CommandFailure("session_not_found", { sessionId: id.slice(0, 60) });
    sessionCalled(await sessionsByAge(connection.client), wanted.data);
    const one = new EditorSession(connection, wanted.data, editor, replay);
    this.#sessions.set(id, one);
    one.session.lost.catch((gone: CommandFailure) => this.#forget(joining, gone)); // expected: the daemon has ended; a waiting prompt reports it
    await one.session.caughtUp;
    return one;
  }

  async close(id: string): Promise<void> {
    const one = this.#sessions.get(id);
    if (!one) throw new CommandFailure("session_not_found", { sessionId: id.slice(0, 60) });
    this.#sessions.delete(id);
    await one.close();
  }

  /** Prompts and skills that can be called with `/` in that folder. */
  async commands(workspace: string) {
    const { client } = await this.joined();
    const { prompts, skills } = await client.call("listReach", { body: { workspace } });
    const hint = { input: { hint: this.#input.say("acp.hint") } };
    return [...prompts, ...skills.filter(({ on }) => on)].map(({ name, description }) => ({
      ...{ name, description, ...hint },
    }));
  }

  /** Detaches from the daemon, where running turns continue. */
  async leave(): Promise<void> {
    const began = this.#sessions.size > 0;
    for (const one of this.#sessions.values()) one.leave();
    const connection = await this.#joining?.catch(() => undefined); // expected: it never came up
    await connection?.close(began ? undefined : "as-found");
  }

  #forget(joining: Promise<Connection>, failure?: CommandFailure): void {
    if (this.#joining !== joining) return;
    this.#joining = undefined;
    for (const one of this.#sessions.values()) one.leave(failure);
    this.#sessions.clear();
  }
}
