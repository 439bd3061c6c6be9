import { describe, expect, it } from "vitest";
import { computing } from "../../../../test/daemon/how-long.ts";
import { CallTrail } from "../../src/loop-detection/call-trail.ts";

type Step = [tool: string, asked: string, error?: string | "changes"];

/** What each call of a trail is answered with beside its result, and how the trail ends. */
function walked(steps: readonly Step[], folded = false) {
  const trail = new CallTrail();
  const causes = steps.map(([tool, asked, end], index) => {
    const error = end === undefined || end === "changes" ? undefined : end;
    const content = error ?? `result of ${asked}`;
    const call = {
      callId: `c${index + 1}`,
      ...{ tool, asked, content, changedFiles: end === "changes" },
      status: error === undefined ? ("ok" as const) : ("error" as const),
      resultDigest: content,
    };
    return trail.add(call, () => folded).cause;
  });
  return { causes, ending: trail.ending };
}

const failing = (error: (index: number) => string, count: number): Step[] =>
  Array.from({ length: count }, (_, index) => ["edit", `edit ${index}`, error(index)]);
const none = undefined;

/** Errors of one tool: told at the third, ended at the fifth. What varies in them is not looked at. */
const errors: readonly [name: string, steps: Step[], causes: unknown[], ending: string | undefined][] = [
  ["two", failing(() => "no such file", 2), [none, none], undefined],
  ["three", failing(() => "no such file", 3), [none, none, "same_error"], undefined],
  ["four", failing(() => "no such file", 4), [none, none, "same_error", none], undefined],
  ["five", failing(() => "no such file", 5), [none, none, "same_error", none, none], "same_error"],
  [
    "five that differ in names, paths and numbers",
    failing((n) => `line ${n}: "name${n}" in src/${n}/a.ts is not known`, 5),
    [none, none, "same_error", none, none],
    "same_error",
  ],
  [
    "five that differ in words",
    failing((n) => "no such file".slice(n), 5),
    [none, none, none, none, none],
    undefined,
  ],
  [
    "a success between them",
    [...failing(() => "no", 2), ["edit", "fine"], ...failing(() => "no", 2)],
    [none, none, none, "repeated_call", "repeated_call"],
    undefined,
  ],
  [
    "another tool between them, which is no success of this one",
    [...failing(() => "no", 2), ["read", "a"], ["edit", "third", "no"]],
    [none, none, none, "same_error"],
    undefined,
  ],
  [
    "a changed file between them",
    [...failing(() => "no", 2), ["write", "a", "changes"], ["edit", "third", "no"]],
    [none, none, none, none],
    undefined,
  ],
];

describe("one error of one tool", () => {
  it.each(errors)("%s", (_name, steps, causes, ending) => {
    expect(walked(steps)).toEqual({ causes, ending });
  });
});

describe("the same call", () => {
  const look: Step = ["read", "a"];
  it("is advised, answered in its place, and ends the turn at the fourth", () => {
    expect(walked([look, look])).toEqual({ causes: [none, "repeated_call"], ending: undefined });
    expect(walked([look, look, look, look]).ending).toBe("doom_loop");
    expect(walked([look, look, look]).ending).toBeUndefined();
  });

  it("is no loop when something new was learned between the last two", () => {
    expect(walked([look, look, look, ["read", "b"], look]).ending).toBeUndefined();
    expect(walked([look, ["read", "b"], look, look, ["read", "b"], look]).ending).toBe("doom_loop");
  });

  it("begins afresh after a changed file, and when the person speaks", () => {
    expect(walked([look, look, look, ["write", "w", "changes"], look]).causes.at(-1)).toBeUndefined();
    const trail = new CallTrail();
    const call = { callId: "c1", tool: "read", asked: "a", content: "x", changedFiles: false } as const;
    const add = () => trail.add({ ...call, status: "ok", resultDigest: "d" }, () => false).cause;
    expect([add(), add()]).toEqual([none, "repeated_call"]);
    trail.beginAfresh();
    expect(add()).toBeUndefined();
  });

  it("is answered anew where its first answer is not in the prompt any more", () => {
    const trail = new CallTrail();
    const call = { callId: "c1", tool: "read", asked: "a", content: "text", changedFiles: false } as const;
    const add = (folded: boolean) => trail.add({ ...call, status: "ok", resultDigest: "d" }, () => folded);
    add(false);
    add(false);
    expect(add(true).content).toMatch(/^text\n\[The same call/);
    expect(add(false).content).toMatch(/^\[Unchanged/);
  });
});

it("takes one step per call, however many came before", () => {
  const steps = Array.from({ length: 50_000 }, (_, index): Step => ["read", `file ${index % 9_999}`]);
  const computed = computing();
  walked(steps);
  // Looked through anew for each call these are 1.2 thousand million steps.
  expect(computed()).toBeLessThan(3_000);
});
