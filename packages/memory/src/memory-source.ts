import {
  type Assessment,
  type CallArguments,
  type CapabilitySource,
  KestrelError,
  type ToolContext,
  type ToolResult,
} from "@kestrel/core";
import type { MemoryBook } from "./memory-book.ts";

const name = "memory";
const line = "find or propose facts about the user";
const signature =
  "memory(find?: string, propose?: string) – find facts that the user asked to be remembered, or propose one";
const words = "remember recall fact preference 记住 记忆";
const text = `${signature}
find: words to look for. propose: one fact, one line, in the user's own words. The user decides whether it is kept; until then nobody is told it.`;

const looking: Assessment = { risk: "read", reasons: [] };

/** Most proposals of one session: more are noise. */
const mostProposals = 3;

/**
 * Memory as a source of the catalogue. A model finds active facts, and its proposals wait for the user. `offered`: to sessions that begin
 * now.
 */
export function memorySource(
  book: Pick<MemoryBook, "find" | "list" | "store">,
  digest: (text: string) => string,
  offered: () => boolean = () => true,
): CapabilitySource {
  return {
    kind: "tool",
    lines: async () => (offered() ? [{ kind: "tool", name, line }] : []),
    list: async (wanted) => (wanted === name ? [{ name, signature, words }] : []),
    describe: async (wanted) => (wanted === name ? { text, digest: digest(text) } : undefined),
    calls: {
      subject: (wanted) => (wanted === name ? {} : undefined),
      assess: async (_wanted, args) => {
        const { find, propose } = wishOf(args);
        const refused = {
          outcome: "error" as const,
          content: `Not called: it needs find or propose.\n${signature}`,
        };
        return find === undefined && propose === undefined ? { ...looking, refused } : looking;
      },
      run: async (_wanted, args, context) => {
        const { find, propose } = wishOf(args);
        try {
          if (!context.memory?.on) return error("Memory is not used in this session. Go on without it.");
          return propose === undefined
            ? await found(book, find ?? "", context)
            : await proposed(book, propose, context);
        } catch (cause) {
          if (!(cause instanceof KestrelError)) throw cause;
          return error(
            refusals[String(cause.params.reason)] ?? "Memory cannot be used now. Go on without it.",
          );
        }
      },
    },
  };
}

/** Models name their one parameter freely: anything that is not a proposal is a search. */
function wishOf(args: CallArguments): { find?: string; propose?: string } {
  const text = (key: string) => (typeof args[key] === "string" ? args[key].trim() : "") || undefined;
  return { find: text("find") ?? text("query") ?? text("words"), propose: text("propose") ?? text("fact") };
}

const refusals: Readonly<Record<string, string>> = {
  memory_long: "Not proposed: a fact has at most 500 characters. Propose one shorter fact.",
  memory_lines: "Not proposed: a fact is one line. Propose one fact.",
  memory_hidden: "Not proposed: it contains characters that cannot be seen.",
  memory_secret: "Not proposed: it looks like a password or a key, which is never kept.",
  memory_rejected: "Not proposed: the user deleted this proposal before. Go on without it.",
};

const error = (content: string): ToolResult => ({ outcome: "error", content });

async function found(
  book: Pick<MemoryBook, "find">,
  wish: string,
  { workspace, outputLimit }: ToolContext,
): Promise<ToolResult> {
  const rows = await book.find(wish, workspace);
  if (rows.length === 0) return { outcome: "ok", content: "Nothing is remembered about that." };
  const lines = rows.map(({ row }) => `- ${row.content} (${row.updatedAt.slice(0, 10)})`);
  return { outcome: "ok", content: lines.slice(0, 10).join("\n").slice(0, outputLimit) };
}

async function proposed(
  book: Pick<MemoryBook, "list" | "store">,
  content: string,
  { asked, memory }: ToolContext,
): Promise<ToolResult> {
  const { rows } = await book.list({ all: true });
  const mine = rows.filter(({ source, session }) => source === "proposed" && session === asked?.sessionId);
  if (mine.length >= mostProposals)
    return error("Not proposed: this session has proposed enough. Go on without it.");
  const row = await book.store({
    ...{ content, source: "proposed" },
    session: asked?.sessionId,
    ...(memory?.outside && { outside: true }),
  });
  return row.source === "proposed"
    ? { outcome: "ok", content: "Proposed. The user decides whether it is kept; go on." }
    : { outcome: "ok", content: "It is remembered already." };
}
