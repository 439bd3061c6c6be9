import { z } from "zod";
import { getRoute, postRoute } from "./route.ts";

/** A server's name in the user's settings. It is the prefix of the names of its tools. */
export const McpServerName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/);
export type McpServerName = z.infer<typeof McpServerName>;

/** `github/create_issue`, taken apart; undefined for what names no tool of a server. */
export function readMcpToolName(name: string): { server: McpServerName; tool: string } | undefined {
  const [, server, tool] = /^([a-z0-9][a-z0-9_-]{0,31})\/(.+)$/s.exec(name) ?? [];
  return server === undefined || tool === undefined ? undefined : { server, tool };
}

const text = z.string().min(1).max(4_096);
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);

/** Without a user name or password: every listing would show them. */
const plainHttp = /^https?:\/\/[^\s@/?#]+(?:[/?#]\S*)?$/i;

/** A server as the user's file names it, under `[mcp.servers.NAME]`: a program (`command`) or an address (`url`). */
export const McpServerEntry = z
  .strictObject({
    command: text.optional(),
    args: z.array(z.string().max(4_096)).max(128).optional(),
    /** Variables of its environment, as they are written here. */
    env: z.record(VariableName, z.string().max(8_192)).optional(),
    /** Variables it is given as the daemon has them. Nothing else of the daemon's environment reaches it. */
    env_from: z.array(VariableName).max(64).optional(),
    /** Absolute path of the folder it starts in; the user's home folder unless named. */
    folder: text.optional(),
    /** The program runs in the sandbox: it writes in `folder` alone. Where there is no sandbox it is not started. */
    sandbox: z.boolean().optional(),
    /** Of one in the sandbox: it may reach the network. */
    network: z.boolean().optional(),
    url: z.string().max(2_048).regex(plainHttp).optional(),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,128}$/), z.string().max(8_192)).optional(),
    /** The variable that holds its token; never the token itself. */
    bearer_env: VariableName.optional(),
    /** Seconds one call may take without a sign of life. */
    timeout_seconds: z.int().min(1).max(3_600).optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined))
  .refine(({ url, headers, bearer_env }) => url !== undefined || (!headers && !bearer_env))
  .refine(
    ({ command, args, env, env_from, folder, sandbox }) =>
      command !== undefined || !(args || env || env_from || folder || sandbox !== undefined),
  )
  .refine(({ sandbox, network }) => network === undefined || sandbox === true);
export type McpServerEntry = z.infer<typeof McpServerEntry>;

/** A tool as its server last described it. The digest covers name, description and schema. */
export const McpTool = z.object({
  name: z.string(),
  description: z.string(),
  schema: z.record(z.string(), z.unknown()),
  digest: z.string(),
});
export type McpTool = z.infer<typeof McpTool>;

/** A program file by its real path, and a digest of its bytes and of those of the script it is given. */
const McpProgram = z.object({ path: z.string(), digest: z.string() });

/**
 * A server's tools at its last test, and the user's decision. `accepted`: the digests of the tools the user has seen, by name; only
 * those are called.
 */
export const McpReview = z.object({
  server: McpServerName,
  /** Of the entry it was looked at with. */
  entry: z.string(),
  /** New sessions are given it. */
  on: z.boolean(),
  tools: z.array(McpTool),
  accepted: z.record(z.string(), z.string()),
  /** The descriptions of the accepted tools, by name, to show a change. */
  words: z.record(z.string(), z.string()).optional(),
  /** The program started at the last test, and the accepted one. */
  program: McpProgram.optional(),
  acceptedProgram: z.string().optional(),
  title: z.string(),
  version: z.string(),
  instructions: z.string().optional(),
  /** When it was looked at, ISO 8601. */
  at: z.string(),
});
export type McpReview = z.infer<typeof McpReview>;

/** The result of a login at an address: Kestrel's registration as a client, and its tokens. Stored for this user alone, never shown. */
export const McpLogin = z.object({
  url: z.string(),
  client: z.record(z.string(), z.unknown()).optional(),
  tokens: z.record(z.string(), z.unknown()).optional(),
});
export type McpLogin = z.infer<typeof McpLogin>;

