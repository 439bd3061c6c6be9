import { type Engine, type GuidanceWish, KestrelError, type ModelBackend, modelTraits } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { Prefix } from "@kestrel/protocol";
import type {
  EngineStatus,
  ExamQuestion,
  LandingCount,
  ModelProfile,
  ModelTraits,
} from "@kestrel/protocol/api";
import { within } from "../within.ts";
import { auditTemplate, reasoningPolicy } from "./audit-template.ts";
import { type Examinee, questions } from "./exam.ts";
import { askIdentity, type ModelIdentity } from "./model-identity.ts";
import { slotFile } from "./slot-file.ts";

/** Stored profiles. A stored value overrides a newly measured one. */
export type ProfileFolder = {
  /** A profile stored before sizes were recorded is matched by the model's source. */
  read(identity: ModelIdentity & { source?: string }): Promise<ModelProfile | undefined>;
  /** The latest one of a model from that source. */
  latestFrom(source: string): Promise<ModelProfile | undefined>;
  write(profile: ModelProfile): Promise<void>;
  /** Adds a field that the server refuses to a stored profile; returns all of them, or undefined when it is unreadable. */
  leaveOut(identity: ModelIdentity, field: string): Promise<readonly string[] | undefined>;
  /** Adds to the counters of a stored profile; returns the sums, or undefined when it is unreadable. */
  count(identity: ModelIdentity, landing: LandingCount): Promise<LandingCount | undefined>;
};

export type KnowledgeParts = {
  engine: Engine;
  /** For the exam; must wait for nothing but the engine. */
  backend: ModelBackend;
  speaking: Examinee["speaking"];
  profiles: ProfileFolder;
  /** The current source of the engine's model: file or address. */
  source: () => string | undefined;
  /** Traits known when the model was chosen. */
  traits: () => ModelTraits | undefined;
  /** The user's guidance settings. */
  guidance?: GuidanceWish;
};

/** The profile of the model in use, measured once and stored. */
export type ModelKnowledge = {
  /** Waits for the engine. Runs a question that has no answer yet and stores the answer. */
  profile(question?: ExamQuestion): Promise<ModelProfile>;
  /**
   * Tests how a small model on this machine calls tools, unless that is known. Any reply stops it. Returns what was learned, or undefined.
   */
  meet(): Promise<ModelProfile | undefined>;
  /** Stops that, and resolves once the engine is free. */
  letGo(): Promise<void>;
  /** Counts one turn's calls for the model in use. Never rejects. */
  noteLanding(count: LandingCount): Promise<void>;
  /** Records a field that the server of the model in use refuses. Never rejects. */
  noteLeftOut(field: string): Promise<void>;
  /** Whether saved slots of this model are known to be useless after a restore. Never rejects. */
  slotsInVain(): Promise<boolean>;
  /** Records whether a restored slot was reused, unless that is known. Never rejects. */
  noteSlotRestore(works: boolean): Promise<void>;
  reasoning(): Promise<Prefix["reasoning"]>;
  /** The model's needs, as far as known without waiting for an engine. */
  traits(): Promise<ModelTraits>;
};

/** Milliseconds per question; an unanswered one is retried the next time. A call is requested in up to three formats. */
const questionMs: Readonly<Record<ExamQuestion, number>> = {
  call: 30_000,
  growth: 10_000,
  edit: 10_000,
  restore: 10_000,
};
/** Milliseconds. A running server reports its template in a few; a new session does not wait longer. */
const openingMs = 300;

export function modelKnowledge(parts: KnowledgeParts): ModelKnowledge {
  return new Knowledge(parts);
}

class Knowledge implements ModelKnowledge {
  readonly #parts: KnowledgeParts;
  /** Of the current model; requested once per engine start. */
  #current: Promise<ModelProfile> | undefined;
  #state: EngineStatus["state"];
  #noted: Promise<void> = Promise.resolve();
  #meeting: { stop: AbortController; over: Promise<unknown> } | undefined;

