import { describe, expect, it } from "vitest";
import { addressOf, routeAt, routeWithout, sessionFrom } from "../src/app/routes.ts";
import { meaningOfKey } from "../src/features/chat/composer-keys.ts";
import { remainingMs } from "../src/features/chat/remaining.ts";

describe("a key in the message field", () => {
  const press = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };

  it("sends on Enter and breaks the line on Shift+Enter", () => {
    expect(meaningOfKey(press)).toBe("send");
    expect(meaningOfKey({ ...press, shiftKey: true })).toBeUndefined();
  });

  it("means nothing while an input method composes, in Safari's way of saying it too", () => {
    expect(meaningOfKey({ ...press, isComposing: true })).toBeUndefined();
    expect(meaningOfKey({ ...press, keyCode: 229 })).toBeUndefined();
    expect(meaningOfKey({ ...press, key: "Escape", keyCode: 229 })).toBeUndefined();
  });
});

describe("an address", () => {
  it("leads back to the place it was made from", () => {
    const id = "s0000000001" as never;
    for (const place of [
      { page: "home" },
      { page: "new" },
      { page: "engine" },
      { page: "settings" },
      { page: "loadouts" },
      { page: "loadouts", view: "new" },
      { page: "loadouts", view: "compare" },
      { page: "session", id },
      { page: "session", id, at: 12 },
      { page: "session", id, beside: "s0000000002" as never },
      { page: "session", id, beside: "s0000000002" as never, focus: "beside" },
      { page: "replay", id },
    ] as const) {
      expect(routeAt(addressOf(place))).toEqual(place);
    }
  });

  it("that names nothing leads home", () => {
    for (const bare of ["", "#", "#/"]) expect(routeAt(bare)).toEqual({ page: "home" });
  });

  it("of a session leads to the column in focus where two stand side by side", () => {
    const [one, two, three] = ["s0000000001", "s0000000002", "s0000000003"] as never[] as [
      never,
      never,
      never,
    ];
    const both = { page: "session", id: one, beside: two } as const;
    expect(sessionFrom({ page: "home" }, three)).toEqual({ page: "session", id: three });
    expect(sessionFrom(both, three)).toEqual({ page: "session", id: three, beside: two });
    expect(sessionFrom({ ...both, focus: "beside" }, three)).toEqual({
      ...{ page: "session", id: one, beside: three, focus: "beside" },
    });
    // One that is on the screen is not shown twice.
    expect(sessionFrom(both, two)).toEqual({ ...both, focus: "beside" });
    expect(sessionFrom({ ...both, focus: "beside" }, one)).toEqual(both);
    expect(routeWithout(both, one)).toEqual({ page: "session", id: two });
    expect(routeWithout({ page: "session", id: one }, one)).toEqual({ page: "home" });
  });

  it("that leads nowhere is not taken for home", () => {
    for (const bad of [
      "#/sessions/../etc",
      "#/sessions/",
      "#/sessions/unknown",
      "#/sessions/s0000000001/elsewhere",
      "#/sessions/s0000000001/at/",
      "#/sessions/s0000000001/at/x",
      "#/sessions/s0000000001/beside/s0000000001",
      "#/sessions/s0000000001/beside/unknown",
      "#/sessions/s0000000001/beside/s0000000002/x",
      "#/continue/unknown",
      "#/draft/",
      "#/draft/%ff",
      "#/nowhere",
    ]) {
      expect(routeAt(bad), bad).toEqual({ page: "nowhere" });
    }
  });
});

describe("the time reading will still take", () => {
  it("follows the pace of what was really read", () => {
    const progress = {
      phase: "prompt" as const,
      processed: 12_400,
      total: 41_000,
      cached: 0,
      elapsedMs: 32_500,
    };
    expect(remainingMs(progress)).toBe(75_000);
    expect(remainingMs({ ...progress, cached: 6_200 })).toBe(150_000);
  });

  it("is not guessed from too little", () => {
    expect(remainingMs({ phase: "prompt", processed: 10, total: 100, elapsedMs: 100 })).toBeUndefined();
    expect(
      remainingMs({ phase: "prompt", processed: 10, cached: 10, total: 100, elapsedMs: 5000 }),
    ).toBeUndefined();
    expect(remainingMs({ phase: "prompt" })).toBeUndefined();
  });
});
