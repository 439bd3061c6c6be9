import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { mcpHere } from "@kestrel/app/mcp";
import { McpServerEntry, McpServerName } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import { UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { openInBrowser } from "../machine/open-in-browser.ts";
import { importLines, serverLines, serverTable } from "../mcp/server-lines.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** A longer wait is reported. Milliseconds. */
const unnoticedMs = 2_000;

type Here = Awaited<ReturnType<typeof mcpHere>>;

/** `kestrel mcp`: the user's MCP servers, and Kestrel as an MCP server for other agents (`serve`). Only that needs a daemon and a model. */
export async function mcp(input: CommandInput): Promise<ExitCode> {
  const { verb, words, say } = input;
  if (verb === "serve") {
    await (await import("../mcp-serve/serve-mcp.ts")).serveMcp(input);
    return exitCodes.done;
  }
  const [name = "", ...rest] = words;
  const here = await mcpHere();
  try {
    switch (verb) {
      case "add":
        return await add(input, here, name, rest);
      case "test":
        return await test(input, here, name);
      case "on":
      case "off":
        return await turn(input, here, name, verb === "on");
      case "login":
        return await login(input, here, name);
      case "logout":
        return await logout(input, here, name);
      case "remove":
        if (await here.remove(name)) return await list(input, here);
        printAside(say("error.mcp_unknown", { name }));
        return exitCodes.failed;
      default:
        return await list(input, here);
    }
  } finally {
    await here.close();
  }
}

async function list({ flags, say }: CommandInput, here: Here): Promise<ExitCode> {
  const listed = await here.list();
  if (flags.json) printJson({ schema: schemaVersion, ...listed });
  else print(serverTable(listed, say).join("\n"));
  return exitCodes.done;
}

/** Written to the user's file before the test: an entry that fails can be corrected there. */
async function add(
  input: CommandInput,
  here: Here,
  name: string,
  rest: readonly string[],
): Promise<ExitCode> {
  const { flags, say } = input;
  const file = resolve(name);
  if (rest.length === 0 && flags.url === undefined && name !== "" && existsSync(file)) {
    const imported = await here.import(file);
    for (const one of imported.servers) await here.add(one.name, one.entry);
    if (flags.json) printJson({ schema: schemaVersion, ...imported });
    else print(importLines(imported, say).join("\n"));
    return imported.servers.length > 0 ? exitCodes.done : exitCodes.failed;
  }
  const [command, ...args] = rest;
  const entry = McpServerEntry.safeParse({
    ...(command !== undefined && { command, ...(args.length > 0 && { args }) }),
    ...(flags.url !== undefined && { url: flags.url }),
  });
  if (!McpServerName.safeParse(name).success || !entry.success) throw new UsageError(say("mcp.addHow"));
  await here.add(name, entry.data);
  return test(input, here, name);
}

async function test({ flags, say }: CommandInput, here: Here, name: string): Promise<ExitCode> {
  const seconds = Math.ceil((await here.patienceMs(name)) / 1000);
  // Reports what the command waits for, and the timeout.
  const waiting = setTimeout(() => printAside(say("mcp.waits", { name, seconds })), unnoticedMs);
  const server = await here.test(name).finally(() => clearTimeout(waiting));
  if (flags.json) printJson({ schema: schemaVersion, server });
  else print(serverLines(server, say).join("\n"));
  return server.failure ? exitCodes.failed : exitCodes.done;
}

/** Waits for the user's approval in a browser; the opener gets the address in a file, not as an argument. */
async function login({ flags, say }: CommandInput, here: Here, name: string): Promise<ExitCode> {
  const { address, failure, done } = await here.login(name);
  const printResult = (wrong: typeof failure): ExitCode => {
    if (flags.json) printJson({ schema: schemaVersion, loggedIn: !wrong, ...(wrong && { failure: wrong }) });
    else if (wrong) printAside(`${name}: ${say(`mcp.trouble.${wrong.why}`, { detail: wrong.detail })}`);
    else print(say("mcp.loggedIn", { name }));
    return wrong ? exitCodes.failed : exitCodes.done;
  };
  if (address === undefined) return printResult(failure);
  printAside(say("mcp.loginAt", { name, address: visibleName(address) }));
  await openInBrowser(address, here.runFolder);
  return printResult(await done);
}

async function logout({ flags, say }: CommandInput, here: Here, name: string): Promise<ExitCode> {
  const listed = await here.logout(name);
  if (flags.json) printJson({ schema: schemaVersion, ...listed });
  else print(say("mcp.loggedOut", { name }));
  return exitCodes.done;
}

async function turn({ flags, say }: CommandInput, here: Here, name: string, on: boolean): Promise<ExitCode> {
  const { servers } = await here.list();
  const digest = servers.find((one) => one.name === name)?.digest ?? "-";
  const listed = await here.switch(name, on, digest);
  if (flags.json) printJson({ schema: schemaVersion, ...listed });
  else print(serverTable(listed, say).join("\n"));
  return exitCodes.done;
}