  constructor(parts: KnowledgeParts) {
    this.#parts = parts;
    this.#state = parts.engine.status().state;
    // Once at connect: it takes some milliseconds and no slot.
    parts.engine.watch((status) => this.#noteStatus(status));
  }

  async profile(question?: ExamQuestion): Promise<ModelProfile> {
    const { engine, backend, speaking } = this.#parts;
    const known = await this.#basics();
    if (question === undefined || isAnswered(known, question)) return known;
    await this.letGo();
    if (engine.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
    const endpoint = await engine.ready(new AbortController().signal);
    const slot = slotFile(endpoint, () => engine.status().state === "ready");
    const answer = await questions[question](
      { backend, speaking, known, slot },
      AbortSignal.timeout(questionMs[question]),
    );
    return this.#keep({ ...answer, ...known });
  }

  async meet(): Promise<ModelProfile | undefined> {
    const { engine, guidance } = this.#parts;
    if (this.#meeting || engine.status().state !== "ready" || guidance === "off") return undefined;
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(), questionMs.call);
    const over = this.#askHowItCalls(stop.signal);
    this.#meeting = { stop, over };
    try {
      return await over;
    } finally {
      clearTimeout(limit);
      this.#meeting = undefined;
    }
  }

  async #askHowItCalls(stop: AbortSignal): Promise<ModelProfile | undefined> {
    const { backend, speaking, traits } = this.#parts;
    const known = await this.#basics();
    // Without a size, another server may be a paid one or load a model first.
    const isUnknown = !isAnswered(known, "call") && known.tools === undefined && known.size !== undefined;
    const { model, size } = known;
    if (!isUnknown || modelTraits(traits(), { model, size }).guidance === undefined) return undefined;
    if (stop.aborted) return undefined;
    const yielding: Examinee["speaking"] = (format) => yieldingTo(speaking(format));
    const answer = await questions.call({ backend, speaking: yielding, known }, stop);
    return answer.calls === undefined ? undefined : this.#keep({ ...answer, ...known });
  }

  async letGo(): Promise<void> {
    this.#meeting?.stop.abort();
    await this.#meeting?.over.catch(passOver("probing a model"));
  }

  async #keep(profile: ModelProfile): Promise<ModelProfile> {
    await this.#parts.profiles.write(profile);
    if (this.#current) this.#current = Promise.resolve(profile);
    return profile;
  }

  noteLanding(count: LandingCount): Promise<void> {
    // In sequence, or one of two concurrent updates would be lost.
    this.#noted = this.#noted.then(() => this.#note(count)).catch(passOver("keeping a profile"));
    return this.#noted;
  }

  noteLeftOut(field: string): Promise<void> {
    this.#noted = this.#noted
      .then(async () => {
        const left_out = await this.#parts.profiles.leaveOut(await this.#basics(), field);
        if (this.#current && left_out)
          this.#current = this.#current.then((profile) => ({ ...profile, left_out: [...left_out] }));
      })
      .catch(passOver("keeping a profile"));
    return this.#noted;
  }

  async slotsInVain(): Promise<boolean> {
    const profile = await this.#basics().catch(passOver("probing a model"));
    return profile?.slot_restore === false;
  }

  async noteSlotRestore(works: boolean): Promise<void> {
    const known = await this.#basics().catch(passOver("probing a model"));
    if (!known || known.slot_restore !== undefined) return;
    await this.#keep({ ...known, slot_restore: works }).catch(passOver("keeping a profile"));
  }

  async reasoning(): Promise<Prefix["reasoning"]> {
    return (await this.#soonKnown())?.reasoning ?? "send";
  }

  async traits(): Promise<ModelTraits> {
    const { traits, guidance } = this.#parts;
    return modelTraits(traits(), await this.#soonKnown(), guidance);
  }

  /** What is known without waiting for an engine's start. */
  async #soonKnown(): Promise<ModelProfile | undefined> {
    const { engine, profiles, source } = this.#parts;
    const { state, source: kind } = engine.status();
    const answers = isThere(state) || (kind !== "self" && state !== "failed");
    const here = answers
      ? await within(openingMs, this.#basics().catch(passOver("probing a model")))
      : undefined;
    const from = source();
    return here ?? (from === undefined ? undefined : profiles.latestFrom(from));
  }

  #noteStatus({ state }: EngineStatus): void {
    const [before, now] = [isThere(this.#state), isThere(state)];
    this.#state = state;
    if (!before && now) void this.#basics().catch(passOver("probing a model"));
    // The next model may differ.
    else if (before && !now) this.#current = undefined;
  }

  #basics(): Promise<ModelProfile> {
    // Deferred, so that the status change of the engine it starts finds this in progress.
    this.#current ??= Promise.resolve()
      .then(() => learn(this.#parts))
      .catch((error: unknown) => {
        this.#current = undefined;
        throw error;
      });
    return this.#current;
  }

  async #note(count: LandingCount): Promise<void> {
    const { engine, profiles } = this.#parts;
    if (!isThere(engine.status().state)) return;
    const landing = await profiles.count(await this.#basics(), count);
    if (this.#current && landing) this.#current = this.#current.then((profile) => ({ ...profile, landing }));
  }
}

/** The stored profile of the current model; audits it if there is none. */
async function learn({ engine, profiles, source }: KnowledgeParts): Promise<ModelProfile> {
  const endpoint = await engine.ready(new AbortController().signal);
  const { identity, window, grammar } = await askIdentity(endpoint, source());
  const kept = await profiles.read({ ...identity, source: source() });
  const known = kept && {
    ...kept,
    size: kept.size ?? identity.size,
    grammar: kept.grammar ?? grammar,
  };
  if (known && (known.size !== kept.size || known.grammar !== kept.grammar)) await profiles.write(known);
  // The loaded window overrides the stored one.
  if (known?.audit || (known && identity.template === ""))
    return { ...known, window: window ?? known.window };
  const audit = identity.template === "" ? undefined : await auditTemplate(endpoint);
  const learned: ModelProfile = {
    ...identity,
    source: source(),
    window,
    grammar,
    // Stored again even if it is the latest profile, so that the next start finds the file.
    template_file: endpoint.templateFile,
    audit,
    reasoning: audit && reasoningPolicy(audit),
  };
  const profile = { ...learned, ...known };
  await profiles.write(profile);
  return profile;
}

/** The same model; any other reply takes the engine from it. */
const yieldingTo = (backend: ModelBackend): ModelBackend => ({
  ...backend,
  reply: (prompt, request, cancel) => backend.reply(prompt, { ...request, yields: true }, cancel),
});

const isThere = (state: EngineStatus["state"]) => state === "ready" || state === "busy";

function isAnswered({ calls, reuse, edits, slot_restore }: ModelProfile, question: ExamQuestion): boolean {
  return { call: calls, growth: reuse, edit: edits, restore: slot_restore }[question] !== undefined;
}
