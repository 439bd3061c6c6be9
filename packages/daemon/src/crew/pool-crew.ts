import { createHash } from "node:crypto";
import {
  type Crew,
  type CrewedSession,
  type CrewMember,
  type Embedder,
  type Engine,
  KestrelError,
  type ModelBackend,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";
import type {
  CrewRole,
  CrewSeat,
  EngineStatus,
  ListedEngine,
  LoadoutModel,
  RefusedSeat,
  SeatRefusal,
} from "@kestrel/protocol/api";
import { leavingPlace } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { AdmittedEngine } from "./admitted-engine.ts";
import { type EngineNeed, EnginePool, type PoolParts } from "./engine-pool.ts";
import { ModelsBeside } from "./models-beside.ts";

/** What a seat is for: words, or directions in space. */
export type SeatKind = "words" | "embeddings";

/** A seat of a loadout whose model is not started yet. `id` names its engine, and the folder it lives in. */
export type Seat = { id: string; role: CrewRole; kind: SeatKind; model: LoadoutModel };

export type CrewParts = Omit<PoolParts, "lead"> & {
  lead: {
    engine: Engine;
    backend: ModelBackend;
    /** Whether a seat names the very model that the lead is. */
    is(model: LoadoutModel): boolean;
  };
  /** Its model's source, and a name until its server reports one. */
  about(model: LoadoutModel): Pick<EngineStatus, "source" | "label" | "elsewhere"> & { label: string };
  /** Whether a crew model may receive prompts and its key at its address, and its file may be started. */
  mayAsk(model: LoadoutModel): Promise<boolean>;
  /** The engine of a seat, looked for now and not started. Rejects with KestrelError. */
  make(seat: Seat): Promise<Engine>;
  need(seat: Seat): Promise<EngineNeed | undefined>;
  /** The backend for an engine. */
  words(seat: Seat, engine: Engine): { engine: Engine; backend: ModelBackend };
  embeddings(seat: Seat, engine: Engine): { engine: Engine; embedder: Embedder };
  redactor: CrewMember["redactor"];
};

type Seated = {
  id: string;
  label: string;
  roles: Set<CrewRole>;
  engine: Engine;
  backend?: ModelBackend;
  embedder?: Embedder;
};

/** On a server with a slot to spare the crew has one for all its work. */
const crewSlot = "crew" as SessionId;

/** The crews of all sessions, and the models that the user loads, over one pool of engines. Creates nothing before one is named. */
export class PoolCrew implements Crew {
  readonly #parts: CrewParts;
  readonly #seated = new Map<string, Seated>();
  /** The models that the user loaded. */
  readonly loaded: ModelsBeside;
  #pool: EnginePool | undefined;

  constructor(parts: CrewParts) {
    this.#parts = parts;
    this.loaded = new ModelsBeside({ pool: () => this.#sharedPool(), lead: parts.lead });
  }

  member(role: Exclude<CrewRole, "librarian">, session: CrewedSession): CrewMember | undefined {
    const model = modelOf(role, session);
    if (!model) return undefined;
    const { lead, about, redactor } = this.#parts;
    if (lead.is(model)) {
      if (whyRefused(role, lead.engine)) return undefined;
      const label = shortName(lead.engine.status().label ?? about(model).label);
      return { role, label, redactor, backend: besideIt(lead.backend) };
    }
    const { label, engine, backend } = this.#seat(role, model, "words");
    return backend && { role, label: shortName(engine.status().label ?? label), backend, redactor };
  }

  librarian(session: CrewedSession): { label: string; embedder: Embedder } | undefined {
    const model = modelOf("librarian", session);
    if (!model || this.#parts.lead.is(model)) return undefined;
    const { label, embedder } = this.#seat("librarian", model, "embeddings");
    return embedder && { label: shortName(label), embedder };
  }

  /** The seats that stay empty although a model is named for them, each with the reason. */
  async refused(crew: readonly CrewSeat[]): Promise<RefusedSeat[]> {
    const { lead, mayAsk } = this.#parts;
    const looked = crew.map(async ({ role, model }): Promise<RefusedSeat[]> => {
      if (!lead.is(model)) return (await mayAsk(model)) ? [] : [{ role, why: "place_unaccepted" }];
      const why = whyRefused(role, lead.engine);
      return why ? [{ role, why }] : [];
    });
    return (await Promise.all(looked)).flat();
  }

  /** The engines other than the main model's that were requested since the start. */
  engines(): ListedEngine[] {
    const seated = [...this.#seated.values()].map(({ id, roles, engine, label }) => {
      const need = this.#pool?.needOf(id);
      return {
        id,
        roles: [...roles],
        status: { label, ...engine.status() },
        waits: this.#pool?.waits(id) ?? false,
        ...(need && { need: need.weights + need.rest }),
      };
    });
    const loaded = this.loaded.list().filter(({ status, waits }) => waits || status.state !== "stopped");
    return [...loaded, ...seated];
  }

  /** One of them. It waits for memory when it starts. */
  engine(id: string): Engine | undefined {
    return this.#seated.get(id)?.engine ?? this.loaded.engine(id);
  }

  /** Bytes that the system could give another engine now. */
  available(): number | undefined {
    return this.#parts.available();
  }

  /** Stops the engines it started. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #sharedPool(): EnginePool {
    this.#pool ??= new EnginePool({ ...this.#parts, lead: this.#parts.lead.engine });
    return this.#pool;
  }

  #seat(role: CrewRole, model: LoadoutModel, kind: SeatKind): Seated {
    const id = createHash("sha256")
      .update(JSON.stringify([kind, model]))
      .digest("hex")
      .slice(0, 12);
    const seated = this.#seated.get(id) ?? this.#seatFor({ id, role, model, kind });
    seated.roles.add(role);
    return seated;
  }

  #seatFor(seat: Seat): Seated {
    const { about, make, mayAsk, need, words, embeddings } = this.#parts;
    const pool = this.#sharedPool();
    const always = about(seat.model);
    const admitted = new AdmittedEngine({
      always,
      admit: (cancel) => pool.admit(seat.id, cancel),
      // A log names its crew, and a log can be copied here; and consent can be revoked.
      may: async () => {
        if (!(await mayAsk(seat.model))) throw unaccepted(seat.model);
      },
      make: () => make(seat),
    });
    const through = seat.kind === "words" ? words(seat, admitted) : embeddings(seat, admitted);
    pool.add(seat.id, through.engine, () => need(seat).catch(passOver("estimating memory")));
    const seated: Seated = { id: seat.id, label: always.label, roles: new Set(), ...through };
    this.#seated.set(seat.id, seated);
    return seated;
  }
}

function unaccepted(model: LoadoutModel): KestrelError {
  const place = leavingPlace(model);
  if (!place) {
    const path = String(model.path);
    return new KestrelError("place_unaccepted", `no loadout or setting names ${path}`, { path });
  }
  const { url, key: variable } = place;
  const params = { url, ...(variable !== undefined && { variable }) };
  return new KestrelError("place_unaccepted", `no loadout or setting names ${url}`, params);
}

/** UTF-16 units. A server chooses its model's name: it is cut to fit one line. */
const longestName = 60;
const shortName = (label: string) => visibleName(label).slice(0, longestName);

const modelOf = (role: CrewRole, { loadout }: CrewedSession): LoadoutModel | undefined =>
  loadout?.crew?.find((seat) => seat.role === role)?.model;

/** Why the lead's own model cannot take a seat as well; undefined where its server has a slot to spare. */
function whyRefused(role: CrewRole, lead: Engine): SeatRefusal | undefined {
  if (role === "librarian") return "no_embeddings";
  const { model } = lead.status();
  if (!model) return "not_ready";
  const { slots = 1, limits = [], traits } = model;
  if (traits?.noSeat) return "too_small";
  if (slots < 2) return "one_slot";
  return limits.includes("slots_shared") ? "slots_shared" : undefined;
}

/** The main model's server, in a slot of its own that no session uses. */
function besideIt(backend: ModelBackend): ModelBackend {
  return {
    facts: () => backend.facts(),
    reply: (prompt, request, cancel) => backend.reply(prompt, { ...request, session: crewSlot }, cancel),
    countTokens: (prompt) => backend.countTokens(prompt),
    countTexts: async (texts) => backend.countTexts?.(texts),
  };
}
