import { KestrelError } from "@kestrel/core";
import type { McpProblem, McpReview, McpServer } from "@kestrel/protocol/api";
import { type ConnectionParts, Connections, type McpConnection } from "./connection/connections.ts";
import type { Trouble } from "./connection/link.ts";
import { isTrouble } from "./connection/link-target.ts";
import { type KnownServer, knownServer, shownServer } from "./known-server.ts";
import { type BegunLogin, logIn } from "./login/log-in.ts";
import { loginsIn } from "./login/logins-in.ts";
import type { ConfiguredServer, ServerBook } from "./server-book.ts";
import { digestOf, entryDigest, keptTools } from "./tools/digests.ts";
import { programFile } from "./tools/program-file.ts";
import type { ServerTool } from "./worker/messages.ts";

export type McpParts = Omit<ConnectionParts, "logins"> & { book: ServerBook };
export type McpList = { servers: McpServer[]; problems: McpProblem[]; file: string };

/** The user's MCP servers: what is known of each, and the connections to those that are used. Nothing is started before it is needed. */
export class McpServers {
  readonly connections: Connections;
  readonly #book: ServerBook;
  readonly #threadProgram: string;
  readonly #environment: ConnectionParts["environment"];
  readonly #logins = new Map<string, BegunLogin>();

  constructor({ book, ...parts }: McpParts) {
    this.#book = book;
    this.#threadProgram = parts.threadProgram;
    this.#environment = parts.environment;
    this.connections = new Connections({ ...parts, logins: loginsIn(book) });
  }

  async known(): Promise<KnownServer[]> {
    const { servers } = await this.#book.configured();
    return Promise.all(servers.map(async (one) => knownServer(one, await this.#book.review(one.name))));
  }

  async named(name: string): Promise<KnownServer | undefined> {
    return (await this.known()).find(({ configured }) => configured.name === name);
  }

  async list(): Promise<McpList> {
    const { problems, file } = await this.#book.configured();
    const servers = await Promise.all((await this.known()).map((one) => this.#shown(one)));
    return { servers, problems: [...problems], file };
  }

  /** Connects to a server and reads its tools again. The answer holds the result. Rejects only for an unknown name. */
  async test(name: string): Promise<McpServer> {
    const { configured } = await this.#existing(name);
    this.connections.forgive(name);
    await this.connections.close(name);
    try {
      await this.connections.with(configured, undefined, (connection) =>
        this.noteTools(configured, connection),
      );
    } catch (error) {
      if (!isTrouble(error)) throw error;
    }
    const shown = await this.#shown(await this.#existing(name));
    await this.connections.close(name);
    return shown;
  }

  /**
   * Begins a login. `address` is where the user gives consent, and `done` resolves at the end. Cancels an earlier login. Rejects
   * with a Trouble, and for an unknown name.
   */
  async login(name: string): Promise<{ address: string; done: Promise<void> }> {
    const { configured } = await this.#existing(name);
    const { url } = configured.entry;
    if (url === undefined) throw { why: "auth", detail: "a program has no login" } satisfies Trouble;
    this.#logins.get(name)?.giveUp();
    const begun = await logIn(url, this.#threadProgram);
    this.#logins.set(name, begun);
    const done = begun.done
      .then(async (saved) => {
        await this.#book.keepLogin(name, { url, ...saved });
        this.connections.forgive(name);
        await this.connections.close(name);
      })
      .finally(() => this.#logins.get(name) === begun && this.#logins.delete(name));
    done.catch(() => undefined); // expected: the caller is told
    return { address: begun.address, done };
  }

  async logout(name: string): Promise<McpList> {
    await this.#existing(name);
    await this.#book.keepLogin(name, undefined);
    await this.connections.close(name);
    return this.list();
  }

  /** Turns it on or off for new sessions. Turning on accepts the tools that `digest` names, and no others. */
  async switch(name: string, on: boolean, digest: string): Promise<McpList> {
    const { digest: now, configured } = await this.#existing(name);
    const stale = () => new KestrelError("mcp_stale", `${name} changed`, { name });
    if (on && now !== digest) throw stale();
    await this.#book.change(name, (review) => {
      if (!review) {
        if (on) throw stale();
        return undefined;
      }
      if (!on) return { ...review, on };
      if (knownServer(configured, review).digest !== digest) throw stale();
      const accepted = Object.fromEntries(review.tools.map((tool) => [tool.name, tool.digest]));
      const words = Object.fromEntries(review.tools.map((tool) => [tool.name, tool.description]));
      const acceptedProgram = review.program?.digest;
      return { ...review, on, accepted, words, acceptedProgram, entry: entryDigest(configured.entry) };
    });
    if (!on) await this.connections.close(name);
    return this.list();
  }

  /** Saves the tools that a server offers now, and keeps what the user accepted. Returns whether they have changed. */
  async noteTools(
    configured: ConfiguredServer,
    { opened }: McpConnection,
    offered: readonly ServerTool[] = opened.tools,
  ): Promise<boolean> {
    const tools = keptTools(offered);
    const entry = entryDigest(configured.entry);
    let changed = false;
    const program = await programFile(configured.entry, this.#environment);
    await this.#book.change(configured.name, (review): McpReview => {
      changed = digestOf(review?.tools ?? []) !== digestOf(tools);
      // What was accepted was accepted of another program or address.
      const same = review?.entry === entry;
      return {
        server: configured.name,
        entry: review?.on && !same ? review.entry : entry,
        on: review?.on ?? false,
        tools,
        accepted: review?.accepted ?? {},
        ...(review?.words && { words: review.words }),
        ...(program && { program }),
        ...(review?.acceptedProgram !== undefined && { acceptedProgram: review.acceptedProgram }),
        title: opened.server.name.slice(0, 200),
        version: opened.server.version.slice(0, 100),
        ...(opened.instructions && { instructions: opened.instructions.slice(0, 4_000) }),
        at: new Date().toISOString(),
      };
    });
    return changed;
  }

  close(): Promise<void> {
    for (const begun of this.#logins.values()) begun.giveUp();
    return this.connections.close();
  }

  async #existing(name: string): Promise<KnownServer> {
    const known = await this.named(name);
    if (!known) throw new KestrelError("mcp_unknown", `no server ${name}`, { name });
    return known;
  }

  async #shown(known: KnownServer): Promise<McpServer> {
    const { configured } = known;
    const shown = shownServer(known, this.connections.stateOf(configured.name));
    if (configured.entry.url === undefined) return shown;
    return { ...shown, loggedIn: (await loginsIn(this.#book).of(configured)) !== undefined };
  }
}
