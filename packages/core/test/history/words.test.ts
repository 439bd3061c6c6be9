import { expect, it } from "vitest";
import { goOn } from "../../src/history/rewound-message.ts";
import { restoredNote } from "../../src/history/undo-files.ts";

const unchanged = { diff: "", added: 0, removed: 0 };

it("the words a model is told of files that were put back with, and asked to go on with, change only on purpose", async () => {
  const many = Array.from({ length: 41 }, (_, at) => ({
    path: `f${at}`,
    action: "changed" as const,
    ...unchanged,
  }));
  const words = [
    goOn,
    restoredNote({
      files: [
        { path: "src/a.ts", action: "created", ...unchanged },
        { path: "b.md", action: "changed", ...unchanged },
        { path: "c", action: "deleted", ...unchanged },
        { path: "d", action: "unchanged", ...unchanged },
      ],
    }),
    restoredNote({ files: many })?.slice(-110),
    String(restoredNote({ files: [{ path: "d", action: "unchanged", ...unchanged }] })),
  ];
  await expect(words.join("\n\n===\n\n")).toMatchFileSnapshot("words.snapshot");
});
