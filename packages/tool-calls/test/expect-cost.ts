import { expect } from "vitest";
import { parseToolCalls } from "../src/index.ts";
import { tools } from "./house-tools.ts";

const size = 1 << 20;
/** Milliseconds on an idle core of 2022, and what the reference costs there. */
export const allowed = 100;
const nominal = 25;

/** What this process spent; others on the machine slow it down and do not count. */
function milliseconds(work: () => void): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
}

/** A plain walk through tags tells how fast the machine is now. */
const tags = "<a b>x</a>".repeat(size / 10);
const reference = () =>
  milliseconds(() => [...tags.matchAll(/<(\/?)([\p{L}_]+)[^>]*>/gu)].map(([tag]) => tag.length));

/** Fails where `work` costs more than that; the least of three tries counts, by the machine's speed. */
export function expectCost(work: () => void, most: number): void {
  if (milliseconds(work) <= most) return;
  const slow = Math.max(1, reference() / nominal);
  const least = Math.min(milliseconds(work), milliseconds(work));
  expect(least / slow, `${least} ms`).toBeLessThan(most);
}

/** One MiB of it. */
export function repeated(mark: string): string {
  return mark.repeat(Math.ceil(size / mark.length));
}

export function parse(text: string): () => void {
  return () => parseToolCalls(text, tools, { reads: ["read"], finishReason: "stop" });
}
