import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { connect } from "node:net";
import { join } from "node:path";
import type { DataPaths } from "../data-paths.ts";
import { readPrivate } from "../token.ts";

/** What a daemon reports about itself to a local process. */
export type DaemonFacts = {
  url: string;
  /** Identifies its program: see `programBuild`. Missing in daemons before 0.2. */
  build?: string;
  /** Set when it was started in the background, with its start options: it exits when idle. */
  background?: { around: string; loadout?: string; window?: string };
};

/** The daemon that holds a data folder; without `url` while it starts. */
export type Holder = { pid: number } & Partial<DaemonFacts>;

/** `free`: nothing listens. `held`: the holder proved its identity. `silent`: a process listens, but gave no valid answer. */
export type HolderAnswer = { kind: "free" } | { kind: "held"; holder: Holder } | { kind: "silent" };

/** Timeout: an answer takes a few milliseconds, and a stopped or foreign process must not block a caller. Milliseconds. */
const patienceMs = 1000;

/** Timeout at an abstract address, where any user can listen. Milliseconds. */
const strangerPatienceMs = 200;

export function keyFile(paths: DataPaths): string {
  return join(paths.run, "lock.key");
}

/** A holder's answer to a nonce: its identity, and proof that it can read this user's key. Any user can listen at an abstract address. */
export function answerTo(nonce: string, holder: Holder, key: string): string {
  const who = JSON.stringify(holder);
  return `${JSON.stringify({ who, proof: proofOf(nonce, who, key) })}\n`;
}

/** Asks the process that listens at `address` for its identity. Never rejects because of the other side. */
export async function askHolder(paths: DataPaths, address: string): Promise<HolderAnswer> {
  const nonce = randomBytes(16).toString("hex");
  const reply = await converse(address, `${nonce}\n`);
  if (reply === undefined) return { kind: "free" };
  const key = await readPrivate(keyFile(paths));
  if (key === undefined) return { kind: "silent" };
  try {
    const { who, proof } = JSON.parse(reply) as { who: string; proof: string };
    const expected = Buffer.from(proofOf(nonce, who, key));
    const given = Buffer.from(proof);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: "silent" };
    return { kind: "held", holder: JSON.parse(who) as Holder };
  } catch {
    // expected: the listener is not Kestrel
    return { kind: "silent" };
  }
}

function proofOf(nonce: string, who: string, key: string): string {
  return createHmac("sha256", key).update(`${nonce} ${who}`).digest("hex");
}

/** The other side's first line; "" on timeout, undefined when nothing listens. */
function converse(address: string, question: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let heard = "";
    let connected = false;
    const finish = (answer: string | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(""), address.startsWith("\0") ? strangerPatienceMs : patienceMs);
    socket.setEncoding("utf8");
    socket.on("connect", () => {
      connected = true;
      socket.write(question);
    });
    socket.on("data", (text: string) => {
      heard += text;
      if (heard.includes("\n")) finish(heard);
      else if (heard.length > 10_000) finish("");
    });
    socket.on("end", () => finish(heard));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      const nobody = !connected && (error.code === "ECONNREFUSED" || error.code === "ENOENT");
      finish(nobody ? undefined : "");
    });
  });
}
