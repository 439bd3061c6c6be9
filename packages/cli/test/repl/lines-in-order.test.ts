import { expect, it } from "vitest";
import { LinesInOrder } from "../../src/repl/lines-in-order.ts";

type Pending = { resolve: () => void; reject: (error: Error) => void };

/** A session that takes what is asked of it when it is told to. */
function desk() {
  const lines = new LinesInOrder();
  const did: string[] = [];
  const open = new Map<string, Pending>();
  const begin = (name: string) => {
    did.push(name);
    return new Promise<void>((resolve, reject) => open.set(name, { resolve, reject }));
  };
  return {
    lines,
    did,
    words: (text: string) =>
      lines.words(
        text,
        () => begin(text),
        () => void did.push(`back: ${text}`),
      ),
    command: (name: string) => lines.command(() => begin(name)),
    over: (name: string) => settled(() => open.get(name)?.resolve()),
    fails: (name: string) => settled(() => open.get(name)?.reject(new Error(name))),
  };
}

async function settled(act: () => void): Promise<void> {
  act();
  await new Promise((resolve) => setImmediate(resolve));
}

it("a command waits for the words before it, words for the command, and words do not wait for words", async () => {
  const { did, words, command, over, lines } = desk();
  words("one");
  words("two");
  void command("/fork");
  words("three");
  expect(did).toEqual(["one", "two"]);
  expect(lines.waiting).toEqual(["three"]);
  await over("one");
  expect(did).toEqual(["one", "two"]);
  await over("two");
  expect(did).toEqual(["one", "two", "/fork"]);
  await over("/fork");
  expect(did).toEqual(["one", "two", "/fork", "three"]);
  expect(lines.waiting).toEqual([]);
});

it("words behind a command that failed come back, and the next command is done all the same", async () => {
  const { did, words, command, fails, over } = desk();
  const resumed = command("/resume 99");
  words("for that session");
  await Promise.all([expect(resumed).rejects.toThrow("/resume 99"), fails("/resume 99")]);
  expect(did).toEqual(["/resume 99", "back: for that session"]);
  void command("/context");
  await over("/context");
  words("later");
  expect(did.slice(2)).toEqual(["/context", "later"]);
});

it("whoever leaves waits for everything, and knows what nobody took", async () => {
  const { lines, words, command, over, fails } = desk();
  words("one");
  void command("/fork");
  words("two");
  let left = false;
  void lines.over().then(() => {
    left = true;
  });
  expect(lines.unsent).toEqual(["one", "two"]);
  await over("one");
  expect({ left, unsent: lines.unsent }).toEqual({ left: false, unsent: ["two"] });
  await over("/fork");
  await fails("two");
  expect({ left, unsent: lines.unsent }).toEqual({ left: true, unsent: [] });
});
