import type { CatalogLine, Risk } from "@kestrel/protocol";
import type { Capability, CapabilitySource } from "../src/ports/capability-source.ts";
import type { CallArguments, ToolResult } from "../src/ports/tool.ts";

export type FakeSourceBehaviour = {
  kind: CatalogLine["kind"];
  /** Its words by name; a name with `/` can be called where `run` is given. */
  has: Readonly<Record<string, string>>;
  risk?: Risk;
  run?(name: string, args: CallArguments): ToolResult;
  /** Told of every question. */
  asked?(what: string): void;
};

/** A source with the words the test wants; each first line is what its catalogue says. */
export function fakeSource({
  kind,
  has,
  risk = "external",
  run,
  asked,
}: FakeSourceBehaviour): CapabilitySource {
  const names = Object.keys(has);
  const capability = (name: string): Capability => {
    const [signature = "", ...words] = (has[name] ?? "").split("\n");
    return { name, signature, words: words.join(" ") };
  };
  return {
    kind,
    lines: async (workspace) => {
      asked?.(`lines ${workspace}`);
      return names
        .filter((name) => !name.includes("/"))
        .map((name) => ({ kind, name, line: capability(name).signature }));
    },
    list: async (line) => {
      const under = names.filter((name) => name.startsWith(`${line}/`));
      return (under.length > 0 ? under : names.filter((name) => name === line)).map(capability);
    },
    describe: async (name, { limit }) => {
      asked?.(`describe ${name}`);
      const text = has[name]?.slice(0, limit);
      return text === undefined ? undefined : { text, digest: `${text.length}` };
    },
    ...(run && {
      calls: {
        subject: (name) => (name.includes("/") && name in has ? {} : undefined),
        assess: async () => ({ risk, reasons: [] }),
        run: async (name, args) => run(name, args),
      },
    }),
  };
}
