import type { Frame, LiveCrewJob } from "@kestrel/protocol";
import type { Host } from "../ports/host.ts";

/** What the models beside the lead do right now, told live; the log hears of it when it is over. */
export class CrewLanes {
  readonly #host: Pick<Host, "now">;
  readonly #publish: (frame: Frame) => void;
  readonly #running = new Map<string, Omit<LiveCrewJob, "elapsedMs"> & { began: number }>();

  constructor(host: Pick<Host, "now">, publish: (frame: Frame) => void) {
    this.#host = host;
    this.#publish = publish;
  }

  /** A piece of work begins; gives the way to say that it is over. */
  enter(job: Omit<LiveCrewJob, "elapsedMs">): () => void {
    const { job: name, kind, role, model, turnId, callId } = job;
    this.#running.set(name, { job: name, kind, role, model, turnId, callId, began: this.#host.now() });
    this.#tell();
    return () => {
      if (this.#running.delete(name)) this.#tell();
    };
  }

  now(): LiveCrewJob[] {
    const at = this.#host.now();
    return [...this.#running.values()].map(({ began, ...job }) => ({
      ...job,
      elapsedMs: Math.max(0, Math.round(at - began)),
    }));
  }

  #tell(): void {
    this.#publish({ type: "crew", jobs: this.now() });
  }
}
