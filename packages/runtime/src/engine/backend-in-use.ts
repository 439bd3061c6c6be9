import {
  type CancelSignal,
  KestrelError,
  type ModelBackend,
  type ReplyChunk,
  type ReplyRequest,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { ErrorCode, Prompt, Usage } from "@kestrel/protocol";
import type { SlotKeeper } from "../slots/slot-keeper.ts";
import { EngineSchedule } from "./engine-schedule.ts";
import type { ModelEngine } from "./model-engine.ts";

/** Error codes of a reply whose engine was lost. */
const losses: ReadonlySet<ErrorCode> = new Set(["engine_died", "unreachable", "connection_lost"]);

/** The end of an optional reply that another reply displaces. */
const yielded: ReplyChunk = {
  kind: "failed",
  failure: { code: "busy" },
  detail: "another session speaks",
};

type EngineInUse = Pick<ModelEngine, "occupy" | "ready" | "status"> &
  Partial<Pick<ModelEngine, "choice" | "from">>;

/** Shared by all backends of one engine. */
export type EngineSharing = { schedule?: EngineSchedule; slots?: SlotKeeper };

/** Wraps a backend: marks the engine as busy during a reply, gives replies priority over prefill, and keeps slots. */
export function backendInUse(
  backend: ModelBackend,
  engine: EngineInUse,
  { schedule = new EngineSchedule(), slots }: EngineSharing = {},
): ModelBackend {
  return {
    run: () => engine.choice,
    facts: async () => {
      const facts = await backend.facts();
      const from = engine.from;
      return from ? { ...facts, from } : facts;
    },
    countTokens: (prompt) => backend.countTokens(prompt),
    countTexts: async (texts) => backend.countTexts?.(texts),
    renderPrompt: async (prompt) => backend.renderPrompt?.(prompt),
    release: (session) => backend.release?.(session),
    endReasoning: async () => (await backend.endReasoning?.()) ?? false,
    async *reply(prompt, request, asked) {
      const lease = request.yields && (await schedule.yielding(asked));
      if (request.yields && !lease) {
        if (!asked.aborted) yield yielded;
        return;
      }
      const cancel = lease ? lease.letGo : asked;
      const done = lease ? lease.over : schedule.reply();
      const leave = engine.occupy();
      let lost = false;
      let usage: Usage | undefined;
      try {
        for await (const chunk of replied(backend, { engine, slots }, { prompt, request, cancel })) {
          lost = chunk.kind === "failed" && losses.has(chunk.failure.code);
          if (lost) leave({ lost });
          if (chunk.kind === "done") usage = chunk.usage;
          if (chunk.kind === "done" && !cancel.aborted) slots?.after(request.session, chunk.usage);
          yield chunk;
        }
        if (cancel.aborted && !asked.aborted) yield yielded;
      } finally {
        done();
        leave({ lost, usage });
      }
    },
    lend: async (request, asked) => {
      const lease = await schedule.yielding(asked);
      if (!lease) return undefined;
      const leave = engine.occupy();
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        lease.over();
        leave({ lost: false });
      };
      // A client that stops reading its reply does not block others.
      lease.letGo.addEventListener("abort", end, { once: true });
      try {
        // The slot belongs to no session any more.
        if (slots) await slots.before(await engine.ready(lease.letGo), undefined);
        const answer = await backend.lend?.(request, lease.letGo);
        if (answer) return { ...answer, bytes: lentBytes(answer.bytes, { asked, lease, end }) };
      } catch (error) {
        end();
        if (!lease.letGo.aborted || asked.aborted) throw error;
      }
      end();
      return undefined;
    },
    prefill: (prompt, request, cancel) =>
      schedule.ahead(cancel, async (letGo) => {
        const { state, source } = engine.status();
        // A server that Kestrel did not start is used without starting it; Kestrel's own is not started for this.
        if (state !== "ready" && (source === "self" || state === "failed")) return undefined;
        const endpoint = await engine.ready(letGo).catch(passOver("prefill"));
        if (!endpoint || letGo.aborted) return undefined;
        await slots?.before(endpoint, request.session, { ahead: true, unsent: request.unsent });
        return letGo.aborted ? undefined : backend.prefill?.(prompt, request, letGo);
      }),
  };
}

/** Ends with `busy` when a reply took the engine. */
async function* lentBytes(
  pieces: AsyncIterable<Uint8Array>,
  { asked, lease, end }: { asked: CancelSignal; lease: { letGo: CancelSignal }; end(): void },
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    if (!lease.letGo.aborted || asked.aborted) throw error;
    throw new KestrelError("busy", "a reply took the engine");
  } finally {
    end();
  }
}

async function* replied(
  backend: ModelBackend,
  { engine, slots }: { engine: EngineInUse; slots: SlotKeeper | undefined },
  { prompt, request, cancel }: { prompt: Prompt; request: ReplyRequest; cancel: CancelSignal },
): AsyncGenerator<ReplyChunk> {
  if (slots) {
    const { state } = engine.status();
    if (state === "starting" || state === "stopped")
      yield { kind: "progress", progress: { phase: "loading" } };
    // The reply itself reports why the engine does not start.
    const endpoint = await engine.ready(cancel).catch(passOver("reply"));
    if (endpoint) await slots.before(endpoint, request.session);
  }
  if (!cancel.aborted) yield* backend.reply(prompt, request, cancel);
}
