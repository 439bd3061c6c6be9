import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import type { Frame, SessionEvent, SessionSummary } from "@kestrel/protocol";
import type {
  DaemonStatus,
  Discovery,
  EngineStatus,
  ModelId,
  ModelOnDisk,
  ModelProfile,
  Setting,
} from "@kestrel/protocol/api";

/** A stage for the console: answers like a daemon, from lists that a scene gives it. Nothing is run or kept. */
export type Scene = {
  sessions: readonly SessionSummary[];
  logs: Readonly<Record<string, readonly SessionEvent[]>>;
  frames: Readonly<Record<string, readonly Frame[]>>;
  /** What goes on after that, for as long as somebody looks; gives back how to end it. */
  goingOn?: Readonly<
    Record<string, (tell: (frame: Frame) => void, happen: (event: SessionEvent) => void) => () => void>
  >;
  status: DaemonStatus;
  settings: readonly Setting[];
  discovery: Discovery;
  models: { models: readonly ModelOnDisk[]; loaded?: ModelId };
  profile: ModelProfile;
};

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Opens the stage on a free loopback port; `asked` collects the operations that were sent. */
export async function openStage(dist: string, scene: () => Scene, port = 0) {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stage");
    const path = url.pathname;
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const now = scene();
    if (path === "/api/v1/login") return json({ token: "stage" });
    if (path === "/api/v1/status") return json(now.status);
    if (path === "/api/v1/settings")
      return json({ settings: listed(now.settings), file: "/home/ada/.config/kestrel/config.toml" });
    if (path === "/api/v1/discovery") return json(now.discovery);
    if (path === "/api/v1/models") return json(now.models);
    if (path === "/api/v1/models/probe") return json({ profile: now.profile });
    if (path === "/api/v1/events") return follow(response, url, now);
    if (path === "/api/v1/sessions" && request.method === "GET") return json({ sessions: now.sessions });
    const session = /^\/api\/v1\/sessions\/(s[0-9a-z]+)(\/[a-z]+)?$/.exec(path);
    if (session) {
      const [, id = "", part] = session;
      if (part === "/log") return json({ events: now.logs[id] ?? [] });
      if (request.method === "DELETE") return json({ removed: id });
      if (part === "/restore") return json({ session: now.sessions.find((one) => one.id === id) });
      let body = "";
      for await (const chunk of request) body += chunk;
      asked.push(JSON.parse(body || "{}"));
      return json({ accepted: true });
    }
    if (path.startsWith("/api/")) return json({ error: { code: "not_found", params: {} } }, 404);
    const file = path === "/" ? "index.html" : normalize(path).replace(/^\/+/, "");
    const bytes = await readFile(join(dist, file)).catch(() => undefined);
    if (!bytes) return json({ error: { code: "not_found", params: {} } }, 404);
    response
      .writeHead(200, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "content-security-policy": policy,
      })
      .end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stage has no port");
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${address.port}/`, asked, close };
}

/** The settings of the scene as a daemon lists them. */
function listed(given: readonly Setting[]) {
  const row = { kind: { expected: "text" }, fallback: null, takes: "restart", guarded: false };
  return given.map((setting) => ({ ...setting, ...row }));
}

function follow(response: ServerResponse, url: URL, { logs, frames, goingOn, status }: Scene) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const write = (kind: string, data: object) =>
    response.write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
  write("frame", { frame: { type: "engine", status: status.engine satisfies EngineStatus } });
  for (const wanted of (url.searchParams.get("sessions") ?? "").split(",").filter(Boolean)) {
    const [session = "", after = "0"] = wanted.split(":");
    const tell = (frame: Frame) => write("frame", { session, frame });
    for (const event of logs[session] ?? [])
      if (event.seq > Number(after)) write("event", { session, event });
    tell({ type: "snapshot", live: { step: 0, reasoning: "", text: "", outputs: {} } });
    for (const frame of frames[session] ?? []) tell(frame);
    const end = goingOn?.[session]?.(tell, (event) => write("event", { session, event }));
    if (end) response.on("close", end);
  }
}
