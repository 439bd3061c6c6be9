import type { Assessment, CallBinding, CapabilitySource, ToolContext, ToolResult } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { readMcpToolName } from "@kestrel/protocol/api";
import { isOffered, type KnownServer, type KnownTool, lineOfServer } from "../known-server.ts";
import { digestOf, entryDigest } from "../tools/digests.ts";
import { fitArguments, type McpRunParts, runServerTool } from "./run-server-tool.ts";
import { wordsOfServer, wordsOfTool } from "./server-words.ts";
import { toolSpelled } from "./spelled-names.ts";

/** The user's servers behind the door: a line each in a new session, a tool's words when asked for, calls as what leaves the machine. */
export function serverSource(parts: McpRunParts): CapabilitySource {
  const { servers } = parts;
  let names: { server: string; tool: string }[] = [];
  const offered = async (server: string) => {
    const known = await servers.named(server);
    return known && isOffered(known) ? known : undefined;
  };
  return {
    kind: "server",
    lines: async () => {
      const known = (await servers.known().catch(passOver("reading the MCP servers"))) ?? [];
      return known
        .filter(isOffered)
        .map((one) => ({ kind: "server", name: one.configured.name, line: lineOfServer(one) }));
    },
    list: async (line) => {
      const known = await offered(line);
      const usable = known?.tools.filter(({ held }) => !held) ?? [];
      return usable.map((tool) => ({
        name: `${line}/${tool.name}`,
        signature: `${line}/${tool.signature}`,
        words: tool.tool.description,
      }));
    },
    describe: async (wanted, { limit }) => {
      const { server, tool } = readMcpToolName(wanted) ?? { server: wanted, tool: undefined };
      const known = await offered(server);
      if (!known) return undefined;
      const one = tool === undefined ? undefined : usableTool(known, tool);
      if (tool !== undefined && !one) return undefined;
      const text = one ? wordsOfTool(server, one, limit) : wordsOfServer(known, limit);
      return { text, digest: digestOf(text) };
    },
    calls: {
      ready: async () => {
        const offering = (await servers.known()).filter(isOffered);
        names = offering.flatMap(({ configured, tools }) =>
          tools.map((tool) => ({ server: configured.name, tool: tool.name })),
        );
      },
      named: (spelled) => toolSpelled(spelled, names),
      // What a stranger's program does is not known, whatever it says of itself.
      subject: (wanted) => (readMcpToolName(wanted) ? { opaque: true } : undefined),
      assess: async (wanted, args): Promise<Assessment> => {
        const found = await find(parts, wanted);
        const external: Assessment = { risk: "external", reasons: ["foreign_tool"] };
        if ("refused" in found) return { ...external, refused: found.refused };
        const fitted = fitArguments(found.tool, args);
        if ("refused" in fitted) return { ...external, refused: fitted.refused };
        return { ...external, binding: bindingOf(found) };
      },
      run: async (wanted, args, context: ToolContext) => {
        const found = await find(parts, wanted);
        if ("refused" in found) return found.refused;
        const same = JSON.stringify(bindingOf(found)) === JSON.stringify(context.approved ?? {});
        if (context.approved && !same) return { outcome: "stale" };
        const fitted = fitArguments(found.tool, args);
        if ("refused" in fitted) return fitted.refused;
        return runServerTool(parts, found.server, found.tool, fitted.args, context);
      },
    },
  };
}

type Found = { server: KnownServer; tool: KnownTool };

async function find({ servers }: McpRunParts, wanted: string): Promise<Found | { refused: ToolResult }> {
  const { server, tool } = readMcpToolName(wanted) ?? { server: "", tool: "" };
  const known = await servers.named(server);
  const refused = (content: string) => ({ refused: { outcome: "error" as const, content } });
  if (!known || !isOffered(known)) return refused(`${server} is off now. Go on without it.`);
  const one = known.tools.find((each) => each.name === tool);
  if (one?.held)
    return refused(`Not called: the user has not seen ${wanted} as it is now. Go on without it.`);
  if (!one)
    return refused(`${server} has no tool ${tool.slice(0, 80)}. Describe ${server} to see what it has.`);
  return { server: known, tool: one };
}

const usableTool = ({ tools }: KnownServer, tool: string) =>
  tools.find((one) => one.name === tool && !one.held);

/** What an answer is bound to: what is reached, and the tool as it was described. */
function bindingOf({ server, tool }: Found): CallBinding {
  return { server: entryDigest(server.configured.entry), tool: tool.tool.digest };
}
