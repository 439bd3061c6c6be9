import { visible } from "./visible.ts";

/** A call in one line, as a person would say it: `read greeting.txt`, `$ npm test`. */
export function describeCall({ tool, arguments: text }: { tool: string; arguments: string }): string {
  const given = argumentsIn(text);
  const word = (key: string) => (typeof given[key] === "string" ? oneLine(given[key]) : "");
  switch (tool) {
    case "shell":
      return `$ ${word("command")}`;
    case "search": {
      const place = [word("path"), word("glob")].filter((part) => part !== "").join(" ");
      return `search ${word("pattern")}${place === "" ? "" : ` (${place})`}`;
    }
    case "read":
    case "edit":
    case "write":
      return `${tool} ${word("path")}`;
    default:
      return `${tool} ${oneLine(text)}`;
  }
}

function argumentsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function oneLine(text: string): string {
  const [line = "", ...more] = text.trim().split("\n");
  const cut = line.length > 120 ? `${line.slice(0, 119)}…` : line;
  return visible(more.length > 0 ? `${cut} …` : cut);
}
