import { createHash } from "node:crypto";
import type { Assessment, CapabilitySource, ToolResult } from "@kestrel/core";
import { readWebAddress } from "../address/read-web-address.ts";
import { addressOfEngine, type SearchEngine } from "../search/search-engine.ts";
import { WebTrouble } from "../web-trouble.ts";
import type { WebRunParts } from "./run-web-tool.ts";
import { argumentOf, type WebToolName, webTools } from "./web-words.ts";

/** The features that the user enabled. */
export type WebSettings = { fetch: boolean; search?: SearchEngine; keyMissing?: boolean };
/** `settings` is called each time: a tool disabled since the session's start answers so. */
export type WebParts = WebRunParts & { settings: () => WebSettings };

/** The web as a catalogue source: `fetch` and `search`, each only if configured. Approval is by host. */
export function webSource({ settings, ...parts }: WebParts): CapabilitySource {
  const names = (): WebToolName[] => [
    ...(settings().fetch ? (["fetch"] as const) : []),
    ...(settings().search ? (["search"] as const) : []),
  ];
  const named = (name: string) => names().find((one) => one === name);
  return {
    kind: "tool",
    lines: async () => names().map((name) => ({ kind: "tool", name, line: webTools[name].line })),
    list: async (line) => {
      const name = named(line);
      return name ? [{ name, signature: webTools[name].signature, words: wordsFor[name] }] : [];
    },
    describe: async (wanted) => {
      const name = named(wanted);
      return name && { text: webTools[name].text, digest: digestOf(webTools[name].text) };
    },
    calls: {
      subject: (wanted, args) => {
        const name = named(wanted);
        if (!name) return undefined;
        const host = name === "search" ? searchHost(settings()) : hostIn(argumentOf(name, args));
        return host === undefined ? {} : { network: [host] };
      },
      // No DNS lookup here: it would reveal the name to its DNS server before approval.
      assess: async (wanted, args, { subject }): Promise<Assessment> => {
        const reaches: Assessment = { risk: "external", reasons: ["may_reach_network"] };
        const name = named(wanted);
        const host = name === "search" ? searchHost(settings()) : undefined;
        const isElsewhere = host !== undefined && subject && !subject.network?.includes(host);
        const refused = wrongArguments(name, args) ?? (isElsewhere ? moved : undefined);
        return { ...reaches, ...(host !== undefined && { binding: { host } }), ...(refused && { refused }) };
      },
      run: async (wanted, args, context) => {
        const name = named(wanted);
        const wrong = wrongArguments(name, args);
        if (wrong || !name) return wrong ?? gone(wanted);
        const given = argumentOf(name, args) ?? "";
        // Network code is loaded with the first call.
        const { runFetch, runSearch } = await import("./run-web-tool.ts");
        if (name === "fetch") return runFetch(parts, given, context);
        const now = settings();
        const { search } = now;
        // The model has to call again: repeating the approval would still name the earlier host.
        if (context.approved && context.approved.host !== searchHost(now)) return moved;
        return search ? runSearch(parts, search, given, context) : gone(wanted);
      },
    },
  };
}

function searchHost({ search }: WebSettings): string | undefined {
  return search && addressOfEngine(search).host;
}

/** The answer when the search engine's host changed after the approval. */
const moved: ToolResult = {
  outcome: "error",
  content: "Not called: the user changed the search server meanwhile. Search again if it is still needed.",
};

/** What users write when they want it; an address begins with `https`. */
const wordsFor = {
  fetch: "web page site internet url https http",
  search: "web internet online news",
} as const;

function wrongArguments(
  name: WebToolName | undefined,
  args: Parameters<typeof argumentOf>[1],
): ToolResult | undefined {
  if (!name) return undefined;
  const given = argumentOf(name, args);
  const refused = (why: string): ToolResult => ({ outcome: "error", content: `Not called: ${why}` });
  if (given === undefined) return refused(`it needs an argument.\n${webTools[name].signature}`);
  if (name === "search")
    return given.length > 500 ? refused("a search has at most 500 characters.") : undefined;
  try {
    readWebAddress(given);
    return undefined;
  } catch (error) {
    if (error instanceof WebTrouble) return refused(error.message);
    throw error;
  }
}

function gone(name: string): ToolResult {
  return { outcome: "error", content: `${name.slice(0, 80)} is off now. Go on without it.` };
}

function hostIn(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host || undefined : undefined;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
