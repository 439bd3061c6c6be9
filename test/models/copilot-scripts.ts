import { bookFact } from "./book-scripts.ts";
import type { Reply, Scripts } from "./scripted/script.ts";

/** Notes on the harbour book, as a copilot would write them. */
export const copilotNotes = `## Task\nRead the harbour book.\n## Files\nbook/1.txt says: ${bookFact}.\n## Next steps\nNothing.`;

/** What a copilot is asked, by words of the question, and what this one answers. */
export const copilotScripts = (notes: Reply = { says: copilotNotes }): Scripts => ({
  notes: { heard: "Write the notes under these headings", ...notes },
  named: { heard: "Name this conversation", says: "The harbour book" },
});
