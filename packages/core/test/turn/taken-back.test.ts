import { givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

describe("words that turn out to be thinking", () => {
  it("leave the air and the log's text at once, and the answer begins anew", async () => {
    let goOn = () => {};
    const more = new Promise<void>((resolve) => (goOn = resolve));
    const thought = { kind: "reasoning", delta: "Let me see.", insteadOfText: true } as const;
    const session = await givenSession({
      replies: [[says("Let me see."), thought, says("Here "), more, says("it is.")]],
    });
    const turn = session.says("find it");
    await expect
      .poll(() => session.session.live())
      .toMatchObject({ text: "Here ", reasoning: "Let me see." });
    expect(session.session.state().timeline.at(1)).toMatchObject({ text: "", reasoning: "Let me see." });
    goOn();
    await turn;
    expect(session.session.state().timeline.at(1)).toMatchObject({
      text: "Here it is.",
      reasoning: "Let me see.",
    });
    expect(session.bodies("reply.reasoning")).toMatchObject([{ offset: 0, insteadOfText: true }]);
    expect(session.bodies("reply.text").map(({ offset }) => offset)).toEqual([0, 0]);
  });
});
