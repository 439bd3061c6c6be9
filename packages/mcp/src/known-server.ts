import type { McpReview, McpServer, McpTool, McpToolShown } from "@kestrel/protocol/api";
import { estimateTokens, visibleText } from "@kestrel/text";
import type { ConfiguredServer } from "./server-book.ts";
import { digestOf, entryDigest } from "./tools/digests.ts";
import { shownNames } from "./tools/shown-name.ts";
import { signature } from "./tools/signature.ts";
import { simplifySchema } from "./tools/simplify-schema.ts";

/** A tool as the model sees it. `held`: the user has not accepted its present form, so it cannot be called. */
export type KnownTool = {
  name: string;
  tool: McpTool;
  schema: Record<string, unknown>;
  signature: string;
  held?: "new" | "changed";
};

/** A configured server with what was seen of it. */
export type KnownServer = {
  configured: ConfiguredServer;
  state: McpServer["state"];
  tools: readonly KnownTool[];
  /** Of everything a person is shown of it. */
  digest: string;
  review?: McpReview;
};

export function knownServer(configured: ConfiguredServer, review: McpReview | undefined): KnownServer {
  const entry = entryDigest(configured.entry);
  if (!review) return { configured, state: "unseen", tools: [], digest: digestOf([entry]) };
  const names = shownNames(review.tools.map(({ name }) => name));
  const tools = review.tools.map((tool): KnownTool => {
    const name = names.get(tool.name) ?? tool.name;
    const schema = simplifySchema(tool.schema);
    const accepted = Object.hasOwn(review.accepted, tool.name) ? review.accepted[tool.name] : undefined;
    const held = accepted === tool.digest ? undefined : accepted === undefined ? "new" : "changed";
    return {
      name,
      tool,
      schema,
      signature: signature(name, schema, tool.description),
      ...(held && { held }),
    };
  });
  const digest = digestOf([entry, ...review.tools.map((tool) => tool.digest)]);
  return { configured, state: stateOf(review, entry, tools), tools, digest, review };
}

function stateOf(review: McpReview, entry: string, tools: readonly KnownTool[]): McpServer["state"] {
  // What is not used need not be looked at: that comes before it is turned on.
  if (!review.on) return "off";
  return review.entry !== entry || tools.some(({ held }) => held) ? "changed" : "on";
}

/** Whether sessions may use it: it is on, and it is the entry that was accepted. */
export function isOffered({ review, configured }: KnownServer): boolean {
  return review?.on === true && review.entry === entryDigest(configured.entry);
}

/** The line about a server in a new session: the names of its tools, without any text by its author. */
export function lineOfServer({ tools }: Pick<KnownServer, "tools">): string {
  return tools
    .filter(({ held }) => !held)
    .map(({ name }) => name)
    .join(", ");
}

/** A server as clients show it: nothing hidden in its words. */
export function shownServer(known: KnownServer, now: Pick<McpServer, "connection" | "failure">): McpServer {
  const { configured, state, digest, review, tools } = known;
  const { name, entry } = configured;
  const whole = review?.tools
    .map((tool) => JSON.stringify([tool.name, tool.description, tool.schema]))
    .join("\n");
  const line = `${name}: ${lineOfServer(known)}`.slice(0, longestLine);
  return {
    name,
    way: entry.url === undefined ? "program" : "http",
    address: visibleText(entry.url ?? [entry.command, ...(entry.args ?? [])].join(" ")),
    ...(entry.sandbox && { confined: entry.network ? ("online" as const) : ("offline" as const) }),
    state,
    digest,
    ...now,
    ...(now.failure && { failure: { ...now.failure, detail: visibleText(now.failure.detail) } }),
    ...(review && { title: visibleText(review.title), version: visibleText(review.version), at: review.at }),
    ...(review?.program && {
      program: { ...review.program, changed: isOther(review.acceptedProgram, review.program.digest) },
    }),
    tools: tools.map((tool) => shownTool(tool, review?.words)),
    tokens: { line: isOffered(known) ? estimateTokens(line) : 0, whole: estimateTokens(whole ?? "") },
  };
}

/** UTF-16 units that the line of a server has about, in the prefix. */
const longestLine = 72;

function isOther(accepted: string | undefined, now: string): boolean {
  return accepted !== undefined && accepted !== now;
}

function shownTool(
  { name, tool, signature: line, held }: KnownTool,
  words: McpReview["words"] = {},
): McpToolShown {
  const before = held === "changed" && Object.hasOwn(words, tool.name) ? words[tool.name] : undefined;
  return {
    ...{ name, description: visibleText(tool.description), signature: line, state: held ?? "accepted" },
    ...(before !== undefined && { was: visibleText(before) }),
  };
}
