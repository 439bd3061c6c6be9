import type { IncomingMessage } from "node:http";
import { KestrelError } from "@kestrel/core";
import type { OpenSessions } from "@kestrel/daemon";
import { alwaysAsks, Mode, type Op, SessionId, stricterMode } from "@kestrel/protocol";
import { type ChannelName, channelIn } from "@kestrel/protocol/access";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { pendingWordsIn, waitingCalls } from "@kestrel/session-state";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "./guard-requests.ts";

/** The user's settings for a channel. */
export type ChannelRules = {
  /** The workspace of its sessions; the sample project without one. */
  workspace?: string;
  /** Whether approvals may come from it. */
  approvals: "machine" | "phone";
  /** The least strict mode in which its sessions may begin; default `ask`. */
  mode?: "plan" | "ask";
};

export type ChannelDoor = {
  sessions: Pick<OpenSessions, "get">;
  sandbox(): Promise<SandboxStatus>;
  rules(channel: ChannelName): ChannelRules;
  callerOf(request: IncomingMessage): Caller | undefined;
};

/** The ops that a channel may send; two of them are checked further. */
const spoken: ReadonlySet<Op["type"]> = new Set([
  "send-message",
  "edit-pending",
  "cancel",
  "answer-question",
  "deny",
  "approve",
  "set-mode",
]);

/** The channel whose key a request came with. */
export function channelOf(caller: Caller | undefined): ChannelName | undefined {
  return typeof caller === "object" ? channelIn(caller.scopes) : undefined;
}

/**
 * Runs after the guard, once the body is parsed: a channel's key reaches only its own sessions, a few ops in them, and only stricter modes.
 * Forbidden and missing sessions get the same refusal.
 */
export function keepChannels(app: FastifyInstance, door: ChannelDoor): void {
  app.addHook("preHandler", async (request) => {
    const channel = channelOf(door.callerOf(request.raw));
    if (channel === undefined || request.routeOptions.config.access === "public") return;
    const { id } = request.params as { id?: string };
    if (id !== undefined) await keepOp(door, channel, id, request.body as Op);
    else if (request.routeOptions.url === "/api/v1/events") await keepStream(door, channel, request);
    else keepOpening(request.body);
  });
}

async function ownSession({ sessions }: ChannelDoor, channel: ChannelName, id: string) {
  const known = SessionId.safeParse(id);
  const living = known.success && (await sessions.get(known.data).catch(() => undefined)); // expected: not there, and refused as if it belonged to another
  if (!living || living.session.state().origin?.channel !== channel)
    throw refused("not a session of its own");
  return living.session.state();
}

async function keepOp(door: ChannelDoor, channel: ChannelName, id: string, op: Op): Promise<void> {
  const state = await ownSession(door, channel, id);
  if (!spoken.has(op?.type)) throw refused("not an op for a channel");
  if (op.type === "edit-pending") {
    const words = pendingWordsIn(state).find(({ id }) => id === op.words);
    if (words?.origin?.channel !== channel) throw refused("not words of its own");
  }
  if (op.type === "set-mode") {
    const mode = Mode.safeParse(op.mode);
    if (mode.success && stricterMode(mode.data, state.mode) !== mode.data) throw refused("a looser mode");
  }
  if (op.type !== "approve") return;
  if (door.rules(channel).approvals !== "phone") throw refused("a yes is for the machine");
  if (op.scope !== "once" || op.rules !== undefined) throw refused("more than once");
  const asked = waitingCalls(state).find(({ callId }) => callId === op.callId)?.approval;
  if (!asked)
    throw new KestrelError("approval_stale", "no such question is open", { callId: String(op.callId) });
  if (!(await mayBeAllowedFar(asked, door))) throw refused("this question waits at the machine");
}

type Asked = { risk: string; reasons: Parameters<typeof alwaysAsks>[0] };

/** Calls that may be approved away from the machine. */
async function mayBeAllowedFar({ risk, reasons }: Asked, { sandbox }: ChannelDoor): Promise<boolean> {
  if (alwaysAsks(reasons) || reasons.includes("foreign_tool")) return false;
  return risk === "edit" || (risk === "execute" && (await sandbox()).state === "active");
}

async function keepStream(door: ChannelDoor, channel: ChannelName, { query }: FastifyRequest): Promise<void> {
  const { session, sessions } = query as { session?: unknown; sessions?: unknown };
  const ids =
    sessions === undefined
      ? [String(session ?? "")]
      : String(sessions)
          .split(",")
          .map((cursor) => cursor.split(":", 1)[0] ?? "");
  for (const id of ids) await ownSession(door, channel, id);
}

/** The settings choose the folder, and nothing is carried over from another session. */
function keepOpening(body: unknown): void {
  if (Object.keys(Object(body)).length > 0) throw refused("a channel chooses nothing of a session");
}

function refused(why: string): KestrelError {
  return new KestrelError("forbidden", why);
}
