import { render } from "@kestrel/core";
import { givenSession, memoryPictures, says } from "@kestrel/core/testing";
import type { Prompt } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";

const png = { mediaType: "image/png", base64: "iVBORw0KGgoAAAANSUhEUg==" } as const;
const jpeg = { mediaType: "image/jpeg", base64: "/9j/4AAQSkZJRgABAQ==" } as const;

const picturesIn = ({ messages }: Prompt) =>
  messages.flatMap((message) => (message.role === "user" ? (message.images ?? []) : []));

describe("pictures beside a message", () => {
  it("reach a model that sees, and the log knows them by the name of their bytes only", async () => {
    const session = await givenSession({
      replies: [[says("A bird.")]],
      vision: true,
      pictures: memoryPictures(),
    });
    await session.does({ type: "send-message", text: "What is this?", images: [png, jpeg] });
    await session.session.settled();
    const [prompt] = session.backend.prompts;
    expect(prompt && picturesIn(prompt).map(({ base64 }) => base64)).toEqual([png.base64, jpeg.base64]);
    const [started] = session.bodies("turn.started");
    expect(started?.images).toMatchObject([{ mediaType: "image/png" }, { mediaType: "image/jpeg" }]);
    expect(JSON.stringify(session.events)).not.toContain(png.base64);
  });

  it("stay where they are in every later prompt, also after the session was opened again", async () => {
    const pictures = memoryPictures();
    const given = { vision: true, pictures };
    const first = await givenSession({ ...given, replies: [[says("A bird.")]] });
    await first.does({ type: "send-message", text: "What is this?", images: [png] });
    await first.session.settled();
    const again = await givenSession({ ...given, replies: [[says("Brown.")]], log: first.log });
    await again.says("What colour?");
    const [before] = first.backend.prompts;
    const [later] = again.backend.prompts;
    expect(later?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
    expect(later && picturesIn(later)).toHaveLength(1);
  });

  it("are refused by a model that does not see, before anything is kept", async () => {
    const pictures = memoryPictures();
    const session = await givenSession({ replies: [[says("Yes?")]], pictures });
    const before = session.session.state().lastSeq;
    await expect(
      session.does({ type: "send-message", text: "What is this?", images: [png] }),
    ).rejects.toMatchObject({ code: "no_vision", params: { model: "scripted" } });
    expect(session.session.state().lastSeq).toBe(before);
    expect(session.events).toEqual([]);
    const { blob } = await memoryPictures().keep(png);
    expect(await pictures.read(blob)).toBeUndefined();
    await session.says("Then in words.");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("that cannot be kept leave the session as it was", async () => {
    const pictures = { ...memoryPictures(), keep: () => Promise.reject(new Error("no space")) };
    const session = await givenSession({ replies: [[says("Yes?")]], vision: true, pictures });
    await expect(session.does({ type: "send-message", text: "Look", images: [png] })).rejects.toThrow(
      "no space",
    );
    await session.says("Then in words.");
    expect(session.bodies("turn.started")).toHaveLength(1);
  });

  it("whose file is gone are spoken of in words, so that the session goes on", async () => {
    const pictures = memoryPictures();
    const session = await givenSession({
      replies: [[says("A bird.")], [says("I cannot see it any more.")]],
      vision: true,
      pictures,
    });
    await session.does({ type: "send-message", text: "What is this?", images: [png] });
    await session.session.settled();
    pictures.forget();
    await session.says("And now?");
    const last = session.backend.prompts.at(-1);
    expect(last && picturesIn(last)).toEqual([]);
    expect(last?.messages[1]?.content).toContain("What is this?\n\n[a picture whose file is gone]");
  });

  it("are named, not held, by what is rendered from the log alone", async () => {
    const session = await givenSession({
      replies: [[says("A bird.")]],
      vision: true,
      pictures: memoryPictures(),
    });
    await session.does({ type: "send-message", text: "What is this?", images: [png] });
    await session.session.settled();
    let state = emptySession;
    for await (const event of session.log.read()) state = evolve(state, event);
    const [named] = picturesIn(render(state));
    expect(named).toMatchObject({ mediaType: "image/png", base64: "" });
    expect(named?.blob).toBe(session.bodies("turn.started")[0]?.images?.[0]?.blob);
  });
});
