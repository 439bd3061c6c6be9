import {
  Client,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { Anything } from "./anything.ts";
import { followTools } from "./follow-tools.ts";
import { guardTransport } from "./guard-transport.ts";
import { type LineTransport, lineTransport } from "./line-transport.ts";
import { linkFetch } from "./login-fetch.ts";
import { LoginProvider } from "./login-provider.ts";
import type { FromThread, LinkTrouble, SavedLogin, ToThread } from "./messages.ts";
import { readQuestion } from "./read-question.ts";
import { readResult } from "./read-result.ts";
import { serveLogin } from "./serve-login.ts";

/** Milliseconds between two words of progress. */
const progressMs = 200;

/** A server's own schemas compile into programs that can run for ever; what they say is not checked here. */
const unchecked = {
  getValidator: () => (data: unknown) => ({
    valid: true as const,
    data: data as never,
    errorMessage: undefined,
  }),
};

/** One server, spoken with by the official client: answers what the daemon sends, in the order in which it comes. */
export function serveLink(post: (message: FromThread) => void): (message: ToThread) => void {
  let client: Client | undefined;
  let lines: LineTransport | undefined;
  let web: StreamableHTTPClientTransport | undefined;
  let broken = false;
  let asked = 0;
  const calls = new Map<number, AbortController>();
  const questions = new Map<number, (values: AnsweredValues) => void>();

  const breaks = (why: LinkTrouble, detail: string) => {
    if (broken) return;
    broken = true;
    post({ kind: "broken", why, detail });
  };

  const open = async ({ way, version, connectMs, roots }: Extract<ToThread, { kind: "open" }>) => {
    const http = way.kind === "http";
    client = new Client(
      { name: "kestrel", version },
      {
        capabilities: { roots: {}, elicitation: { form: {} } },
        jsonSchemaValidator: unchecked,
        // To find out what a program speaks would take a second start of it, and what a start does would be done twice.
        versionNegotiation: { mode: http ? "auto" : "legacy" },
      },
    );
    const own = client;
    own.onerror = () => {};
    own.setRequestHandler("roots/list", () => ({ roots }));
    own.setRequestHandler("elicitation/create", async ({ params }) => {
      const question = readQuestion(params);
      if (!question || calls.size !== 1) return { action: "decline" as const };
      const id = ++asked;
      const values = await new Promise<AnsweredValues>((resolve) => {
        questions.set(id, resolve);
        post({ kind: "ask", id, ...question });
      });
      return values ? { action: "accept" as const, content: values } : { action: "decline" as const };
    });
    let transport: Transport;
    if (way.kind === "lines")
      transport = lines = lineTransport((text) => post({ kind: "line", text }), breaks);
    else {
      const saved = way.saved && {
        authProvider: renewing(way.saved, (now) => post({ kind: "login", saved: now })),
      };
      const url = new URL(way.url);
      transport = web = new StreamableHTTPClientTransport(url, {
        fetch: linkFetch(url, way.headers),
        requestInit: { headers: way.headers },
        ...saved,
      });
    }
    try {
      await own.connect(
        guardTransport(transport, breaks, () => performance.now()),
        { timeout: connectMs },
      );
      own.onclose = () => breaks("ended", "the connection was closed");
      const tools = await followTools(own, connectMs, (now) => post({ kind: "tools", tools: now }));
      const { name = "", version: theirs = "" } = own.getServerVersion() ?? {};
      post({ kind: "opened", server: { name, version: theirs }, instructions: own.getInstructions(), tools });
    } catch (error) {
      breaks(...troubleOf(error, web?.sessionId));
    }
  };

  const call = async ({ id, tool, arguments: given, ...patience }: Extract<ToThread, { kind: "call" }>) => {
    const stop = new AbortController();
    calls.set(id, stop);
    let last = Number.NEGATIVE_INFINITY;
    try {
      if (!client || broken) return post({ kind: "failed", id, why: "ended", detail: "not connected" });
      const result = await client.request(
        { method: "tools/call", params: { name: tool, arguments: given } },
        Anything,
        {
          signal: stop.signal,
          timeout: patience.timeoutMs,
          maxTotalTimeout: patience.mostMs,
          resetTimeoutOnProgress: true,
          onprogress: ({ progress, total, message = "" }) => {
            if (performance.now() - last < progressMs) return;
            last = performance.now();
            const share = total === undefined ? `${progress}` : `${progress}/${total}`;
            post({ kind: "progress", id, text: `${share} ${String(message).slice(0, 500)}`.trimEnd() });
          },
        },
      );
      post({ kind: "result", id, result: readResult(result) });
    } catch (error) {
      const [why, detail] = troubleOf(error, web?.sessionId);
      post({ kind: "failed", id, why, detail });
    } finally {
      calls.delete(id);
    }
  };

  const login = serveLogin(post);

  return (message) => {
    switch (message.kind) {
      case "login":
      case "code":
        return login(message);
      case "open":
        return void open(message);
      case "bytes":
        lines?.take(message.bytes);
        return post({ kind: "taken" });
      case "ended":
        breaks("ended", message.detail);
        return lines?.ended();
      case "call":
        return void call(message);
      case "cancel":
        return calls.get(message.id)?.abort();
      case "answered":
        questions.get(message.id)?.(message.values);
        return void questions.delete(message.id);
      case "close":
        broken = true;
        // A server keeps a session until it is told, or for ever; the daemon waits for neither longer than its farewell.
        return void Promise.resolve(web?.terminateSession())
          .catch(() => {}) // expected: the server is gone, or refuses
          .then(() => client?.close())
          .catch(() => {}) // expected: it is closed already
          .then(() => post({ kind: "closed" }));
      default:
        return message satisfies never;
    }
  };
}

type AnsweredValues = Record<string, string | number | boolean> | undefined;

/** `session`: the one the request was made in, if there is one. */
function troubleOf(error: unknown, session: string | undefined): [LinkTrouble, string] {
  const detail = error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500);
  if (error instanceof UnauthorizedError) return ["auth", detail];
  if (error instanceof SdkHttpError) {
    if (error.status === 401 || error.status === 403) return ["auth", detail];
    return [session !== undefined && forgotSession(error) ? "session_lost" : "http", detail];
  }
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout) return ["timeout", detail];
    if (error.code === SdkErrorCode.ConnectionClosed) return ["ended", detail];
  }
  return ["protocol", detail];
}

/** 404, says the specification; many servers, the protocol's own example among them, answer 400 and say it in words. */
function forgotSession({ status, message }: SdkHttpError): boolean {
  return status === 404 || (status === 400 && /\bsession\b/i.test(message));
}

/**
 * Renews an existing login, only with its own issuer. Never opens a browser: when the login cannot be renewed, the caller
 * learns that a login is missing.
 */
function renewing(saved: SavedLogin, changed: (saved: SavedLogin) => void): LoginProvider {
  const issuer = saved.client?.issuer ?? saved.tokens?.issuer;
  return new LoginProvider({
    redirectUrl: "http://127.0.0.1/",
    state: "",
    saved,
    ...(typeof issuer === "string" && { issuer }),
    changed,
    authorize: () => {},
  });
}
