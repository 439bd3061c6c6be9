/** A source file: its path from the root, with forward slashes, and its text. */
export type Source = { file: string; text: string };

type Row = {
  /** Packages of ours it may import, as written in the specifier. */
  ours: readonly string[];
  /** Libraries of its own. */
  libraries: readonly string[];
  node: boolean;
  /** No clock, no dice, no globals. */
  pure?: boolean;
};

/** Who may import whom. A new arrow is a design decision: change it here, and say why in an ADR. */
const mayImport: Record<string, Row> = {
  "packages/protocol/src": { ours: [], libraries: ["zod"], node: false, pure: true },
  // Text of any origin: made visible, cleaned of secrets, matched, measured. It knows nothing of Kestrel.
  "packages/text/src": { ours: [], libraries: ["fastest-levenshtein"], node: false, pure: true },
  // What a session is, computed from its events, for the daemon and for both clients.
  "packages/session-state/src": { ours: ["protocol", "text"], libraries: ["zod"], node: false, pure: true },
  // Sentences: no IO, small enough for a page.
  "packages/i18n/src": {
    ours: ["protocol", "session-state", "text"],
    libraries: [],
    node: false,
    pure: true,
  },
  "packages/core/src": {
    ours: ["protocol", "session-state", "text"],
    libraries: ["fastest-levenshtein"],
    node: false,
    pure: true,
  },
  "packages/backends/src": {
    ours: ["core", "protocol", "session-state", "text"],
    libraries: ["eventsource-parser", "zod"],
    node: true,
  },
  "packages/runtime/src": {
    ours: ["core", "core/landing", "protocol", "session-state", "text"],
    libraries: ["execa"],
    node: true,
  },
  "packages/store/src": {
    ours: ["core", "protocol", "session-state", "text"],
    libraries: ["better-sqlite3", "env-paths", "fastest-levenshtein", "smol-toml", "yaml", "zod"],
    node: true,
  },
  "packages/tools/src": {
    ours: ["core", "protocol", "session-state", "text"],
    libraries: [
      "@babel/parser",
      "@vscode/ripgrep",
      "@vscode/tree-sitter-wasm",
      "diff",
      "jsonc-parser",
      "parse5",
      "smol-toml",
      "yaml",
      "zod",
    ],
    node: true,
  },
  // MCP servers. The official client is spoken with in the thread alone: what it loads is in no other program.
  "packages/mcp/src": {
    ours: ["core", "core/landing", "protocol", "session-state", "text"],
    libraries: [],
    node: true,
  },
  "packages/mcp/src/worker": {
    ours: ["protocol", "session-state", "text"],
    libraries: ["@modelcontextprotocol/client", "zod"],
    node: true,
  },
  // The web: whom a connection may go to, and pages made readable, in a thread of their own alone.
  "packages/web/src": { ours: ["core", "protocol", "session-state", "text"], libraries: ["zod"], node: true },
  "packages/web/src/reader": {
    ours: [],
    libraries: ["@mixmark-io/domino", "@mozilla/readability", "turndown"],
    node: true,
  },
  // The application without a socket: who is open, which models, settings and notices. Adapters come as ports.
  "packages/daemon/src": { ours: ["core", "protocol", "session-state", "text"], libraries: [], node: true },
  "packages/server/src": {
    ours: ["core", "daemon", "protocol", "session-state", "text"],
    libraries: ["@fastify/static", "fastify", "zod"],
    node: true,
  },
  "packages/server/src/client": {
    ours: ["protocol", "session-state", "text"],
    libraries: ["eventsource-parser", "zod"],
    node: false,
  },
  "packages/cli/src": {
    ours: ["i18n", "i18n/zh-cn", "protocol", "session-state", "text", "server/client"],
    libraries: ["get-east-asian-width"],
    node: true,
  },
  "packages/cli/src/compose.ts": everybody(),
  "packages/cli/src/compose-tools.ts": {
    ours: ["core", "daemon", "protocol", "session-state", "text", "runtime", "store", "tools"],
    libraries: [],
    node: true,
  },
  "packages/cli/src/compose-roots.ts": { ours: ["store", "tools"], libraries: [], node: true },
  // The part of the composition that needs no daemon: engines, models on disk and what is known about them.
  "packages/cli/src/compose-engine.ts": {
    ours: ["backends", "core", "protocol", "session-state", "text", "runtime", "store"],
    libraries: [],
    node: true,
  },
  // One model: its engine, who speaks to it, what is known of it. A second model is a second call.
  "packages/cli/src/compose-model.ts": {
    ours: ["backends", "core", "protocol", "session-state", "text", "runtime"],
    libraries: [],
    node: true,
  },
  // The models beside it that loadouts name, and what they are run with; loaded where a session has a crew.
  "packages/cli/src/compose-crew.ts": {
    ours: ["backends", "core", "daemon", "protocol", "session-state", "text", "runtime", "store"],
    libraries: [],
    node: true,
  },
  "packages/cli/src/crew": {
    ours: ["core", "daemon", "protocol", "session-state", "text", "runtime", "store"],
    libraries: [],
    node: true,
  },
  // What came of that engine, for those who wait for it.
  "packages/cli/src/compose-notices.ts": {
    ours: ["core", "daemon", "protocol", "session-state", "text", "store"],
    libraries: [],
    node: false,
  },
  // The user's MCP servers, for the daemon and for commands that need none; loaded where there is one.
  "packages/cli/src/compose-mcp.ts": {
    ours: ["core", "daemon", "mcp", "protocol", "session-state", "text", "runtime", "store", "tools"],
    libraries: [],
    node: true,
  },
  // The web as far as it is configured.
  "packages/cli/src/compose-web.ts": { ours: ["core", "daemon", "store", "web"], libraries: [], node: true },
  // What is asked at the stages of sessions, for the daemon and for commands that need none.
  "packages/cli/src/compose-hooks.ts": {
    ours: ["core", "daemon", "runtime", "store", "tools"],
    libraries: [],
    node: true,
  },
  // What may be done before anybody asks.
  "packages/cli/src/compose-ahead.ts": { ours: ["daemon", "store"], libraries: [], node: true },
  "packages/cli/src/compose-rules.ts": {
    ours: ["core", "protocol", "session-state", "text", "store"],
    libraries: [],
    node: true,
  },
  // Loadouts and what looks up what they name, for the daemon and for commands that need none.
  "packages/cli/src/compose-loadouts.ts": { ours: ["core", "store"], libraries: [], node: true },
  "packages/cli/src/compose-loadouts-here.ts": {
    ours: ["core", "protocol", "session-state", "text", "store"],
    libraries: [],
    node: true,
  },
  // Where words and keys may go by the user's own word.
  "packages/cli/src/compose-places.ts": {
    ours: ["core", "protocol", "session-state", "text", "store"],
    libraries: [],
    node: false,
  },
  "packages/cli/src/settings/loadout-of-flag.ts": { ours: ["store"], libraries: [], node: true },
  // What folders bring, and the decisions about them, for commands that need no daemon.
  "packages/cli/src/compose-trust.ts": { ours: ["daemon", "store"], libraries: [], node: true },
  // Skills and prompts as they lie there, for a command that needs no daemon.
  "packages/cli/src/compose-skills.ts": { ours: ["core", "store"], libraries: [], node: true },
  // A data folder in a project, made without a daemon.
  "packages/cli/src/compose-init.ts": { ours: ["store"], libraries: [], node: true },
  // Sessions as they lie there, where no daemon can start.
  "packages/cli/src/compose-sessions.ts": {
    ours: ["protocol", "session-state", "text", "store"],
    libraries: [],
    node: true,
  },
  "packages/cli/src/compose-report.ts": {
    ours: ["core", "protocol", "session-state", "text", "store"],
    libraries: [],
    node: true,
  },
  // The engine that the settings name; whoever speaks through it comes later.
  "packages/cli/src/choose-engine.ts": {
    ours: ["core", "protocol", "session-state", "text", "runtime", "store"],
    libraries: [],
    node: true,
  },
  // The same for a server of embeddings.
  "packages/cli/src/compose-embedder.ts": {
    ours: ["backends", "core", "store"],
    libraries: [],
    node: true,
  },
  // Where the daemon that runs is found, and where its settings come from.
  "packages/cli/src/daemon/find-daemon.ts": {
    ours: ["protocol", "session-state", "text", "server/client", "store"],
    libraries: [],
    node: true,
  },
  "packages/cli/src/settings/read-settings.ts": { ours: ["store"], libraries: [], node: true },
  // A workshop: it knows the words and the tools that its model is trained on, and only tests and scripts know it.
  "nano/src": { ours: ["core", "protocol", "session-state", "text", "tools"], libraries: [], node: true },
  "console/src": {
    ours: ["i18n", "i18n/zh-cn", "protocol", "session-state", "text", "server/client"],
    libraries: ["diff", "lowlight", "marked", "react", "react-dom", "zod"],
    node: false,
  },
};

