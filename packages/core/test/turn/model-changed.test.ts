import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { ModelFacts } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";

const server = "http://127.0.0.1:1234";
const failed = (session: { bodies(type: "turn.ended"): readonly { failure?: unknown }[] }) =>
  session.bodies("turn.ended").at(-1)?.failure;

async function givenTwoTurns(then: Partial<ModelFacts>, first: Partial<ModelFacts> = {}) {
  const session = await givenSession({ replies: [[says("One.")], [says("Two.")]] });
  const told = await session.backend.facts();
  session.backend.facts = async () => ({
    ...told,
    label: "falcon",
    from: { url: server, model: "falcon" },
    ...first,
  });
  await session.says("hello");
  session.backend.facts = async () => ({ ...told, ...then });
  return session;
}

describe("a session is held with one model", () => {
  it("and another one is sent nothing", async () => {
    const session = await givenTwoTurns({ label: "merlin" });
    await session.says("and now?");
    expect(failed(session)).toEqual({ code: "model_changed", params: { model: "falcon", now: "merlin" } });
    expect(session.bodies("request.sent")).toHaveLength(1);
  });

  it("which may be shown under another name", async () => {
    const session = await givenTwoTurns({ label: "My falcon", from: { url: server, model: "falcon" } });
    await session.says("and now?");
    expect(failed(session)).toBeUndefined();
  });

  it("until the person accepts another, from then on", async () => {
    const from = { path: "/models/merlin.gguf" };
    const session = await givenTwoTurns({ label: "merlin", from });
    await session.does({ type: "accept-model", from });
    await session.says("and now?");
    expect(failed(session)).toBeUndefined();
    expect(session.session.state().model).toEqual({ label: "merlin", from });
    const [first, second] = session.bodies("request.sent");
    expect(first?.from).toEqual({ url: server, model: "falcon" });
    expect(second?.from).toEqual(from);
  });

  it("and a yes to one is none to a third", async () => {
    const session = await givenTwoTurns({ label: "kite", from: { path: "/models/kite.gguf" } });
    await session.does({ type: "accept-model", from: { path: "/models/merlin.gguf" } });
    await session.says("and now?");
    expect(failed(session)).toMatchObject({ params: { model: "falcon", now: "kite" } });
  });

  it("and no demonstration goes on with it, whatever was accepted", async () => {
    const from = { builtIn: true as const };
    const session = await givenTwoTurns({ label: "nano", from, traits: { notice: "demonstration" } });
    await session.does({ type: "accept-model", from });
    await session.says("and now?");
    expect(failed(session)).toEqual({
      code: "model_changed",
      params: { model: "falcon", demonstration: "nano" },
    });
  });

  it("also where another was chosen while a tool ran", async () => {
    const session = await givenSession({
      replies: [[callsTool("read", { path: "a" })], [says("Done.")]],
      tools: [
        fakeTool({
          name: "read",
          risk: "read",
          run: () => {
            run = "merlin's";
            session.backend.facts = async () => ({ ...told, label: "merlin" });
            return { outcome: "ok", content: "a" };
          },
        }),
      ],
    });
    let run = "falcon's";
    const told = await session.backend.facts();
    Object.assign(session.backend, { run: () => run });
    await session.says("read it");
    expect(failed(session)).toMatchObject({ code: "model_changed", params: { now: "merlin" } });
    expect(session.bodies("request.sent")).toHaveLength(1);
  });
});
