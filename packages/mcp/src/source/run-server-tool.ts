import {
  type CallArguments,
  KestrelError,
  type Pictures,
  type ToolContext,
  type ToolResult,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { ImageType, type KeptImage, SentImage } from "@kestrel/protocol";
import { visibleName } from "@kestrel/text";
import { repairArguments } from "@kestrel/tool-calls";
import type { McpConnection } from "../connection/connections.ts";
import type { CallEnd, Trouble } from "../connection/link.ts";
import { isTrouble } from "../connection/link-target.ts";
import type { KnownServer, KnownTool } from "../known-server.ts";
import type { McpServers } from "../mcp-servers.ts";
import { keptTools } from "../tools/digests.ts";
import type { PictureInResult } from "../worker/messages.ts";
import { fromServer } from "./server-words.ts";

export type McpRunParts = {
  servers: McpServers;
  /** Shortens an output that is too long and saves all of it. */
  keepOutput(text: string, context: ToolContext): Promise<Pick<ToolResult, "content" | "spillFile">>;
  pictures?: Pictures;
};

/** Seconds one call may take without a sign of life, and with them, unless the entry says more. */
const usualSeconds = 60;
const mostMs = 600_000;

/** Arguments as the tool's schema wants them; or the answer that says why they are none, with the signature. */
export function fitArguments(
  { schema, signature }: KnownTool,
  args: CallArguments,
): { args: CallArguments } | { refused: ToolResult } {
  const fitted = repairArguments(JSON.stringify(args), schema);
  if (fitted.ok) return { args: fitted.value as CallArguments };
  return { refused: { outcome: "error", content: `Not called: ${fitted.error}\n${signature}` } };
}

/** Calls a tool of a server, once. Whatever goes wrong is an answer that says what is known of the outcome. */
export async function runServerTool(
  parts: McpRunParts,
  { configured }: KnownServer,
  known: KnownTool,
  args: CallArguments,
  context: ToolContext,
): Promise<ToolResult> {
  const { name, entry } = configured;
  const timeoutMs = (entry.timeout_seconds ?? usualSeconds) * 1_000;
  const { connections } = parts.servers;
  const attempt = () =>
    connections.with(configured, context.workspace, async (connection): Promise<CallEnd | ToolResult> => {
      const held = await stillTheSame(parts.servers, configured, known, connection);
      if (held) return held;
      return connection.link.call(
        known.tool.name,
        { ...args },
        {
          timeoutMs,
          mostMs: Math.max(mostMs, timeoutMs),
          cancel: context.cancel,
          progress: (text) => context.show(`${text}\n`),
          ask: context.ask,
        },
      );
    });
  try {
    let end = await attempt();
    if ("kind" in end && end.kind === "failed" && end.why === "session_lost") {
      // The server refused the request for the session's sake alone: nothing was done, and a new session may ask.
      await connections.close(name);
      end = await attempt();
    }
    return "kind" in end ? await answered(parts, configured, end, context) : end;
  } catch (error) {
    if (isTrouble(error))
      return failed(name, error, error.why === "auth" ? refusedLogin(configured) : "Nothing was done.");
    throw error;
  }
}

/** A tool that is not what was accepted any more is not called. */
async function stillTheSame(
  servers: McpServers,
  configured: KnownServer["configured"],
  { tool, name }: KnownTool,
  connection: McpConnection,
): Promise<ToolResult | undefined> {
  const { link, opened } = connection;
  link.onTools((tools) => {
    opened.tools = tools;
    void servers.noteTools(configured, connection).catch(passOver("noting the tools of a server"));
  });
  const now = keptTools(opened.tools).find((one) => one.name === tool.name);
  if (now?.digest === tool.digest) return undefined;
  await servers.noteTools(configured, connection);
  const what = now ? "describes it in other words now" : "does not offer it any more";
  return {
    outcome: "error",
    content: `Not called: ${configured.name} ${what}. The user must look at ${name} first. Go on without it.`,
  };
}

async function answered(
  parts: McpRunParts,
  configured: KnownServer["configured"],
  end: CallEnd,
  context: ToolContext,
): Promise<ToolResult> {
  const { name: server } = configured;
  switch (end.kind) {
    case "cancelled":
      return { outcome: "error", content: "Stopped by the user. It may go on at the server." };
    case "failed":
      if (end.why === "auth") return failed(server, end, refusedLogin(configured));
      return failed(server, end, "Whether it was done is not known; look before you call again.");
    case "result": {
      const { isError, words, pictures } = end.result;
      const images = await keptPictures(parts.pictures, pictures, context);
      const whole = `${fromServer(server)}\n${words === "" ? "[no words]" : words}`;
      const kept = await parts.keepOutput(whole, context);
      return { outcome: isError ? "error" : "ok", ...kept, ...(images.length > 0 && { images }) };
    }
    default:
      return end satisfies never;
  }
}

function refusedLogin({ name, entry }: KnownServer["configured"]): string {
  if (entry.url === undefined || entry.bearer_env !== undefined)
    return `Nothing was done. The user must give it a token: bearer_env in [mcp.servers.${name}].`;
  return `Nothing was done. The user must log in: kestrel mcp login ${name}.`;
}

function failed(server: string, { why, detail }: Trouble, known: string): ToolResult {
  // Whatever the server says stands on the one line that says who failed.
  const said = visibleName(detail.slice(0, 400).trim());
  return { outcome: "error", content: `${server} failed (${why}): ${said}\n${known}` };
}

async function keptPictures(
  pictures: Pictures | undefined,
  found: readonly PictureInResult[],
  context: ToolContext,
): Promise<KeptImage[]> {
  if (!pictures || found.length === 0 || !(await context.sees?.())) return [];
  const kept: KeptImage[] = [];
  for (const { mediaType, base64 } of found) {
    const image = SentImage.safeParse({ mediaType: ImageType.safeParse(mediaType).data, base64 });
    if (!image.success) continue;
    // Bytes that are no picture are named in the words already.
    const one = await pictures.keep(image.data).catch((error: unknown) => {
      if (error instanceof KestrelError) return undefined;
      throw error;
    });
    if (one) kept.push(one);
  }
  return kept;
}
