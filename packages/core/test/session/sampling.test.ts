import { givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const message = (text: string) => ({ type: "send-message", text }) as const;

describe("how words are drawn", () => {
  it("can be changed name by name while the session lives, and the next request asks so", async () => {
    const session = await givenSession({
      replies: [[says("One.")], [says("Two.")]],
      sampling: { top_k: 40 },
    });
    await session.does(message("Hi"));
    await session.session.settled();
    await session.does({ type: "set-sampling", change: { temperature: 0.2, seed: 7 } });
    await session.does({ type: "set-sampling", change: { seed: null, top_p: 0.9 } });
    await session.does(message("Again"));
    await session.session.settled();
    expect(session.backend.requests.map(({ sampling }) => sampling)).toEqual([
      { top_k: 40 },
      { top_k: 40, temperature: 0.2, top_p: 0.9 },
    ]);
    expect(session.session.state().sampling).toEqual({ top_k: 40, temperature: 0.2, top_p: 0.9 });
  });
});