/** Why the connection to a server failed. */
export const McpTrouble = z.enum([
  "not_started",
  "ended",
  "timeout",
  "flood",
  "too_long",
  "hung",
  "protocol",
  "http",
  "auth",
  "session_lost",
  "variable_missing",
  "no_sandbox",
]);
export type McpTrouble = z.infer<typeof McpTrouble>;

/** One tool, as a client shows it. `state`: `new` and `changed` ones are not called before a person has seen them. */
export const McpToolShown = z.object({
  name: z.string(),
  description: z.string(),
  /** The tool's line for the model. */
  signature: z.string(),
  state: z.enum(["accepted", "new", "changed"]),
  /** For a changed one: its accepted description. */
  was: z.string().optional(),
});
export type McpToolShown = z.infer<typeof McpToolShown>;

/** A server of the user's, its state, and whether new sessions get it. Tokens are estimates. */
export const McpServer = z.object({
  name: McpServerName,
  way: z.enum(["program", "http"]),
  /** The command line, or the address. */
  address: z.string(),
  /** Its program runs in the sandbox, with or without the network. */
  confined: z.enum(["offline", "online"]).optional(),
  /** `unseen`: its tools were never listed. `changed`: its entry or a tool differs from the accepted one. */
  state: z.enum(["unseen", "off", "on", "changed"]),
  /** Of what a person is shown; `switchMcp` names it. */
  digest: z.string(),
  connection: z.enum(["none", "open", "failed"]),
  /** Whether Kestrel is logged in there. Only for a server with an address. */
  loggedIn: z.boolean().optional(),
  failure: z.object({ why: McpTrouble, detail: z.string() }).optional(),
  title: z.string().optional(),
  version: z.string().optional(),
  /** The program that is started for it. `changed`: the file differs from the accepted one. */
  program: McpProgram.extend({ changed: z.boolean() }).optional(),
  tools: z.array(McpToolShown),
  /** What a new session pays for it, and what all its descriptions would cost in the prompt. */
  tokens: z.object({ line: z.int().nonnegative(), whole: z.int().nonnegative() }),
  /** When it was looked at, ISO 8601. */
  at: z.string().optional(),
});
export type McpServer = z.infer<typeof McpServer>;

/** An invalid entry of the user's file. It is left out. */
export const McpProblem = z.object({ name: z.string(), why: z.enum(["name", "entry"]) });
export type McpProblem = z.infer<typeof McpProblem>;

const Listed = z.object({ servers: z.array(McpServer), problems: z.array(McpProblem), file: z.string() });

/** The part of the table of routes that is about MCP servers. */
export const mcpRoutes = {
  listMcp: getRoute("/api/v1/mcp", Listed),
  /** Connects to a server, lists its tools, and disconnects. A failure is an answer, too. */
  testMcp: postRoute(
    "/api/v1/mcp/test",
    z.strictObject({ server: McpServerName }),
    z.object({ server: McpServer }),
  ),
  /**
   * Begins an OAuth login. `address`: where the user agrees, within five minutes; then the server's state is `loggedIn`. A failure
   * is an answer, too.
   */
  loginMcp: postRoute(
    "/api/v1/mcp/login",
    z.strictObject({ server: McpServerName }),
    z.object({
      address: z.string().optional(),
      failure: z.object({ why: McpTrouble, detail: z.string() }).optional(),
    }),
  ),
  /** Deletes a login. */
  logoutMcp: postRoute("/api/v1/mcp/logout", z.strictObject({ server: McpServerName }), Listed),
  /** Whether new sessions are given it. `digest`: of what the person has seen; turning it on accepts these tools. */
  switchMcp: postRoute(
    "/api/v1/mcp/switch",
    z.strictObject({ server: McpServerName, on: z.boolean(), digest: z.string().min(1).max(200) }),
    Listed,
  ),
} as const;
