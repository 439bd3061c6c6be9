import type { Entry } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";

/** Changes one string of a session; `isJson`: it may be JSON inside a string, as arguments are. */
export type Change = (text: string, isJson?: boolean) => string;

/** The session's title as the head of a page. */
export function htmlTitle(title: string, change: Change): string {
  return `<h1>${escaped(change(title) || "Session")}</h1>\n`;
}

/**
 * One entry as an element with its time. The session's content is text only: no markup, no address. The labels are classes, worded by the
 * surrounding page. Empty for hidden entries.
 */
export function htmlOf(entry: Entry, change: Change): string {
  const piece = (name: string, inner: string) =>
    `<article class="${name}" data-at="${escaped(entry.at)}">${inner}</article>\n`;
  const words = (text: string) => `<div class="words">${escaped(change(text))}</div>`;
  const block = (text: string, isJson = false) => `<pre>${escaped(change(text, isJson))}</pre>`;
  switch (entry.kind) {
    case "user":
      return entry.goesOn ? "" : piece("user", words(entry.text));
    case "note":
      return entry.contextKind === "steering" ? piece("user", words(entry.text)) : "";
    case "reply": {
      const thought = entry.reasoning.trim();
      const said = entry.text.trim();
      if (thought === "" && said === "") return "";
      const thinking =
        thought === "" ? "" : `<details class="thinking"><summary></summary>${words(thought)}</details>`;
      return piece("reply", thinking + (said === "" ? "" : words(said)));
    }
    case "tool": {
      const { question } = entry;
      if (question && question.server === undefined)
        return piece(
          "question",
          words(question.question) + words(question.text ?? question.end ?? entry.status),
        );
      const name = `<summary><code>${escaped(entry.tool)}</code> <i>${escaped(entry.status)}</i></summary>`;
      const changes = entry.changes.map(({ diff }) => block(diff)).join("");
      const answer = entry.content === undefined ? "" : block(entry.content, true);
      return piece("tool", `<details>${name}${block(entry.arguments, true)}${changes}${answer}</details>`);
    }
    case "compaction":
      return entry.summary === undefined ? "" : piece("summary", words(entry.summary));
    case "end":
      return entry.reason === "done" ? "" : piece("end", escaped(entry.reason));
    case "restored":
    case "rewound":
      return "";
    default:
      return entry satisfies never;
  }
}

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text escaped for elements and quoted attributes, with invisible characters shown. */
function escaped(text: string): string {
  return visibleText(text.replaceAll("\r\n", "\n")).replace(/[&<>"']/g, (sign) => signs[sign] ?? "");
}
