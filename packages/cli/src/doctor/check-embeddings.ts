import { composeEmbedder, type EmbedderHere } from "@kestrel/app/embedder";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import type { Finding } from "./finding.ts";

/** Facts of every message about it. */
type Server = { readonly url: string } & Readonly<Record<string, string>>;

/** An idle server answers two words far sooner; one that loads its model first may not. Milliseconds. */
const patienceMs = 20_000;
/** Cosine similarity above which vectors count as equal, apart from rounding. */
const oneDirection = 0.9999;

/** Requests embeddings of two words; no finding without a configured server. */
export async function checkEmbeddings(
  config: Parameters<typeof composeEmbedder>[0],
  say: Say,
): Promise<Finding[]> {
  try {
    const here = composeEmbedder(config);
    return here ? [await roundTrip(here, say)] : [];
  } catch (error) {
    return [broken(error, say)];
  }
}

async function roundTrip({ url, model, embedder }: EmbedderHere, say: Say): Promise<Finding> {
  const server: Server = { url, ...(model !== undefined && { model }) };
  const start = performance.now();
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const [first = [], second = []] = await embedder.embed(["kestrel", "arithmetic"], patience);
    const milliseconds = Math.round(performance.now() - start);
    const likeness = first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0);
    if (likeness > oneDirection)
      return { level: "warn", sentence: "doctor.embeddings.same", facts: { url }, fix: serverCommand(url) };
    const facts = { ...server, dimensions: first.length, milliseconds };
    return { level: "ok", sentence: "doctor.embeddings.ok", facts };
  } catch (error) {
    if (patience.aborted) return { ...later, facts: server };
    return refused(error, server, say);
  }
}

const later = { level: "warn", sentence: "doctor.embeddings.later", fix: "kestrel doctor" } as const;

/** Each failure with the command that fixes it. */
function refused(error: unknown, facts: Server, say: Say): Finding {
  const { code, params } = failureOf(error);
  const edit = editorFor(params.file);
  if (code === "busy" || code === "engine_not_ready") return { ...later, facts };
  if (code === "auth") return { level: "fail", sentence: "doctor.embeddings.key", facts, fix: edit };
  if (code === "model_not_found")
    return { level: "fail", sentence: "doctor.embeddings.unknown", facts, fix: edit };
  // A model that declares its pooling needs no flag for it.
  const unpooled = /pooling/i.test(String(params.detail ?? ""));
  if (unpooled || params.hint === "start_with_embeddings" || params.hint === "check_address")
    return {
      level: "fail",
      sentence: "doctor.embeddings.none",
      facts,
      fix: serverCommand(facts.url, unpooled ? " --pooling mean" : ""),
    };
  const fix = code === "unreachable" ? serverCommand(facts.url) : edit;
  return { ...broken(error, say), fix: fix ?? edit };
}

function broken(error: unknown, say: Say): Finding {
  const { code, params } = failureOf(error);
  // The usual hints are about the chat model.
  const problem = say(`error.${code}`, { ...params, hint: "" });
  return {
    level: "fail",
    sentence: "doctor.embeddings.fail",
    facts: { problem },
    fix: editorFor(params.file),
  };
}

const editorFor = (file: unknown) => (file === undefined ? undefined : `\${EDITOR:-vi} '${String(file)}'`);

/** The command that starts such a server; undefined for another machine. */
function serverCommand(url: string, more = ""): string | undefined {
  const { hostname, port } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) return undefined;
  return `llama-server --embeddings${more} -m MODEL.gguf --port ${port || 80}`;
}
