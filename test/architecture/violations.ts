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
/** What terminal and console have in common: they are clients of the daemon. */
const client = [
  "i18n",
  "i18n/zh-cn",
  "protocol",
  "server/client",
  "session-state",
  "session-state/answer-together",
  "session-state/memories",
  "session-state/tail",
  "text",
  "text/markdown",
];

const mayImport: Record<string, Row> = {
  "packages/protocol/src": { ours: [], libraries: ["zod"], node: false, pure: true },
  // Text of any origin: made visible, cleaned of secrets, matched, measured. It knows nothing of Kestrel.
  "packages/text/src": { ours: [], libraries: ["fastest-levenshtein"], node: false, pure: true },
  // Markdown as models write it, in tokens: for both clients, behind a door of its own.
  "packages/text/src/markdown": { ours: [], libraries: ["marked"], node: false, pure: true },
  // Where an edit lands in a file. It knows texts and nothing else.
  "packages/edit-match/src": { ours: [], libraries: ["fastest-levenshtein"], node: false, pure: true },
  // What a session is, computed from its events, for the daemon and for both clients.
  "packages/session-state/src": {
    ours: ["protocol", "text", "tool-calls/marks"],
    libraries: ["zod"],
    node: false,
    pure: true,
  },
  // Sentences: no IO, small enough for a page.
  "packages/i18n/src": {
    ours: ["protocol", "session-state", "text"],
    libraries: [],
    node: false,
    pure: true,
  },
  // Text in, calls out: one grammar a family, as data.
  "packages/tool-calls/src": { ours: ["protocol"], libraries: [], node: false, pure: true },
  "packages/core/src": {
    ours: [
      ...["edit-match", "protocol", "session-state", "session-state/memories", "session-state/tail"],
      ...["text", "tool-calls"],
    ],
    libraries: [],
    node: false,
    pure: true,
  },
  // Failures that nobody expected: who reports them, and where they are kept. Every package below `app` that does IO may report.
  "packages/diagnostics/src": { ours: ["core", "protocol", "text"], libraries: ["pino"], node: true },
  "packages/backends/src": {
    ours: ["core", "diagnostics", "protocol", "session-state", "text", "tool-calls/marks"],
    libraries: ["eventsource-parser", "zod"],
    node: true,
  },
  "packages/runtime/src": {
    ours: ["core", "diagnostics", "protocol", "session-state", "text", "tool-calls", "tool-calls/families"],
    libraries: ["execa"],
    node: true,
  },
  "packages/store/src": {
    ours: ["core", "diagnostics", "protocol", "session-state", "text"],
    libraries: ["better-sqlite3", "env-paths", "smol-toml", "yaml", "zod"],
    node: true,
  },
  "packages/tools/src": {
    ours: ["core", "diagnostics", "edit-match", "protocol", "session-state", "text"],
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
    ours: ["core", "diagnostics", "protocol", "session-state", "text", "tool-calls"],
    libraries: [],
    node: true,
  },
  "packages/mcp/src/worker": {
    ours: ["protocol", "session-state", "text"],
    libraries: ["@modelcontextprotocol/client", "zod"],
    node: true,
  },
  // The web: whom a connection may go to, and pages made readable, in a thread of their own alone.
  "packages/web/src": {
    ours: ["core", "diagnostics", "protocol", "session-state", "text"],
    libraries: ["zod"],
    node: true,
  },
  "packages/web/src/reader": {
    ours: [],
    libraries: ["@mixmark-io/domino", "@mozilla/readability", "turndown"],
    node: true,
  },
  // What the person asked to be remembered. The SQLite driver comes as a port: only `store` names it.
  "packages/memory/src": {
    ours: ["core", "diagnostics", "protocol", "text"],
    libraries: [],
    node: true,
  },
  // Channels: services that a person writes from. The daemon holds the host's half; the thread is a client with a lesser key.
  "packages/channels/src": {
    ours: ["diagnostics", "protocol", "server/client", "session-state", "text"],
    libraries: ["imapflow", "nodemailer", "postal-mime", "ws", "zod"],
    node: true,
  },
  // The application without a socket: who is open, which models, settings and notices. Adapters come as ports.
  "packages/daemon/src": {
    ours: ["core", "diagnostics", "protocol", "session-state", "text"],
    libraries: [],
    node: true,
  },
  "packages/server/src": {
    ours: ["core", "daemon", "diagnostics", "protocol", "session-state", "session-state/tail", "text"],
    libraries: ["@peculiar/x509", "reflect-metadata", "@fastify/static", "fastify", "zod"],
    node: true,
  },
  "packages/server/src/client": {
    ours: ["protocol", "session-state", "session-state/memories", "text"],
    libraries: ["eventsource-parser", "zod"],
    node: false,
  },
  // What kestrel-nano needs, and the words it was trained on.
  "packages/nano/src": { ours: ["core", "protocol"], libraries: [], node: false, pure: true },
  // Composition: the one place where everything meets. Its doors are listed in its package.json.
  "packages/app/src": {
    ours: [
      "backends",
      "channels",
      "core",
      "daemon",
      "diagnostics",
      "mcp",
      "memory",
      "nano",
      "protocol",
      "runtime",
      "server",
      "server/client",
      "session-state",
      "store",
      "text",
      "tools",
      "web",
    ],
    libraries: [],
    node: true,
  },
  // The commands and the terminal client. What a command needs of this machine it asks `app` for.
  "packages/cli/src": {
    ours: ["app", "diagnostics", ...client],
    libraries: ["get-east-asian-width"],
    node: true,
  },
  // One task for a script: what a shell is told has schemas, and an answer may have one of the user's.
  "packages/cli/src/run": {
    ours: ["app", "diagnostics", ...client],
    libraries: ["ajv", "ajv/dist/2020.js", "zod"],
    node: true,
  },
  // An editor's agent: the same client, spoken with in the editors' protocol, whose library is a file of its own.
  "packages/cli/src/acp": {
    ours: ["app", "diagnostics", ...client],
    libraries: ["@agentclientprotocol/sdk"],
    node: true,
  },
  // Another agent's tools, likewise.
  "packages/cli/src/mcp-serve": {
    ours: ["app", "diagnostics", ...client],
    libraries: ["@modelcontextprotocol/server", "zod"],
    node: true,
  },
  "console/src": {
    ours: client,
    libraries: [
      "@mermaid-js/tiny",
      "diff",
      "katex",
      "lowlight",
      "marked",
      "pdfjs-dist",
      "react",
      "react-dom",
      "zod",
    ],
    node: false,
  },
};

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
  return [...text.matchAll(/(?<!["'])\b(?:from|import)(?:\s+|\s*\(\s*)["']([^"'\n]+)["']/g)].map(
    (match) => match[1] ?? "",
  );
}

function refusal(file: string, specifier: string, row: Row): string | undefined {
  if (specifier.startsWith(".")) return leaves(file, specifier);
  const ours = /^@kestrel\/(.+)$/.exec(specifier)?.[1];
  // These have several doors, each for a part of the package.
  const door = ours?.replace(/^(app|protocol)\/.*/, "$1");
  if (door !== undefined) return row.ours.includes(door) ? undefined : "not in its row";
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
  const home = /^(packages\/[^/]+\/src|console\/src)\//.exec(file)?.[1] ?? "";
  if (!target.startsWith(`${home}/`)) return "leaves its package";
  const feature = /^console\/src\/features\/([^/]+)\//.exec(file)?.[1];
  const other = /^console\/src\/features\/([^/]+)\//.exec(target)?.[1];
  return feature && other && feature !== other ? "features do not meet" : undefined;
}
