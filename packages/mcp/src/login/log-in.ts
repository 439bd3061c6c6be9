import type { Trouble } from "../connection/link.ts";
import { startThread } from "../connection/start-thread.ts";
import type { FromThread, SavedLogin, ToThread } from "../worker/messages.ts";
import { awaitReturn } from "./await-return.ts";

export type BegunLogin = {
  /** Where the person says yes. */
  address: string;
  /** What is to be kept. Rejects with a Trouble. */
  done: Promise<SavedLogin>;
  giveUp(): void;
};

/** Begins a login at an address in a thread of its own, and waits for the person to come back. Rejects with a Trouble. */
export async function logIn(url: string, threadProgram: string): Promise<BegunLogin> {
  const waiting = await awaitReturn();
  const { redirectUrl, state } = waiting;
  const worker = startThread(threadProgram);
  let hear: (message: FromThread) => void = () => {};
  let fail: (trouble: Trouble) => void = () => {};
  worker.on("message", (message: FromThread) => {
    if (message.kind === "broken") fail({ why: message.why, detail: message.detail });
    else hear(message);
  });
  worker.on("error", (error) => fail({ why: "hung", detail: String(error) }));
  worker.on("exit", () => fail({ why: "ended", detail: "its thread has ended" }));
  const next = (message: ToThread) =>
    new Promise<FromThread>((resolve, reject) => {
      hear = resolve;
      fail = reject;
      worker.postMessage(message);
    });
  const over = () => {
    waiting.close();
    void worker.terminate();
  };
  try {
    const asked = await next({ kind: "login", url, redirectUrl, state });
    if (asked.kind !== "authorize") throw { why: "auth", detail: "it asks for no login" } satisfies Trouble;
    const finish = async (): Promise<SavedLogin> => {
      const { code, iss } = await waiting.returned;
      const told = await next({ kind: "code", code, ...(iss !== undefined && { iss }) });
      if (told.kind !== "login") throw { why: "protocol", detail: "the login has no end" } satisfies Trouble;
      return told.saved;
    };
    const done = finish().finally(over);
    done.catch(() => undefined); // expected: the caller is told
    return { address: asked.url, done, giveUp: over };
  } catch (error) {
    over();
    throw error;
  }
}
