import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { connect } from "node:net";
import { join } from "node:path";
import type { DataPaths } from "../data-paths.ts";
import { readPrivate } from "../token.ts";

/** What a daemon tells about itself to a process that looks for it. */
export type DaemonFacts = {
  url: string;
  /** Names its program: see `programBuild`. Daemons before 0.2 tell none. */
  build?: string;
  /** Set where it was started in the background: it ends when it is unused. What it was started with. */
  background?: { around: string; loadout?: string; window?: string };
};

/** The daemon that holds a data folder; without `url` while it is still starting. */
export type Holder = { pid: number } & Partial<DaemonFacts>;

/** `free`: nothing listens. `held`: the holder proved who it is. `silent`: a process listens, but gave no valid answer. */
export type HolderAnswer = { kind: "free" } | { kind: "held"; holder: Holder } | { kind: "silent" };

/** An answer takes a few milliseconds. A stopped or foreign process must not keep a caller waiting. Milliseconds. */
const patienceMs = 1000;

/** The same at an abstract address, where any user can listen. Milliseconds. */
const strangerPatienceMs = 200;

export function keyFile(paths: DataPaths): string {
  return join(paths.run, "lock.key");
}

/** What a holder answers to a nonce: who it is, and that it can read this user's key. Any user can listen at an abstract address. */
export function answerTo(nonce: string, holder: Holder, key: string): string {
  const who = JSON.stringify(holder);
  return `${JSON.stringify({ who, proof: proofOf(nonce, who, key) })}\n`;
}

/** Asks the process that listens at `address` who it is. Never rejects for what the other side does. */
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
    // expected: what listens is no Kestrel
    return { kind: "silent" };
  }
}

function proofOf(nonce: string, who: string, key: string): string {
  return createHmac("sha256", key).update(`${nonce} ${who}`).digest("hex");
}

/** The other side's first line, "" when it says nothing in time, undefined when nothing listens. */
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
