import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { passOver } from "@kestrel/diagnostics";
import type { McpServerEntry } from "@kestrel/protocol/api";
import type { ConfiguredServer } from "../server-book.ts";
import { entryDigest } from "../tools/digests.ts";
import type { OpenedLink, SavedLogin } from "../worker/messages.ts";
import { Link, type LinkParts, type Trouble } from "./link.ts";
import { type Confine, confined, isTrouble, linkTarget } from "./link-target.ts";

export type ConnectionParts = LinkParts & {
  environment: Readonly<Record<string, string | undefined>>;
  logins: Logins;
  /** What a program in the sandbox may do; undefined where there is no sandbox. */
  confine?: Confine;
};

/** What is kept of logins, for an address and no other. */
export type Logins = {
  of(server: ConfiguredServer): Promise<SavedLogin | undefined>;
  keep(server: ConfiguredServer, saved: SavedLogin): Promise<void>;
};
export type McpConnection = { link: Link; opened: OpenedLink };

/** Milliseconds without a call after which a server is let go. */
const idleMs = 10 * 60_000;
/** Servers that run at once. Beyond it, those unused longest are let go. */
const mostOpen = 16;
/** Failures within a minute after which a server is not tried again until the minute is over. */
const mostFailures = 4;
const minuteMs = 60_000;

/** Milliseconds a server has to start: one that is given longer for a call is as slow to begin. */
export function startMs({ timeout_seconds = 0 }: McpServerEntry, usual: number): number {
  return Math.max(usual, timeout_seconds * 1_000);
}

type Held = {
  server: string;
  connection: Promise<McpConnection>;
  used: number;
  busy: number;
  idle?: NodeJS.Timeout;
};

/** The connections that are open: one for each server and workspace, begun when first needed, begun anew when it broke. */
export class Connections {
  readonly #parts: ConnectionParts;
  readonly #held = new Map<string, Held>();
  readonly #failures = new Map<string, number[]>();
  readonly #last = new Map<string, Trouble>();
  #count = 0;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /** What came of the last try, for people. */
  stateOf(server: string): { connection: "none" | "open" | "failed"; failure?: Trouble } {
    const failure = this.#last.get(server);
    const open = [...this.#held.values()].some((one) => one.server === server);
    if (failure) return { connection: "failed", failure };
    return { connection: open ? "open" : "none" };
  }

  /** Does something with a connection, and keeps it open meanwhile. Rejects with a Trouble when there is none. */
  async with<Result>(
    configured: ConfiguredServer,
    workspace: string | undefined,
    work: (connection: McpConnection) => Promise<Result>,
  ): Promise<Result> {
    const key = JSON.stringify([configured.name, workspace ?? null, entryDigest(configured.entry)]);
    const held = this.#held.get(key) ?? this.#begin(key, configured, workspace);
    held.busy += 1;
    held.used = ++this.#count;
    clearTimeout(held.idle);
    try {
      return await work(await held.connection);
    } finally {
      held.busy -= 1;
      if (held.busy === 0) held.idle = setTimeout(() => this.#letGo(key), idleMs).unref();
    }
  }

  /** Ends every connection of a server, or all. Resolves when nothing of them is left. */
  async close(server?: string): Promise<void> {
    const keys = [...this.#held].filter(([, held]) => server === undefined || held.server === server);
    await Promise.all(keys.map(([key]) => this.#letGo(key)));
  }

  #begin(key: string, configured: ConfiguredServer, workspace: string | undefined): Held {
    this.#makeRoom();
    const connection = this.#open(key, configured, workspace);
    const held: Held = { server: configured.name, connection, used: 0, busy: 0 };
    this.#held.set(key, held);
    connection.catch(() => this.#forget(key, held)); // expected: the caller is told
    return held;
  }

  async #open(
    key: string,
    configured: ConfiguredServer,
    workspace: string | undefined,
  ): Promise<McpConnection> {
    const { name, entry } = configured;
    this.#refuseAfterFailures(name);
    const roots =
      workspace === undefined
        ? []
        : [{ uri: pathToFileURL(workspace).href, name: basename(workspace) || workspace }];
    try {
      const target = await confined(linkTarget(entry, this.#parts.environment), entry, this.#parts.confine);
      const { logins } = this.#parts;
      const saved = target.kind === "http" ? await logins.of(configured) : undefined;
      const connection = await Link.open(name, { ...target, ...(saved && { saved }) }, roots, {
        ...this.#parts,
        connectMs: startMs(entry, this.#parts.connectMs),
        onLogin: (now) => void logins.keep(configured, now).catch(passOver("keeping a login")),
      });
      this.#last.delete(name);
      const held = this.#held.get(key);
      connection.link.onOver((trouble) => {
        if (!held || !this.#forget(key, held)) return;
        this.#noteFailure(name, trouble);
      });
      return connection;
    } catch (error) {
      const trouble = isTrouble(error) ? error : { why: "protocol" as const, detail: String(error) };
      this.#noteFailure(name, trouble);
      throw trouble;
    }
  }

  #forget(key: string, held: Held): boolean {
    clearTimeout(held.idle);
    return this.#held.get(key) === held && this.#held.delete(key);
  }

  async #letGo(key: string): Promise<void> {
    const held = this.#held.get(key);
    if (!held) return;
    this.#forget(key, held);
    const connection = await held.connection.catch(() => undefined); // expected: the caller is told
    await connection?.link.close();
  }

  #makeRoom(): void {
    if (this.#held.size < mostOpen) return;
    const resting = [...this.#held].filter(([, { busy }]) => busy === 0);
    const [oldest] = resting.sort(([, left], [, right]) => left.used - right.used);
    if (oldest) void this.#letGo(oldest[0]);
  }

  #noteFailure(name: string, trouble: Trouble): void {
    this.#last.set(name, trouble);
    this.#failures.set(name, [...this.#recentFailures(name), performance.now()]);
  }

  #recentFailures(name: string): number[] {
    return (this.#failures.get(name) ?? []).filter((at) => performance.now() - at < minuteMs);
  }

  #refuseAfterFailures(name: string): void {
    if (this.#recentFailures(name).length < mostFailures) return;
    const last = this.#last.get(name) ?? { why: "ended" as const, detail: "" };
    throw last;
  }

  /** A person wants to see what it does now. */
  forgive(name: string): void {
    this.#failures.delete(name);
  }
}
