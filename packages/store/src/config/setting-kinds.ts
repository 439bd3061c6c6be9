import { isAbsolute } from "node:path";
import { Mode, ModelSource } from "@kestrel/protocol";
import { z } from "zod";

/** A schema whose only complaint is what it expects, in words that fit after "expected". */
function expecting<Value>(expected: string, schema: z.ZodType<Value>) {
  return z.unknown().transform((value, context): Value => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    context.issues.push({ code: "custom", message: expected, input: value });
    return z.NEVER;
  });
}

const wholeNumber = (least: number, most: number) =>
  expecting(`a whole number from ${least} to ${most}`, z.int().min(least).max(most));

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  expecting(`one of ${words.map((word) => `"${word}"`).join(", ")}`, z.enum(words));

/** Hosts that run on this machine and can be found by their name. */
const modelHosts = ["llama-cpp", "lm-studio", "ollama"] as const;

const text = z.string().min(1).max(20_000);

function isPlainHttp(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
}

/** The kinds of values that configuration and loadouts share. */
export const kinds = {
  port: wholeNumber(0, 65_535),
  absolutePath: expecting("an absolute path", text.refine(isAbsolute)),
  modelPath: expecting("the absolute path of a .gguf file", text.refine(isAbsolute)),
  httpUrl: expecting("an http or https URL without a password in it", text.refine(isPlainHttp)),
  variableName: expecting("the name of an environment variable", text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)),
  name: expecting("a text", text),
  /** Tokens. */
  window: wholeNumber(256, 16_777_216),
  threads: wholeNumber(1, 1024),
  gpuLayers: expecting(
    '"auto" or a whole number from 0 to 9999',
    z.union([z.literal("auto"), z.int().min(0).max(9999)]),
  ),
  /** How much the model is to think; a number is a budget in tokens. */
  thinking: expecting(
    '"auto", "off", "on", "low", "medium", "high" or a whole number from 64 to 1000000',
    z.union([z.enum(["auto", "off", "on", "low", "medium", "high"]), z.int().min(64).max(1_000_000)]),
  ),
  /** Whether the server is given tools, or the model is told of them in words. */
  tools: oneOf(["auto", "native", "text"]),
  toolsDialect: oneOf(["hermes", "fenced"]),
  source: oneOf(ModelSource.options),
  host: oneOf(modelHosts),
  mode: oneOf(Mode.options),
  steps: wholeNumber(1, 1000),
  reasoningTokens: wholeNumber(64, 1_000_000),
  commandLine: expecting("a line for sh", text),
  language: oneOf(["auto", "en", "zh-CN"]),
  theme: oneOf(["auto", "dark", "light"]),
  yesOrNo: expecting("true or false", z.boolean()),
  /** 0 for never. */
  idleMinutes: wholeNumber(0, 10_080),
  folders: expecting("a list of absolute paths", z.array(text.refine(isAbsolute))),
  names: expecting("a list of texts", z.array(text)),
} as const;
