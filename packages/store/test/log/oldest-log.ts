import type { SessionEvent } from "@kestrel/protocol";
import { writeLine } from "../../src/log/log-line.ts";

/** A version that never was: what is called `body` today was called `what`, and a title a name. */
export const fromOldest = {
  0: (event: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const { what, ...rest } = event;
    const { type, name, ...said } = what as Record<string, unknown>;
    return {
      ...rest,
      body: type === "session.named" ? { type: "session.titled", title: name } : { type, ...said },
    };
  },
};

/** An event of today as a line of version 0. */
export function oldestLine({ seq, at, body }: SessionEvent): string {
  const what = body.type === "session.titled" ? { type: "session.named", name: body.title } : { ...body };
  return writeLine({ v: 0, seq, at, what });
}
