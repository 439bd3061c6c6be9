import { isIP } from "node:net";
import { isAbsolute } from "node:path";
import { Mode, RuleText } from "@kestrel/protocol";
import { Guidance, ModelSource, ToolsDialect } from "@kestrel/protocol/api";
import { readModelOptions } from "@kestrel/protocol/downloads";
import { keyActions, readKeyBinding, statusParts, terminalThemes } from "@kestrel/protocol/terminal";
import { z } from "zod";

/** The expected value: a code and the parameters of its message. Clients word it. */
export type Expectation = { expected: string } & Readonly<Record<string, string | number>>;

/** The expectation in a schema's first issue; `value` when it has none. */
export function expectationOf(error: z.ZodError | undefined): Expectation {
  const issue = error?.issues[0];
  return issue?.code === "custom" && issue.params ? (issue.params as Expectation) : { expected: "value" };
}

/** A schema whose only issue is what it expects. */
function expecting<Value>(expectation: Expectation, schema: z.ZodType<Value>) {
  return z.unknown().transform((value, context): Value => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const { expected: message } = expectation;
    context.issues.push({ code: "custom", message, params: expectation, input: value });
    return z.NEVER;
  });
}

const wholeNumber = (least: number, most: number) =>
  expecting({ expected: "whole_number", least, most }, z.int().min(least).max(most));

/** Words quoted as in a file. */
const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(", ");

const number = (least: number, most: number) =>
  expecting({ expected: "number", least, most }, z.number().min(least).max(most));

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  expecting({ expected: "one_of", words: quoted(words) }, z.enum(words));

const thinkingWords = ["auto", "off", "on", "low", "medium", "high"] as const;

const guidanceWords = ["auto", "on", "off"] as const;

/** Hosts on this machine that can be discovered by name. */
const modelHosts = ["llama-cpp", "lm-studio", "ollama"] as const;

const text = z.string().min(1).max(20_000);

function isPlainHttp(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
}

/** One address of this machine, never all of them: a laptop joins networks its user did not plan for. */
function isRemoteAddress(value: string): boolean {
  const [, six, four, port] = /^(?:\[([\da-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(value) ?? [];
  const address = six ?? four ?? "";
  if (isIP(address) !== (six === undefined ? 4 : 6) || Number(port) > 65_535) return false;
  // Normalized as for listening: an IPv6 address may contain an IPv4 one, and has several spellings.
  const { hostname } = new URL(six === undefined ? `http://${address}` : `http://[${address}]`);
  return !["0.0.0.0", "[::]", "[::ffff:0:0]"].includes(hostname);
}

/** The kinds of values that configuration and loadouts share. */
export const kinds = {
  port: wholeNumber(0, 65_535),
  absolutePath: expecting({ expected: "absolute_path" }, text.refine(isAbsolute)),
  modelPath: expecting({ expected: "model_path" }, text.refine(isAbsolute)),
  httpUrl: expecting({ expected: "http_url" }, text.refine(isPlainHttp)),
  variableName: expecting({ expected: "variable_name" }, text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  /** Whether commands run in a sandbox: never, when one is available, or only with one. */
  sandbox: oneOf(["off", "best-effort", "required"]),
  name: expecting({ expected: "text" }, text),
  /** Tokens. */
  window: wholeNumber(256, 16_777_216),
  threads: wholeNumber(1, 1024),
  gpuLayers: expecting(
    { expected: "word_or_number", words: quoted(["auto"]), least: 0, most: 9999 },
    z.union([z.literal("auto"), z.int().min(0).max(9999)]),
  ),
  /** How much the model thinks; a number is a budget in tokens. */
  thinking: expecting(
    { expected: "word_or_number", words: quoted(thinkingWords), least: 64, most: 1_000_000 },
    z.union([z.enum(thinkingWords), z.int().min(64).max(1_000_000)]),
  ),
  /** Whether tools are sent by the server's API or described in the prompt. */
  tools: oneOf(["auto", "native", "text"]),
  toolsDialect: oneOf(ToolsDialect.options),
  /** Help for weak models: by model size, all, none, or by name. */
  guidance: expecting(
    { expected: "word_or_list", words: quoted(guidanceWords), names: quoted(Guidance.options) },
    z.union([z.enum(guidanceWords), z.array(Guidance).max(Guidance.options.length)]),
  ),
  source: oneOf(ModelSource.options),
  host: oneOf(modelHosts),
  mode: oneOf(Mode.options),
  /** Whether idle time is used for speculative work. */
  ahead: oneOf(["on", "off", "not_on_battery"]),
  temperature: number(0, 10),
  share: number(0, 1),
  topK: wholeNumber(0, 1_000_000),
  repeatPenalty: number(0, 10),
  seed: wholeNumber(0, 4_294_967_295),
  maxTokens: wholeNumber(1, 16_777_216),
  steps: wholeNumber(1, 1000),
  instructionTokens: wholeNumber(0, 100_000),
  helperTokens: wholeNumber(1_000, 10_000_000),
  reasoningTokens: wholeNumber(64, 1_000_000),
  commandLine: expecting({ expected: "command_line" }, text),
  yesOrNo: expecting({ expected: "yes_or_no" }, z.boolean()),
  onOrOff: oneOf(["on", "off"]),
  theme: oneOf(terminalThemes),
  statusParts: expecting(
    { expected: "word_or_list", words: quoted(["all"]), names: quoted(statusParts) },
    z.union([z.literal("all"), z.array(z.enum(statusParts)).max(statusParts.length)]),
  ),
  keyBindings: expecting(
    { expected: "key_bindings", names: quoted(Object.keys(keyActions)) },
    z.array(text.refine((one) => readKeyBinding(one) !== undefined)).max(50),
  ),
  learning: oneOf(["off", "lessons", "on"]),
  /** `auto`: in the mode `auto`. */
  snapshots: oneOf(["on", "off", "auto"]),
  /** What the daemon's log records; `error`: unexpected failures. */
  diagnosticLevel: oneOf(["off", "error", "info", "debug"]),
  slotFilesMib: wholeNumber(0, 1_048_576),
  /** 0 for never. */
  idleMinutes: wholeNumber(0, 10_080),
  folders: expecting({ expected: "folders" }, z.array(text.refine(isAbsolute)).max(100)),
  /** Folders opened in addition to the workspace; `~/` is home. */
  roots: expecting(
    { expected: "roots" },
    z.array(text.refine((path) => isAbsolute(path) || /^~(?:\/|$)/.test(path))).max(20),
  ),
  /** Hosts of the user's own network, with or without a port. */
  hosts: expecting(
    { expected: "hosts" },
    z
      .array(z.string().regex(/^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?)(?::\d{1,5})?$/i))
      .max(100),
  ),
  remoteAddress: expecting({ expected: "remote_address" }, text.refine(isRemoteAddress)),
  hostNames: expecting(
    { expected: "host_names" },
    z.array(z.string().regex(/^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/)).max(20),
  ),
  rules: expecting({ expected: "rules" }, z.array(RuleText).max(1_000)),
  /** `NAME window=16384 kv=q8_0`, one per model. */
  modelOptions: expecting(
    { expected: "model_options" },
    z.array(text.refine((one) => readModelOptions(one) !== undefined)).max(200),
  ),
  names: expecting({ expected: "texts" }, z.array(text).max(200)),
} as const;
