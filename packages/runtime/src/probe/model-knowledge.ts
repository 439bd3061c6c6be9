import { type Engine, KestrelError, type ModelBackend } from "@kestrel/core";
import type { ModelProfile, Prefix } from "@kestrel/protocol";
import { auditTemplate, reasoningPolicy } from "./audit-template.ts";
import { questions } from "./exam.ts";
import { loadedWindow, type ModelIdentity, modelIdentity } from "./model-identity.ts";

/** Where profiles are kept. What stands there wins over what is found out anew. */
export type ProfileFolder = {
  read(identity: ModelIdentity): Promise<ModelProfile | undefined>;
  /** The latest one of a model that came from there. */
  latestFrom(source: string): Promise<ModelProfile | undefined>;
  write(profile: ModelProfile): Promise<void>;
};

export type KnowledgeParts = {
  engine: Engine;
  /** For the exam; must not wait for anything but the engine. */
  backend: ModelBackend;
  profiles: ProfileFolder;
  /** The file or address that the engine's model comes from now. */
  source: () => string | undefined;
};

/** What is known about the model in use, found out once and kept. */
export type ModelKnowledge = {
  /** Waits for the engine. With `exam` the model is asked what is not known yet; each answer is kept at once. */
  profile(exam: boolean, onQuestion?: (name: string) => void): Promise<ModelProfile>;
  reasoning(): Promise<Prefix["reasoning"]>;
};

/** All questions together; what was not asked by then is asked the next time. */
const examMs = 30_000;
/** A server that runs tells its template in a few milliseconds; a new session does not wait longer. */
const openingMs = 300;

export function modelKnowledge({ engine, backend, profiles, source }: KnowledgeParts): ModelKnowledge {
  let current: Promise<ModelProfile> | undefined;
  let state = engine.status().state;

  const learn = async (): Promise<ModelProfile> => {
    const endpoint = await engine.ready(new AbortController().signal);
    const identity = await modelIdentity(endpoint);
    const known = await profiles.read(identity);
    if (known?.audit || (known && identity.template === "")) return known;
    const audit = identity.template === "" ? undefined : await auditTemplate(endpoint);
    const learned: ModelProfile = {
      ...identity,
      source: source(),
      window: await loadedWindow(endpoint),
      audit,
      reasoning: audit && reasoningPolicy(audit),
    };
    const profile = { ...learned, ...known };
    await profiles.write(profile);
    return profile;
  };
  const basics = () => {
    current ??= learn().catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  // At connect, once: it costs some milliseconds and no slot.
  engine.watch((status) => {
    if (status.state === state) return;
    if (status.state === "ready" && state !== "busy") void basics().catch(() => undefined);
    else if (status.state !== "ready" && status.state !== "busy") current = undefined;
    state = status.state;
  });

  return {
    async profile(exam, onQuestion = () => {}) {
      let profile = await basics();
      if (!exam) return profile;
      if (engine.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
      const end = AbortSignal.timeout(examMs);
      for (const { name, ask } of questions) {
        if (end.aborted || isAnswered(profile, name)) continue;
        onQuestion(name);
        profile = { ...(await ask(backend, end)), ...profile };
        await profiles.write(profile);
        current = Promise.resolve(profile);
      }
      return profile;
    },
    async reasoning() {
      const { state: now, source: kind } = engine.status();
      const answers = now === "ready" || now === "busy" || (kind !== "self" && now !== "failed");
      const here = answers
        ? await Promise.race([basics().catch(() => undefined), after(openingMs)])
        : undefined;
      const from = source();
      const profile = here ?? (from === undefined ? undefined : await profiles.latestFrom(from));
      return profile?.reasoning ?? "send";
    },
  };
}

function isAnswered(
  { calls, reuse, edits }: ModelProfile,
  name: (typeof questions)[number]["name"],
): boolean {
  return { call: calls, growth: reuse, edit: edits }[name] !== undefined;
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
}
