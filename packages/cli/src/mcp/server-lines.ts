import type { McpProblem, McpServer } from "@kestrel/protocol/api";
import { visibleName, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { grouped } from "../session-lines/phase-sentence.ts";
import { alignColumns } from "../terminal/align-columns.ts";

type Listed = { servers: readonly McpServer[]; problems: readonly McpProblem[]; file: string };

/** Every server in a line or two, and invalid entries of the user's file. Tokens are estimates. */
export function serverTable({ servers, problems, file }: Listed, say: Say): string[] {
  const rows = servers.map(({ name, state, tools, tokens, address, loggedIn }) => [
    name,
    say(`mcp.state.${state}`),
    say("mcp.toolCount", { count: tools.length }),
    say("mcp.lineTokens", { tokens: grouped(tokens.line) }),
    visibleName(address) + (loggedIn ? ` (${say("mcp.loggedIn.yes")})` : ""),
  ]);
  return [
    ...(servers.length === 0 ? [say("mcp.none", { file })] : alignColumns(rows)),
    ...servers.flatMap(({ name, failure }) =>
      failure ? [`${name}: ${say(`mcp.trouble.${failure.why}`, { detail: failure.detail })}`] : [],
    ),
    ...problems.map(({ name, why }) => say(`mcp.problem.${why}`, { name: visibleName(name) })),
  ];
}

/** One server with the full descriptions of its tools. */
export function serverLines(server: McpServer, say: Say): string[] {
  const { name, state, title, version, address, failure, tools, tokens, program, confined } = server;
  return [
    `${name} · ${say(`mcp.state.${state}`)}${title ? ` · ${visibleName(`${title} ${version ?? ""}`).trim()}` : ""}`,
    `  ${visibleName(address)}${confined ? `  [${say(`mcp.confined.${confined}`)}]` : ""}`,
    ...(program
      ? [
          `  ${say(program.changed ? "mcp.program.changed" : "mcp.program", { path: visibleName(program.path), digest: program.digest })}`,
        ]
      : []),
    ...(failure ? [`  ${say(`mcp.trouble.${failure.why}`, { detail: failure.detail })}`] : []),
    ...tools.flatMap((tool) => [
      "",
      `  ${tool.signature.split(" – ")[0]}${tool.state === "accepted" ? "" : `  [${say(`mcp.tool.${tool.state}`)}]`}`,
      ...changedLines(tool.was, tool.description),
    ]),
    "",
    say("mcp.tokens", { line: grouped(tokens.line), whole: grouped(tokens.whole) }),
    ...(state === "on" || tools.length === 0 ? [] : [say("mcp.turnOn", { name })]),
  ];
}

/** A tool's description; when it differs from the accepted one, as removals and additions. */
function changedLines(was: string | undefined, now: string): string[] {
  const linesOf = (text: string) => visibleText(text).trim().split("\n");
  if (was === undefined) return linesOf(now).map((line) => `  │ ${line}`);
  const [before, after] = [linesOf(was), linesOf(now)];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `  │ - ${line}`),
    ...after.map((line) => (before.includes(line) ? `  │   ${line}` : `  │ + ${line}`)),
  ];
}

type Imported = {
  servers: readonly { name: string }[];
  left: readonly { name: string; why: "disabled" | "variable" | "entry" }[];
};

export function importLines({ servers, left }: Imported, say: Say): string[] {
  return [
    ...servers.map(({ name }) => say("mcp.imported", { name })),
    ...left.map(({ name, why }) => say(`mcp.left.${why}`, { name: visibleName(name) })),
  ];
}
