import { type Failure, type OpBody, Sampling } from "@kestrel/protocol";
import { useId, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";

type SamplingFieldsProps = {
  /** This session's values. */
  sampling?: Sampling;
  /** The server's defaults, as far as it reports them. */
  usual?: Sampling;
  send: (op: OpBody) => Promise<void>;
};

const names = Object.keys(Sampling.shape) as (keyof Sampling)[];

/** Low for code and facts, about 0.7 for chat as most model cards recommend, and the model's unchanged distribution for ideas. */
const presets = {
  precise: { temperature: 0.2, top_p: 0.9 },
  balanced: { temperature: 0.7, top_p: 0.9 },
  creative: { temperature: 1, top_p: 0.95 },
} as const satisfies Record<string, Sampling>;
const presetNames = Object.keys(presets) as (keyof typeof presets)[];

/** The sampling parameters of this session. An empty field leaves the value to the settings and the server. */
export function SamplingFields({ sampling = {}, usual = {}, send }: SamplingFieldsProps) {
  const { t } = useWords();
  const [failure, setFailure] = useState<Failure>();
  const ask = (change: Extract<OpBody, { type: "set-sampling" }>["change"]) => {
    setFailure(undefined);
    send({ type: "set-sampling", change }).catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  const set = names.filter((name) => sampling[name] !== undefined);
  return (
    <details className="mt-3 border-t border-line pt-2">
      <summary className="opens py-1 text-ui">
        {set.length > 0
          ? t("sampling.set", { values: set.map((name) => `${name} ${sampling[name]}`).join(", ") })
          : t("sampling.title")}
      </summary>
      <p className="text-fine text-faint">{t("sampling.text")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {presetNames.map((name) => {
          const { temperature, top_p } = presets[name];
          return (
            <Button
              key={name}
              aria-pressed={sampling.temperature === temperature && sampling.top_p === top_p}
              className="aria-pressed:bg-pressed"
              onClick={() => ask(presets[name])}
            >
              {t(`sampling.${name}`)}
            </Button>
          );
        })}
      </div>
      <div className="mt-2 grid grid-cols-[1fr_7rem] items-center gap-x-3 gap-y-1">
        {names.map((name) => (
          <Field
            key={`${name} ${sampling[name]}`}
            name={name}
            value={sampling[name]}
            usual={usual[name]}
            onChange={(value) => ask({ [name]: value })}
          />
        ))}
      </div>
      {set.length > 0 && (
        <Button className="mt-2" onClick={() => ask(Object.fromEntries(names.map((name) => [name, null])))}>
          {t("sampling.reset")}
        </Button>
      )}
      <FailureLine failure={failure} className="mt-2" />
    </details>
  );
}

type FieldProps = {
  name: keyof Sampling;
  value?: number;
  usual?: number;
  onChange: (value: number | null) => void;
};

function Field({ name, value, usual, onChange }: FieldProps) {
  const field = useId();
  const [text, setText] = useState(value?.toString() ?? "");
  const parsed = Sampling.shape[name].safeParse(text.trim() === "" ? undefined : Number(text));
  const done = () => {
    if (parsed.success && parsed.data !== value) onChange(parsed.data ?? null);
  };
  return (
    <>
      <label htmlFor={field} className="font-mono text-fine">
        {name}
      </label>
      <input
        id={field}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={usual?.toString()}
        aria-invalid={!parsed.success}
        onChange={(event) => setText(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === "Enter" && done()}
        className={`tabular h-7 min-w-0 rounded-control border bg-card px-2 text-fine placeholder:text-faint ${parsed.success ? "border-control" : "border-danger text-danger"}`}
      />
    </>
  );
}
