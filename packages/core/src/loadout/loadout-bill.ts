import { catalogText, type Prompt, type ToolSpec, tierOf } from "@kestrel/protocol";
import type { FrozenLoadout, LoadoutBill, LoadoutExcess, LoadoutPart } from "@kestrel/protocol/api";
import { estimateTokens } from "@kestrel/text";
import { useSpec } from "../catalog/use-spec.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { unlessFault } from "../diagnostics/report-unexpected.ts";
import type { ModelBackend } from "../ports/model-backend.ts";

/**
 * The most tokens a part may use in every new session. The core tools fit by construction; forty skills at fifteen and sixteen servers at
 * twenty use the rest of the promised fixed cost; the user's own texts get about a page each.
 */
const limits: Readonly<Partial<Record<LoadoutPart, number>>> = {
  persona: 400,
  memory: 400,
  skills: 600,
  mcp: 320,
};

/** The largest share of a window for the fixed prompt. */
const mostOfWindow = 0.15;

type Counter = Pick<ModelBackend, "countTexts" | "countTokens">;
type Row = LoadoutBill["parts"][number];

/**
 * The cost of a loadout in each new session, counted by the model's own tokenizer when one answers. A loadout without a catalogue of its
 * own is counted without one. Never rejects.
 */
export async function loadoutBill(
  frozen: FrozenLoadout,
  counter: Counter | undefined,
  window: number | undefined,
  missing: (error: unknown) => undefined = unlessFault,
): Promise<LoadoutBill> {
  const shown = (frozen.catalog ?? []).filter(({ omitted }) => omitted === undefined);
  const ofTier = (tier: "catalogued" | "foreign") => shown.filter(({ kind }) => tierOf(kind) === tier);
  const groups = { skills: ofTier("catalogued"), mcp: ofTier("foreign") };
  const texts = {
    persona: frozen.persona ?? "",
    memory: frozen.memory ?? "",
    system: frozen.system,
    skills: groups.skills.map(catalogText).join("\n"),
    mcp: groups.mcp.map(catalogText).join("\n"),
  };
  const door = shown.length > 0 ? [useSpec([])] : [];
  const counts =
    (await counted(texts, frozen, door, counter, missing)) ?? estimated(texts, frozen.tools, door);
  const { persona, memory, system, skills, mcp, tools, use } = counts;
  const rows: Row[] = [
    { part: "kestrel", tokens: Math.max(0, system - persona - memory) },
    { part: "persona", tokens: persona },
    { part: "memory", tokens: memory },
    { part: "tools.core", tokens: tools, lines: frozen.tools.length },
    { part: "use", tokens: use },
    { part: "skills", tokens: skills, lines: groups.skills.length },
    { part: "mcp", tokens: mcp, lines: groups.mcp.length },
  ];
  const parts = rows.map((row): Row => {
    const limit = limits[row.part];
    return limit === undefined ? row : { ...row, limit };
  });
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    exact: counts.exact,
    parts,
    total,
    ...(counts.sent !== undefined && { sent: counts.sent }),
    ...(window !== undefined && { window, limit: Math.floor(window * mostOfWindow) }),
  };
}

/** The first part that exceeds its limit, or the total; undefined when the bill is within its budgets. */
export function loadoutExcess({ parts, total, limit }: LoadoutBill): LoadoutExcess | undefined {
  const broken = parts.find((row) => row.limit !== undefined && row.tokens > row.limit);
  if (broken?.limit !== undefined) {
    return { part: broken.part, tokens: broken.tokens, limit: broken.limit };
  }
  if (limit === undefined || total <= limit) return undefined;
  const [dearest] = [...parts].sort((left, right) => right.tokens - left.tokens);
  return { part: "window", tokens: total, limit, ...(dearest && { dearest: dearest.part }) };
}

type Texts = Record<"persona" | "memory" | "system" | "skills" | "mcp", string>;
type Counts = Record<keyof Texts | "tools" | "use", number> & {
  exact: boolean;
  /** The part of the fixed prompt that the model's template keeps. */
  sent?: number;
};

/** Undefined when the server cannot count. */
async function counted(
  texts: Texts,
  { tools }: FrozenLoadout,
  door: readonly ToolSpec[],
  counter: Counter | undefined,
  missing: (error: unknown) => undefined,
): Promise<Counts | undefined> {
  const names = Object.keys(texts) as (keyof Texts)[];
  const asked = names.filter((name) => texts[name] !== "");
  try {
    const [each, bare, withTools, withDoor] = await Promise.all([
      counter?.countTexts?.(asked.map((name) => texts[name])),
      counter?.countTokens(emptyPrompt(texts.system, [])),
      counter?.countTokens(emptyPrompt(texts.system, tools)),
      counter?.countTokens(emptyPrompt(texts.system, [...tools, ...door])),
    ]);
    if (!each || bare === undefined || withTools === undefined || withDoor === undefined) return undefined;
    const of = (name: keyof Texts) => each[asked.indexOf(name)] ?? 0;
    return {
      ...{ persona: of("persona"), memory: of("memory"), system: of("system") },
      ...{ skills: of("skills"), mcp: of("mcp") },
      tools: Math.max(0, withTools - bare),
      use: Math.max(0, withDoor - withTools),
      exact: true,
      // A prompt contains its system prompt and the markup around it, unless the template drops that text.
      ...(bare < of("system") && { sent: withDoor }),
    };
  } catch (error) {
    return missing(error);
  }
}

function estimated(texts: Texts, tools: readonly ToolSpec[], door: readonly ToolSpec[]): Counts {
  const bare = estimatePrompt(emptyPrompt("", []));
  const withTools = estimatePrompt(emptyPrompt("", tools));
  return {
    persona: estimateTokens(texts.persona),
    memory: estimateTokens(texts.memory),
    system: estimateTokens(texts.system),
    skills: estimateTokens(texts.skills),
    mcp: estimateTokens(texts.mcp),
    tools: withTools - bare,
    use: estimatePrompt(emptyPrompt("", [...tools, ...door])) - withTools,
    exact: false,
  };
}

/** Some templates render nothing without a user message. */
function emptyPrompt(system: string, tools: readonly ToolSpec[]): Prompt {
  return {
    messages: [
      { role: "system", content: system },
      { role: "user", content: "." },
    ],
    tools: [...tools],
  };
}
