import { expect, it } from "vitest";
import { waitOut } from "../../src/chat/wait-out.ts";

it("tells once what it waits for where no time was named, though a timer rings a part of a millisecond early", async () => {
  const { signal } = new AbortController();
  const told: unknown[] = [];
  const many = 300;
  for (let wait = 0; wait < many; wait += 1)
    for await (const chunk of waitOut({ phase: "loading", milliseconds: 2, named: false }, "Loading", signal))
      told.push(chunk);
  expect(told).toHaveLength(many);
});