function everybody(): Row {
  const ours = [
    "backends",
    "core",
    "daemon",
    "protocol",
    "session-state",
    "text",
    "runtime",
    "server",
    "server/client",
    "store",
    "tools",
  ];
  return { ours, libraries: [], node: true };
}

/** What a file imports against its row, or does against its purity; one line each. */
export function violationsOf({ file, text }: Source): string[] {
  const row = rowOf(file);
  if (!row) return [`${file}: no row says what it may import`];
  const forbidden = importsOf(text).flatMap((specifier) => {
    const reason = refusal(file, specifier, row);
    return reason ? [`${file}: ${specifier} (${reason})`] : [];
  });
  return row.pure && impure.test(text)
    ? [...forbidden, `${file}: reads the clock, the dice or a global`]
    : forbidden;
}

const impure = /\b(Date\.now|new Date|Math\.random|process\.|globalThis|performance\.)/;

/** The most specific row that covers the file. */
function rowOf(file: string): Row | undefined {
  const covers = (place: string) => file === place || file.startsWith(`${place}/`);
  const place = Object.keys(mayImport)
    .filter(covers)
    .sort((left, right) => right.length - left.length)[0];
  return place === undefined ? undefined : mayImport[place];
}

/** What a file imports, by the words it uses for it. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?<!["'])\b(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g)].map(
    (match) => match[1] ?? "",
  );
}

function refusal(file: string, specifier: string, row: Row): string | undefined {
  if (specifier.startsWith(".")) return leaves(file, specifier);
  const ours = /^@kestrel\/(.+)$/.exec(specifier)?.[1];
  if (ours !== undefined) return row.ours.includes(ours) ? undefined : "not in its row";
  if (specifier.startsWith("node:")) return row.node ? undefined : "does IO";
  const library = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return row.libraries.includes(library) ? undefined : "not a library of its own";
}

/** Relative imports stay in their package; console features do not meet. */
function leaves(file: string, specifier: string): string | undefined {
  const target = new URL(specifier, `file:///${file}`).pathname.slice(1);
  const home = /^(packages\/[^/]+\/src|console\/src|nano\/src)\//.exec(file)?.[1] ?? "";
  if (!target.startsWith(`${home}/`)) return "leaves its package";
  const feature = /^console\/src\/features\/([^/]+)\//.exec(file)?.[1];
  const other = /^console\/src\/features\/([^/]+)\//.exec(target)?.[1];
  return feature && other && feature !== other ? "features do not meet" : undefined;
}
