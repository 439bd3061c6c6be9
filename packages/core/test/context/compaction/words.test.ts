import { expect, it } from "vitest";
import { heldBack, summaryRequest } from "../../../src/context/compaction/summary-request.ts";
import { notesHeading, summaryHeading } from "../../../src/context/compaction/write-summary.ts";

it("the words a model is asked for notes with, and is given them with, change only on purpose", async () => {
  const words = [
    summaryRequest({ words: 800 }),
    summaryRequest({ words: 800, matters: " the port " }),
    heldBack,
    summaryHeading,
    notesHeading,
  ];
  await expect(words.join("\n\n===\n\n")).toMatchFileSnapshot("words.snapshot");
});
