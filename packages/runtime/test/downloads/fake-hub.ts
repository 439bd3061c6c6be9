import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A file of the hub, and how its host behaves. */
export type HubFile = {
  bytes: Buffer;
  /** What the hub says its SHA-256 is; the true one unless given. */
  sum?: string;
  /** What the listing says of its size; the true one unless given. */
  size?: number;
  /** The connection breaks after so many bytes of an answer, each time. */
  breaksAfter?: number;
  /** Bytes are sent in pieces; the next one only after `HubHost.letGo`. */
  holds?: boolean;
  /** No answer says how long it is, and none ends: the bytes come again and again. */
  endless?: boolean;
};

export type Asked = {
  host: "hub" | "cdn";
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
};

/**
 * A hub as its documentation says: `GET /api/models/OWNER/REPO/tree/main?recursive=true` lists files with `lfs.oid`,
 * `GET /OWNER/REPO/resolve/main/FILE` answers 302 with `X-Linked-Size` and a quoted `X-Linked-Etag`, and another host (here
 * another port) has the bytes, with ranges. 401 without a token for a gated repository, 403 with one that is not enough.
 */
export class FakeHub {
  readonly asked: Asked[] = [];
  readonly repositories = new Map<string, Map<string, HubFile>>();
  /** Tokens that a repository wants; one that is known and not among them gets 403. */
  readonly gated = new Map<string, readonly string[]>();
  /** Answers of the CDN that come before the usual one, by status. */
  readonly failures: number[] = [];
  /** Where the hub leads instead of to its CDN. */
  leadsTo: string | undefined;
  /** Answers a listing instead of the hub. */
  lists: ((response: ServerResponse) => void) | undefined;
  /** The CDN knows no ranges. */
  withoutRanges = false;
  readonly #hub: Server;
  readonly #cdn: Server;
  readonly #held = new Set<() => void>();
  #waiting = new Set<() => void>();

  static async start(): Promise<FakeHub> {
    const hub = new FakeHub();
    for (const server of [hub.#hub, hub.#cdn])
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return hub;
  }

  private constructor() {
    this.#hub = createServer((request, response) => this.#answer("hub", request, response));
    this.#cdn = createServer((request, response) => this.#answer("cdn", request, response));
  }

  get url(): string {
    return addressOf(this.#hub);
  }

  get cdn(): string {
    return addressOf(this.#cdn);
  }

  has(repository: string, files: Record<string, HubFile | Buffer>): void {
    const rows = Object.entries(files).map(
      ([path, file]) => [path, Buffer.isBuffer(file) ? { bytes: file } : file] as const,
    );
    this.repositories.set(repository, new Map(rows));
  }

  /** Lets every held answer go on. */
  letGo(): void {
    for (const go of this.#held) go();
    this.#held.clear();
  }

  /** Resolves when an answer is held. */
  held(): Promise<void> {
    if (this.#held.size > 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  async stop(): Promise<void> {
    for (const server of [this.#hub, this.#cdn]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  #answer(host: Asked["host"], request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", "http://hub");
    const path = decodeURIComponent(url.pathname);
    this.asked.push({ host, method: request.method ?? "", path, headers: request.headers });
    const [, listed] = /^\/api\/models\/([^/]+\/[^/]+)\/tree\/main$/.exec(path) ?? [];
    const [, repository = "", name = ""] = /^\/([^/]+\/[^/]+)\/(?:resolve\/main\/)?(.+)$/.exec(path) ?? [];
    const asked = listed ?? repository;
    const files = this.repositories.get(asked);
    const refusal = host === "hub" ? this.#refusal(asked, request.headers.authorization) : undefined;
    if (refusal !== undefined) return void response.writeHead(refusal, { "x-error-code": "GatedRepo" }).end();
    if (!files)
      return void response.writeHead(host === "hub" ? 401 : 404, { "x-error-code": "RepoNotFound" }).end();
    if (listed !== undefined && host === "hub" && this.lists) return void this.lists(response);
    if (listed !== undefined) return void response.end(JSON.stringify([...files].map(entryOf)));
    const file = files.get(name);
    if (!file) return void response.writeHead(404, { "x-error-code": "EntryNotFound" }).end();
    if (host === "hub") {
      response.writeHead(302, {
        location: this.leadsTo ?? `${this.cdn}/${repository}/${name}`,
        ...(!file.endless && {
          "x-linked-size": String(file.size ?? file.bytes.length),
          "x-linked-etag": `"${file.sum ?? sumOf(file.bytes)}"`,
        }),
        "x-repo-commit": "0".repeat(40),
      });
      return void response.end("Found. Redirecting");
    }
    this.#serve(file, request, response);
  }

  #refusal(repository: string, authorization: string | undefined): number | undefined {
    const tokens = this.gated.get(repository);
    if (!tokens) return undefined;
    if (authorization === undefined) return 401;
    return tokens.includes(authorization.replace("Bearer ", "")) ? undefined : 403;
  }

  #serve(file: HubFile, request: IncomingMessage, response: ServerResponse): void {
    const failure = this.failures.shift();
    if (failure !== undefined) return void response.writeHead(failure).end();
    const etag = `"${sumOf(file.bytes).slice(0, 32)}"`;
    const { range, "if-range": ifRange } = request.headers;
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? Number.NaN);
    const isPart =
      Number.isInteger(start) && !this.withoutRanges && (ifRange === undefined || ifRange === etag);
    if (isPart && start >= file.bytes.length) return void response.writeHead(416).end();
    const body = isPart ? file.bytes.subarray(start) : file.bytes;
    const total = file.bytes.length;
    if (file.endless) {
      const more = () => {
        while (!response.destroyed && response.write(file.bytes));
      };
      response.on("drain", more);
      return void more();
    }
    response.writeHead(isPart ? 206 : 200, {
      "content-length": String(body.length),
      etag,
      "accept-ranges": "bytes",
      ...(isPart && { "content-range": `bytes ${start}-${total - 1}/${total}` }),
    });
    if (file.breaksAfter !== undefined && body.length > file.breaksAfter) {
      response.write(body.subarray(0, file.breaksAfter), () => response.destroy());
      return;
    }
    if (!file.holds) return void response.end(body);
    const half = Math.ceil(body.length / 2);
    response.write(body.subarray(0, half));
    this.#held.add(() => response.end(body.subarray(half)));
    for (const tell of this.#waiting) tell();
    this.#waiting = new Set();
  }
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const sumOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A large file as the listing of a hub shows it. */
function entryOf([path, file]: readonly [string, HubFile]) {
  if (file.endless) return { type: "file", path };
  const size = file.size ?? file.bytes.length;
  const oid = file.sum ?? sumOf(file.bytes);
  return { type: "file", oid: "1".repeat(40), size, path, lfs: { oid, size, pointerSize: 134 } };
}

/** Bytes that begin as a GGUF file does, and are otherwise anything. */
export function ggufBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  bytes.write("GGUF", 0, "latin1");
  return bytes;
}
