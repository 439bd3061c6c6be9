import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One answer to a chat request, byte for byte. */
export type Performance = {
  body: Buffer | string;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Cuts the body into HTTP chunks of so many bytes; they arrive cut just so. */
  bytesAtOnce?: number;
  /** Milliseconds between two cuts. */
  pause?: number;
  /** What comes after the body: a proper end, a cut connection, or nothing at all; `silence` and `reset` have no head either. */
  ending?: "end" | "cut" | "stay" | "silence" | "reset";
};

export type Heard = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

/** A real HTTP server on this machine that says what the test tells it to, and remembers what it was asked. */
export class FakeModelServer {
  readonly heard: Heard[] = [];
  readonly #server: Server;
  readonly #performances: Performance[] = [];
  readonly #routes = new Map<string, { status: number; body: Buffer | string }>();
  readonly #used = new WeakSet<Socket>();
  #otherwise: ((heard: Heard) => Performance) | undefined;
  #key: string | undefined;
  #port = 0;
  #hungUp = deferred();

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeModelServer> {
    const server = createServer();
    const fake = new FakeModelServer(server);
    await fake.comesBack();
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get chats(): Heard[] {
    return this.heard.filter(({ path }) => isChat(path));
  }

  /** The next chat request gets this answer. */
  plays(performance: Performance): void {
    this.#performances.push(performance);
    this.#hungUp = deferred();
  }

  /** Chat requests beyond those that were told get this answer. */
  otherwise(answer: (heard: Heard) => Performance): void {
    this.#otherwise = answer;
  }

  /** Whoever does not have this key is refused. */
  wants(key: string): void {
    this.#key = key;
  }

  /** Nothing listens any more, until it comes back at the same address. */
  async goesAway(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async comesBack(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** The next chat request is heard and never answered, not even with headers. */
  keepsSilent(): void {
    this.plays({ body: "", ending: "silence" });
  }

  /** Every request of that method and path gets this answer; other routes do not exist. */
  answers(route: string, body: Buffer | string | object, status = 200): void {
    const bytes = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    this.#routes.set(route, { status, body: bytes });
  }

  /** Requests of that method and path are heard and never answered. */
  ignores(route: string): void {
    this.#routes.set(route, { status: 0, body: "" });
  }

  /** The client has left before the answer was over. */
  hungUp(): Promise<void> {
    return this.#hungUp.promise;
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.goesAway();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "" } = request;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const heard = { method, path, headers: request.headers, body: Buffer.concat(parts).toString() };
    this.heard.push(heard);
    // Like llama-server, which closes after a stream what it promised to keep: a connection that is used again fails.
    if (this.#used.has(request.socket)) return void request.socket.resetAndDestroy();
    this.#used.add(request.socket);
    if (this.#key !== undefined && request.headers.authorization !== `Bearer ${this.#key}`) {
      response.writeHead(401, { "content-type": "application/json" });
      return void response.end('{"error":{"message":"Invalid API Key","code":401}}');
    }
    // Only a router reads this.
    const route = this.#routes.get(`${method} ${path.replace(/\?autoload=false$/, "")}`);
    const performance = isChat(path) ? (this.#performances.shift() ?? this.#otherwise?.(heard)) : undefined;
    if (performance) return this.#perform(performance, response);
    if (route?.status === 0) return;
    response.writeHead(route?.status ?? 404, { "content-type": "application/json" });
    response.end(route?.body ?? '{"error":{"message":"File Not Found","type":"not_found_error","code":404}}');
  }

  async #perform(performance: Performance, response: ServerResponse): Promise<void> {
    const {
      body,
      status = 200,
      headers = {},
      bytesAtOnce = Number.MAX_SAFE_INTEGER,
      pause,
      ending = "end",
    } = performance;
    const hungUp = this.#hungUp;
    response.on("close", () => {
      if (!response.writableFinished) hungUp.resolve();
    });
    if (ending === "silence") return;
    if (ending === "reset") return void response.socket?.resetAndDestroy();
    const type = status === 200 ? "text/event-stream" : "application/json; charset=utf-8";
    response.writeHead(status, { "content-type": type, ...headers });
    response.flushHeaders();
    const bytes = Buffer.from(body);
    for (let start = 0; start < bytes.length; start += bytesAtOnce) {
      response.write(bytes.subarray(start, start + bytesAtOnce));
      // Both ends live in this process: two rounds of its loop bring a piece to the other end alone.
      for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
      if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (ending === "end") response.end();
    if (ending === "cut") response.write("", () => response.socket?.resetAndDestroy());
  }
}

function isChat(path: string): boolean {
  return path.endsWith("/chat/completions") || path === "/api/chat";
}

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
