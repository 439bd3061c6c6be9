import type { CapabilitySource, SessionSearch, ToolResult } from "@kestrel/core";
import type { SessionId, SessionSummary } from "@kestrel/protocol";

const name = "sessions";
const line = "find words in past sessions";
const signature = "sessions(find: string) – find what was said in past sessions of this folder";
const text = `${signature}\nfind: two to five words. The answer has dates, and the names of the sessions.`;

/** Most sessions in an answer. */
const mostSessions = 5;

export type PastSessions = {
  search: Pick<SessionSearch, "search">;
  list(): Promise<readonly SessionSummary[]>;
  /** Whether it uses no memory: then it is not searched. */
  isPrivate(id: SessionId): Promise<boolean>;
};

/**
 * Past sessions of the same folder as a source of the catalogue, with the messages of the user and the model. Excludes the text of pages,
 * files and commands. `offered`: to sessions that begin now.
 */
export function sessionsSource(
  past: PastSessions,
  digest: (text: string) => string,
  offered: () => boolean = () => true,
): CapabilitySource {
  return {
    kind: "tool",
    lines: async () => (offered() ? [{ kind: "tool", name, line }] : []),
    list: async (wanted) =>
      wanted === name ? [{ name, signature, words: "history earlier before 之前 会话" }] : [],
    describe: async (wanted) => (wanted === name ? { text, digest: digest(text) } : undefined),
    calls: {
      subject: (wanted) => (wanted === name ? {} : undefined),
      assess: async () => ({ risk: "read", reasons: [] }),
      run: async (_wanted, args, { workspace, outputLimit, memory, asked }): Promise<ToolResult> => {
        const wish = [args.find, args.query, args.words].find((one) => typeof one === "string");
        if (typeof wish !== "string" || wish.trim() === "")
          return { outcome: "error", content: `Not called: it needs find.\n${signature}` };
        if (!memory?.on)
          return {
            outcome: "error",
            content: "Past sessions are not used in this session. Go on without them.",
          };
        const { found } = await past.search.search(wish);
        const here = new Map((await past.list()).map((summary) => [summary.id, summary]));
        const lines: string[] = [];
        for (const { id, places } of found) {
          const summary = here.get(id);
          const said = places.find(({ kind }) => kind !== "call" && kind !== "output");
          if (!summary || !said || summary.workspace !== workspace || summary.parent) continue;
          if (id === asked?.sessionId || (await past.isPrivate(id))) continue;
          const words = said.snippet.map((piece) => piece.text).join("");
          lines.push(`- ${said.at.slice(0, 10)}, session ${id} “${summary.title}”: ${words}`);
          if (lines.length === mostSessions) break;
        }
        const content = lines.join("\n").slice(0, outputLimit);
        return { outcome: "ok", content: content || "No past session of this folder says that." };
      },
    },
  };
}
