import type { LoopEvent, LoopState } from "@kestrel/protocol/loop";
import { describe, expect, it } from "vitest";
import { foldLoop, itemMessage, nextStep, planDoubts, readPlan } from "../../src/index.ts";

const plan = `# Notes for myself
check: npm test
keep: test/**, docs
hours: 2.5
tokens: 1_000_000
- [x] over
  check: false
- [ ] add() reads negative numbers
  check: node --test ./test/add.test.js
* [ ] the rest
`;

describe("a plan", () => {
  it("has head lines for all items, and keeps what a check names and what it runs by", () => {
    expect(readPlan(plan)).toEqual({
      items: [
        {
          text: "add() reads negative numbers",
          check: "node --test ./test/add.test.js",
          keep: ["test/**", "docs"],
          named: ["test/add.test.js"],
        },
        { text: "the rest", check: "npm test", keep: ["test/**", "docs"], named: ["package.json"] },
      ],
      ...{ bring: [], hours: 2.5, tokens: 1_000_000, attempts: 3 },
    });
  });

  it.each([
    ["- [ ] a\n", "plan_no_check", 1],
    ["chek: x\n- [ ] a\n", "plan_key", 1],
    ["- [ ] a\n  check: x\n  hours: 3\n", "plan_key", 3],
    ["hours: soon\n- [ ] a\n", "plan_number", 1],
    ["check:\n- [ ] a\n", "plan_empty", 1],
    ["just prose\n", "plan_no_items", 1],
  ])("%j is refused with its line", (text, reason, line) => {
    expect(() => readPlan(text)).toThrow(
      expect.objectContaining({ params: expect.objectContaining({ reason, line }) }),
    );
  });

  it("is doubted where an item is to change what stays as it is, and where its check is not written yet", () => {
    const doubted = readPlan(
      [
        "keep: test/**",
        "- [ ] docs/glossary.md explains `loop`.\n  check: grep -q loop docs/glossary.md",
        "- [ ] mend ./test/a.test.js\n  check: npm test",
        "- [ ] negative numbers\n  check: node --test spec/new.test.js && node -e process.exit",
        "- [ ] scripts/count.mjs counts lines\n  check: node scripts/count.mjs a.txt",
      ].join("\n"),
    );
    const there = ["docs/glossary.md", "test/a.test.js", "package.json"];
    expect(planDoubts(doubted, (path) => there.includes(path))).toEqual([
      { item: 0, path: "docs/glossary.md", why: "kept" },
      { item: 1, path: "test/a.test.js", why: "kept" },
      { item: 2, path: "spec/new.test.js", why: "unwritten" },
    ]);
    expect(planDoubts(readPlan(plan), () => true)).toEqual([]);
  });

  it("asks for an item in few words, with the end of what its check printed", () => {
    const [item] = readPlan(plan).items;
    const red = { code: 1, ms: 5, tail: `${"x".repeat(5_000)}\nnot ok 1` };
    const message = item ? itemMessage(item, red) : "";
    expect(message.endsWith("not ok 1")).toBe(true);
    expect(message.length).toBeLessThan(1_800);
  });
});

const commit = "a".repeat(40);
const worktree = {
  ...{ id: "w-1", name: "w", repository: "/r", folder: "/w", base: commit, uncommitted: 0, brought: [] },
  createdAt: "2026-01-01T00:00:00.000Z",
};

/** A loop of so many items after these events, one minute apart. */
function after(items: number, ...events: LoopEvent[]): LoopState {
  const text = `attempts: 3\n${Array.from({ length: items }, (_, index) => `- [ ] ${index}\n  check: c\n`).join("")}`;
  const opened: LoopEvent = {
    ...{ type: "loop.opened", id: "l000001" as LoopState["id"], file: "/p", workspace: "/r" },
    ...{ worktree, plan: readPlan(text), digest: "d" },
  };
  const state = [opened, ...events].reduce<LoopState | undefined>(
    (now, event, minute) => foldLoop(now, event, `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`),
    undefined,
  );
  if (!state) throw new Error("not opened");
  return state;
}

