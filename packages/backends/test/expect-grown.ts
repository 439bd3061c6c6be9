import { expect } from "vitest";

const messagesOf = (body: string) => body.slice(0, body.indexOf('],"tools"'));

/** A conversation only grows: what was asked before is, to the byte, where the later request begins. */
export function expectGrown(before: string, after: string): void {
  expect(messagesOf(after).startsWith(messagesOf(before))).toBe(true);
}
