import { subscribe } from "node:diagnostics_channel";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { EventBody } from "@kestrel/protocol";

/** Between two looks at the event loop. Milliseconds. */
const resolution = 50;

type Labels = Readonly<Record<string, string>>;
type Metric = {
  name: string;
  help: string;
  type: "counter" | "gauge";
  values: (readonly [Labels, number])[];
};

/** Counters of this process since its start, for its operator. They contain nothing of what was talked about. */
export class Metrics {
  readonly #turns = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #tokens = { prompt: 0, cached: 0, generated: 0 };
  #errors = 0;
  #delay: IntervalHistogram | undefined;

  constructor() {
    subscribe("kestrel:report", (reported) => {
      if ((reported as { level?: unknown }).level === "error") this.#errors += 1;
    });
  }

  /** Counts an event of a session. Tokens are the server's own numbers; missing ones are not counted. */
  note(body: EventBody): void {
    if (body.type === "turn.ended") add(this.#turns, body.reason);
    else if (body.type === "tool.finished") add(this.#calls, body.outcome);
    else if (body.type === "reply.completed" && body.usage)
      for (const kind of ["prompt", "cached", "generated"] as const)
        this.#tokens[kind] += body.usage[kind] ?? 0;
  }

  /** All of it in the text format of Prometheus. The event loop is measured from the first call on: measuring wakes the process. */
  text(sessions: { stored: number; loaded: number }): string {
    const { rss, heapUsed } = process.memoryUsage();
    const delay = this.#loopDelay();
    const metrics: Metric[] = [
      counter("kestrel_turns_total", "Turns that ended, by reason.", labelled("reason", this.#turns)),
      counter(
        "kestrel_tool_calls_total",
        "Tool calls that ended, by outcome.",
        labelled("outcome", this.#calls),
      ),
      counter(
        "kestrel_tokens_total",
        "Tokens as the model's server counted them; cached ones are a part of the prompt.",
        Object.entries(this.#tokens).map(([kind, count]) => [{ kind }, count]),
      ),
      counter("kestrel_errors_total", "Unexpected failures.", [[{}, this.#errors]]),
      gauge("kestrel_sessions", "Sessions, and those in memory.", [
        [{ state: "stored" }, sessions.stored],
        [{ state: "loaded" }, sessions.loaded],
      ]),
      gauge(
        "kestrel_event_loop_delay_p99_seconds",
        "Since the reading before.",
        delay === undefined ? [] : [[{}, delay]],
      ),
      gauge("process_resident_memory_bytes", "Resident memory.", [[{}, rss]]),
      gauge("kestrel_heap_used_bytes", "Used part of the JavaScript heap.", [[{}, heapUsed]]),
      counter("process_cpu_seconds_total", "Processor time.", [[{}, cpuSeconds()]]),
    ];
    return metrics.map(written).join("");
  }

  #loopDelay(): number | undefined {
    if (!this.#delay) {
      this.#delay = monitorEventLoopDelay({ resolution });
      this.#delay.enable();
      return undefined;
    }
    // The histogram holds the whole pause between two looks.
    const seconds = Math.max(0, this.#delay.percentile(99) / 1e9 - resolution / 1_000);
    this.#delay.reset();
    return seconds;
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const labelled = (label: string, counts: ReadonlyMap<string, number>): Metric["values"] =>
  [...counts].map(([value, count]) => [{ [label]: value }, count]);

const counter = (name: string, help: string, values: Metric["values"]): Metric => ({
  ...{ name, help, values, type: "counter" },
});
const gauge = (name: string, help: string, values: Metric["values"]): Metric => ({
  ...{ name, help, values, type: "gauge" },
});

function written({ name, help, type, values }: Metric): string {
  const lines = values.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, word]) => `${label}=${JSON.stringify(word)}`);
    return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
