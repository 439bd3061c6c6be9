import { type CatalogLine, catalogText, type ToolSpec } from "@kestrel/protocol";

/** The name of the one tool that gives access to the catalogue. */
export const useName = "use";

/** Part of the prefix of every session with a catalogue: `pnpm bench:tokens` counts its tokens. */
const purpose =
  "Skills and servers beyond your tools. With a name: read it before you work. To run a server's tool give server/tool and its arguments. find searches.";

/** `use` for a session: its purpose, then the session's catalogue, one line each. */
export function useSpec(lines: readonly CatalogLine[]): ToolSpec {
  const shown = lines.filter(({ omitted }) => omitted === undefined);
  return {
    name: useName,
    description: [purpose, ...shown.map(catalogText)].join("\n"),
    parameters: {
      type: "object",
      properties: {
        name: { type: "string" },
        action: { enum: ["describe", "call", "find"] },
        arguments: { type: "object" },
      },
      required: ["name"],
    },
  };
}
