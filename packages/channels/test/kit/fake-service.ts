import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

type Call = { method: string; path: string; body: Record<string, unknown> };
type Reply = { status: number; body: unknown; headers?: Record<string, string> };

/** A service with an API and a socket on one port of this machine; what they say is each service's own. */
export abstract class FakeService {
  readonly calls: Call[] = [];
  readonly sockets: WebSocket[] = [];
  url = "";
  /** Whether it answers pings. */
  protected readonly pongs: boolean = true;
  readonly #watching = new Set<() => void>();
  #away = false;
  #cut = () => {};
  #refusals: { path: RegExp; reply: Reply }[] = [];

  protected abstract answer(call: Call, authorization: string): Reply | Promise<Reply>;
  protected opened(_: WebSocket): void {}
  protected heard(_: WebSocket, _message: Record<string, unknown>): void {}

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    const sockets = new WebSocketServer({ server, autoPong: this.pongs });
    this.#cut = () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
    };
    sockets.on("connection", (socket) => {
      if (this.#away) return socket.terminate();
      this.sockets.push(socket);
      socket.on("message", (data) => {
        this.heard(socket, JSON.parse(String(data)));
        this.wake();
      });
      this.opened(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    onTestFinished(async () => {
      this.#cut();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  /** It cannot be reached any more, and who listens is cut off. */
  leaves(): void {
    this.#away = true;
    this.#cut();
  }

  returns(): void {
    this.#away = false;
  }

  /** The next call of such a path is answered so. */
  refuses(path: RegExp, reply: Reply): void {
    this.#refusals.push({ path, reply });
  }

  /** Resolves when it holds; it is asked after every call and every message. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#watching.add(resolve));
  }

  protected wake(): void {
    for (const look of this.#watching) look();
    this.#watching.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#away) return void request.socket.destroy();
    const body = JSON.parse((await text(request)) || "{}") as Record<string, unknown>;
    const call = { method: request.method ?? "", path: request.url ?? "", body };
    this.calls.push(call);
    this.wake();
    const at = this.#refusals.findIndex(({ path }) => path.test(call.path));
    const [refusal] = at < 0 ? [] : this.#refusals.splice(at, 1);
    const reply = refusal?.reply ?? (await this.answer(call, request.headers.authorization ?? ""));
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.status === 204 ? undefined : JSON.stringify(reply.body));
    this.wake();
  }
}
