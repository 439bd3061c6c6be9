/** How the thread reaches its server: over lines that the daemon carries, or over HTTP by itself. */
export type LinkWay =
  | { kind: "lines" }
  | { kind: "http"; url: string; headers: Record<string, string>; saved?: SavedLogin };

/** A saved login: the client registration and the tokens, each with its issuer. */
export type SavedLogin = { client?: Record<string, unknown>; tokens?: Record<string, unknown> };

/** A tool as its server offers it, read piece by piece; nothing of it was believed yet. */
export type ServerTool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** The server's own claim. It does not change which calls need approval. */
  readOnly?: true;
};

export type OpenedLink = {
  /** As the server calls itself. */
  server: { name: string; version: string };
  instructions?: string;
  tools: ServerTool[];
};

/** Why a link or a call failed. A detail accompanies it. */
export type LinkTrouble =
  | "ended"
  | "timeout"
  | "flood"
  | "too_long"
  | "protocol"
  | "http"
  | "auth"
  | "session_lost";

export type PictureInResult = { mediaType: string; base64: string };

/** The result of a call. `words`: all its text, with hidden characters as visible marks. */
export type ReadResult = { isError: boolean; words: string; pictures: PictureInResult[] };

/** One field of a server's question to the user. */
export type AskedField = {
  name: string;
  question: string;
  choices?: string[];
  kind: "text" | "number" | "boolean";
  optional: boolean;
};

export type ToThread =
  | { kind: "open"; way: LinkWay; version: string; connectMs: number; roots: { uri: string; name: string }[] }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "ended"; detail: string }
  | {
      kind: "call";
      id: number;
      tool: string;
      arguments: Record<string, unknown>;
      timeoutMs: number;
      mostMs: number;
    }
  | { kind: "cancel"; id: number }
  | { kind: "answered"; id: number; values?: Record<string, string | number | boolean> }
  | { kind: "close" }
  | { kind: "login"; url: string; redirectUrl: string; state: string }
  | { kind: "code"; code: string; iss?: string };

export type FromThread =
  | { kind: "line"; text: string }
  | { kind: "taken" }
  | ({ kind: "opened" } & OpenedLink)
  | { kind: "tools"; tools: ServerTool[] }
  | { kind: "progress"; id: number; text: string }
  | { kind: "ask"; id: number; message: string; fields: AskedField[] }
  | { kind: "result"; id: number; result: ReadResult }
  | { kind: "failed"; id: number; why: LinkTrouble; detail: string }
  /** Where a person says yes. */
  | { kind: "authorize"; url: string }
  /** What is to be kept of a login from now on. */
  | { kind: "login"; saved: SavedLogin }
  | { kind: "broken"; why: LinkTrouble; detail: string }
  | { kind: "closed" };
