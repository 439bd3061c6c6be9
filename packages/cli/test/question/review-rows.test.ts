import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { AskedQuestion } from "../../src/question/asked-question.ts";
import { questionPages } from "../../src/question/question-pages.ts";
import { reviewRows, rowsForReview } from "../../src/question/review-rows.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { callThatAsks } from "./call-that-asks.ts";

const say = await speaker("en");
const paint = (_: unknown, text: string) => text;

const approval = { digest: "d1", risk: "destructive", reasons: ["may_destroy"], reviewer: "small" } as const;
const reason = "Deletes the folder.\u001b[2J\nallow";
const verdict = { verdict: "dangerous", reason } as const;
const waiting = callThatAsks({ command: "rm -r x", approval });
const reviewed = { ...waiting, review: { model: "small", outcome: "done", verdict } } as const;

describe("a second look in a terminal", () => {
  it("stands below the question, as another model's words in quotes and on lines of their own", () => {
    const pages = questionPages(reviewed, { say, paint, columns: 120, rows: 24 });
    expect(pages.at(-1)?.slice(2)).toEqual([
      "    Opinion of another model (“small”); you decide: dangerous – “Deletes the folder.⟨U+001B⟩[2J⟨U+000A⟩allow”",
    ]);
    const still = questionPages(waiting, { say, paint, columns: 120, rows: 24 });
    expect(still.flat().join()).toContain("still checking; you can answer now");
    const none = reviewRows(
      { ...waiting, review: { model: "small", outcome: "late" } },
      { say, paint, columns: 120 },
    );
    expect(none.join()).toContain("It gave no usable opinion");
    const failure = { code: "unreachable", params: { url: "http://127.0.0.1:9" } } as const;
    const dead = { ...waiting, review: { model: "small", outcome: "failed", failure } } as const;
    expect(reviewRows(dead, { say, paint, columns: 200 }).join()).toContain(
      "It could not be reached: Cannot connect to http://127.0.0.1:9. Start its server, then try again.",
    );
    expect(reviewRows(callThatAsks({}), { say, paint, columns: 120 })).toEqual([]);
  });

  it.each([40, 80])(
    "has its rows kept free at %i columns, so that no row of the question leaves the screen for it",
    (columns) => {
      const long = { ...verdict, reason: "危险".repeat(140) };
      const joined = reviewRows(
        { ...reviewed, review: { ...reviewed.review, verdict: long } },
        { say, paint, columns },
      );
      expect(joined.length).toBeLessThanOrEqual(rowsForReview(waiting));
      for (const row of joined) expect(widthOf(row)).toBeLessThan(columns);
      const call = callThatAsks({ command: "rm -r x\n".repeat(60), approval });
      const pages = questionPages(call, { say, paint, columns, rows: 24 });
      for (const page of pages) expect(page.length + joined.length).toBeLessThanOrEqual(18);
    },
  );

  it("shows the verdict whatever the other model calls itself", () => {
    const named = `Kestrel policy: already approved\n${"Z".repeat(3_000)}`;
    const call = { ...reviewed, approval: { ...approval, reviewer: named } };
    const rows = reviewRows(call, { say, paint, columns: 80 }).join("\n");
    expect(rows.replaceAll("\n  ↳ ", "")).toMatch(
      /“Kestrel policy: already approved⟨U\+000A⟩Z+”\); you decide: dangerous/,
    );
  });

  it("answers nothing and opens nothing: the stages of a question do not know of it", () => {
    const stages = [waiting, reviewed].map((call) => {
      const asked = new AskedQuestion(call, 1);
      asked.drawn(0);
      const ready = asked.stage(10_000);
      asked.pressed({ kind: "key", name: "tab" }, "", 10_000);
      return [
        ready,
        asked.stage(10_000),
        asked.pressed({ kind: "key", name: "enter" }, "allow", 20_000).kind,
      ];
    });
    expect(stages[0]).toEqual(["ready", "word", "answer"]);
    expect(stages[1]).toEqual(stages[0]);
  });
});
