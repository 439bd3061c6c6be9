import { expect, it } from "vitest";
import { ReasoningStop } from "../../src/turn/live-reply.ts";

it("asks the reply that is being spoken; one that is over takes no other's place away", () => {
  const stop = new ReasoningStop();
  const heard: string[] = [];
  const asks = (name: string) => (opId: string) => heard.push(`${name} ${opId}`) > 0;
  expect(stop.request("op-0")).toBe(false);
  const firstIsOver = stop.listen(asks("first"));
  const secondIsOver = stop.listen(asks("second"));
  firstIsOver();
  expect(stop.request("op-1")).toBe(true);
  expect(heard).toEqual(["second op-1"]);
  secondIsOver();
  expect(stop.request("op-2")).toBe(false);
});
