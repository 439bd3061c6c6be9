import type { Frame, LiveCrewJob } from "@kestrel/protocol";
import type { Host } from "../ports/host.ts";

/** The running jobs of models beside the main one, as live frames; each is logged when it ends. */
export class CrewLanes {
  readonly #host: Pick<Host, "now">;
  readonly #publish: (frame: Frame) => void;
  readonly #running = new Map<string, Omit<LiveCrewJob, "elapsedMs"> & { began: number }>();

  constructor(host: Pick<Host, "now">, publish: (frame: Frame) => void) {
    this.#host = host;
    this.#publish = publish;
  }

  /** A job begins; returns the function that ends it. */
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