const ran = (item: number, when: "before" | "after" | "end", code: number, tokens = 0): LoopEvent => ({
  ...{ type: "check.ran", item, when, code, tokens, ms: 1, tail: "", tree: commit },
});
const began = (item: number): LoopEvent => ({
  type: "attempt.began",
  item,
  session: "s00000001" as LoopState["items"][number]["attempts"][number]["session"],
});
const red = (item: number): LoopEvent[] => [
  ran(item, "before", 1),
  ...[1, 2, 3].flatMap(() => [began(item), ran(item, "after", 1, 10)]),
];
const stuck = (item: number): LoopEvent => ({ type: "item.settled", item, how: "stuck" });

describe("what a loop does next", () => {
  it("checks, tries twice in one session and once in a fresh one, then gives the item up", () => {
    expect(nextStep(after(1))).toEqual({ kind: "check", item: 0 });
    const before = ran(0, "before", 1);
    expect(nextStep(after(1, before))).toEqual({ kind: "attempt", item: 0, begun: false });
    const session = "s00000001";
    expect(nextStep(after(1, before, began(0)))).toEqual({ kind: "attempt", item: 0, begun: true, session });
    const once = after(1, ...red(0).slice(0, 3));
    expect(nextStep(once)).toEqual({ kind: "attempt", item: 0, begun: false, session });
    expect(nextStep(after(1, ...red(0).slice(0, 5)))).toEqual({ kind: "attempt", item: 0, begun: false });
    expect(nextStep(after(1, ...red(0)))).toEqual({ kind: "settle", item: 0, how: "stuck" });
    const denied: LoopEvent = { type: "call.denied", item: 0, call: "shell curl", rules: [] };
    expect(nextStep(after(1, ...red(0), denied))).toEqual({ kind: "settle", item: 0, how: "needs_you" });
  });

  it("pauses after three in a row, and tries them again with a whole budget", () => {
    const three = [0, 1, 2].flatMap((item) => [...red(item), stuck(item)]);
    expect(nextStep(after(4, ...three))).toEqual({ kind: "pause", why: "three_stuck" });
    const again = after(
      4,
      ...three,
      { type: "loop.paused", why: "three_stuck" },
      { type: "loop.resumed", retry: true },
    );
    expect(again.spent).toEqual({ ms: 0, tokens: 0 });
    expect(nextStep(again)).toEqual({ kind: "check", item: 0 });
  });

  it("counts the time in which it ran, ends with its budget, and keeps what is green all the same", () => {
    const paused = after(
      1,
      ran(0, "before", 1),
      { type: "loop.paused", why: "asked" },
      { type: "loop.resumed", retry: false },
    );
    expect(paused.spent.ms).toBe(2 * 60_000);
    const spent = { ...after(1, ran(0, "before", 1)), spent: { ms: 9 * 3_600_000, tokens: 0 } };
    expect(nextStep(spent)).toEqual({ kind: "end", how: "budget" });
    const green = after(1, ran(0, "before", 1), began(0), ran(0, "after", 0));
    expect(nextStep({ ...green, spent: spent.spent })).toEqual({ kind: "settle", item: 0, how: "done" });
  });

  it("checks all that passed once more at the end", () => {
    const done: LoopEvent = { type: "item.settled", item: 0, how: "already_green" };
    const over = after(1, ran(0, "before", 0), done);
    expect(nextStep(over)).toEqual({ kind: "check-all", items: [0] });
    expect(nextStep(after(1, ran(0, "before", 0), done, ran(0, "end", 0)))).toEqual({
      kind: "end",
      how: "done",
    });
    const broken: LoopEvent = { type: "item.settled", item: 0, how: "broken_later" };
    expect(nextStep(after(1, ran(0, "before", 0), done, ran(0, "end", 1), broken))).toEqual({
      kind: "end",
      how: "open",
    });
  });
});
