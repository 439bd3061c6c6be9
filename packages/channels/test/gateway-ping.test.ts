import { createHmac } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { Gateway } from "../src/gateway/gateway.ts";
import type { Incoming } from "../src/port.ts";

it("GitHub's word that a hook was made is answered, and no turn begins; one without its signature is refused", async () => {
  const hooks = [{ name: "gh", scheme: "github" as const, secret: "s3", prompt: "What failed?" }];
  const gateway = new Gateway({ hooks, hosts: [], now: () => 0 });
  const port = await gateway.listen(0);
  const over = new AbortController();
  onTestFinished(async () => {
    over.abort();
    await gateway.close();
  });
  const taken: Incoming[] = [];
  const take = async (messages: readonly Incoming[]) => {
    taken.push(...messages);
    return { fresh: messages.length, known: 0 };
  };
  const rest = { cursor: undefined, up: () => {}, hears: () => false, admits: () => false };
  void gateway.adapterOf("gh", async () => {}).listen({ ...rest, take, signal: over.signal });
  const calls = async (event: string, secret = "s3") => {
    const body = `{"event":"${event}"}`;
    const mac = createHmac("sha256", secret).update(body).digest("hex");
    const headers = {
      "x-github-event": event,
      "x-github-delivery": "d-1",
      "x-hub-signature-256": `sha256=${mac}`,
    };
    const answer = await fetch(`http://127.0.0.1:${port}/hooks/gh`, { method: "POST", headers, body });
    return [answer.status, await answer.json()];
  };
  expect(await calls("ping", "wrong")).toEqual([401, {}]);
  expect(await calls("ping")).toEqual([200, { status: "pong" }]);
  expect(taken).toEqual([]);
  expect(await calls("check_run")).toEqual([202, { status: "taken" }]);
  expect(taken).toHaveLength(1);
});
