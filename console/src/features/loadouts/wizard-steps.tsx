import { Mode } from "@kestrel/protocol";
import { crewRoles, type LoadoutChoices, type ModelOnDisk } from "@kestrel/protocol/api";
import { useId } from "react";
import { useWords } from "../../i18n/language.tsx";
import type { ChosenParts } from "./chosen-parts.ts";
import { Labelled } from "./labelled.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { TickList } from "./tick-list.tsx";

export const wizardSteps = [
  "model",
  "words",
  "tools",
  "skills",
  "servers",
  "mode",
  "crew",
  "finish",
] as const;
export type WizardStep = (typeof wizardSteps)[number];

type StepProps = {
  chosen: ChosenParts;
  models: readonly ModelOnDisk[];
  choices: LoadoutChoices;
  onChoose: (part: Partial<ChosenParts>) => void;
};

/** The fields of one step, except the last one. */
export function StepFields({ step, ...props }: StepProps & { step: Exclude<WizardStep, "finish"> }) {
  switch (step) {
    case "model":
      return <ModelStep {...props} />;
    case "words":
      return <WordsStep {...props} />;
    case "tools":
      return <ToolsStep {...props} />;
    case "skills":
    case "servers":
      return <CatalogStep step={step} {...props} />;
    case "mode":
      return <ModeStep {...props} />;
    case "crew":
      return <CrewStep {...props} />;
    default:
      return step satisfies never;
  }
}

function ModelStep({ chosen, models, onChoose }: StepProps) {
  const say = useLoadoutWords();
  return (
    <>
      <p className="text-ui text-dim">{say("new.model.text")}</p>
      <ModelChoice
        label={say("step.model")}
        none={say("new.model.inUse")}
        chosen={chosen.model}
        models={models}
        onChoose={(model) => onChoose({ model })}
      />
    </>
  );
}

function WordsStep({ chosen, onChoose }: StepProps) {
  const say = useLoadoutWords();
  return (
    <>
      <Words
        label={say("new.persona")}
        hint={say("new.persona.hint")}
        value={chosen.persona}
        onChange={(persona) => onChoose({ persona })}
      />
      <Words
        label={say("new.memory")}
        hint={say("new.memory.hint")}
        value={chosen.memory}
        onChange={(memory) => onChoose({ memory })}
      />
    </>
  );
}

type WordsProps = { label: string; hint: string; value: string; onChange: (value: string) => void };

function Words({ label, hint, value, onChange }: WordsProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(ties) => (
        <textarea
          {...ties}
          rows={4}
          value={value}
          maxLength={20_000}
          onChange={({ target }) => onChange(target.value)}
          className="min-w-0 rounded-control border border-control bg-paper px-3 py-2"
        />
      )}
    </Labelled>
  );
}

function ToolsStep({ chosen, choices, onChoose }: StepProps) {
  const say = useLoadoutWords();
  const names = choices.tools.map(({ name }) => name);
  return (
    <>
      <p className="text-ui text-dim">{say("new.tools.text")}</p>
      <TickList
        label={say("step.tools")}
        items={choices.tools}
        ticked={names.filter((name) => !chosen.without.includes(name))}
        onTick={(ticked) => onChoose({ without: names.filter((name) => !ticked.includes(name)) })}
      />
    </>
  );
}

function CatalogStep({ step, chosen, choices, onChoose }: StepProps & { step: "skills" | "servers" }) {
  const say = useLoadoutWords();
  const { closed, skills, catalogued, servers } = chosen;
  const items = choices.lines.filter(({ kind }) => (kind === "server") === (step === "servers"));
  const tick = (ticked: string[]) => {
    const of = (wanted: string) =>
      items.filter(({ kind, name }) => kind === wanted && ticked.includes(name)).map(({ name }) => name);
    onChoose(
      step === "servers"
        ? { closed: true, servers: of("server") }
        : { closed: true, skills: of("skill"), catalogued: of("tool") },
    );
  };
  return (
    <>
      <p className="text-ui text-dim">{say(`new.${step}.text`)}</p>
      <label className="flex items-baseline gap-3 text-ui">
        <input
          type="checkbox"
          checked={closed}
          onChange={({ target }) =>
            onChoose(
              target.checked ? { closed: true } : { closed: false, skills: [], catalogued: [], servers: [] },
            )
          }
        />
        <span>
          <span className="font-medium">{say("new.closed")}</span>{" "}
          <span className="text-dim">{say("new.closed.text")}</span>
        </span>
      </label>
      <TickList
        label={say(`step.${step}`)}
        items={items}
        ticked={step === "servers" ? servers : [...skills, ...catalogued]}
        onTick={tick}
      />
    </>
  );
}

function ModeStep({ chosen, onChoose }: StepProps) {
  const { t } = useWords();
  const say = useLoadoutWords();
  const group = useId();
  const row = (mode: Mode | undefined, name: string, text: string) => (
    <label key={name} className="flex items-baseline gap-3 rounded-control px-2 py-1 text-ui hover:bg-hover">
      <input type="radio" name={group} checked={chosen.mode === mode} onChange={() => onChoose({ mode })} />
      <span>
        <span className="font-medium">{name}</span> <span className="text-dim">{text}</span>
      </span>
    </label>
  );
  return (
    <>
      <p className="text-ui text-dim">{say("new.mode.text")}</p>
      <fieldset className="stack gap-0.5">
        <legend className="sr-only">{say("step.mode")}</legend>
        {row(undefined, say("new.mode.mine"), "")}
        {Mode.options.map((mode) => row(mode, t(`mode.${mode}`), t(`mode.${mode}.text`)))}
      </fieldset>
    </>
  );
}

function CrewStep({ chosen, models, onChoose }: StepProps) {
  const { t } = useWords();
  const say = useLoadoutWords();
  return (
    <>
      <p className="text-ui text-dim">{say("new.crew.text")}</p>
      {crewRoles.map((role) => (
        <ModelChoice
          key={role}
          label={t(`crew.role.${role}`)}
          none={say("new.crew.nobody")}
          chosen={chosen.crew[role]}
          models={models}
          onChoose={(model) => {
            const { [role]: _, ...others } = chosen.crew;
            onChoose({ crew: model ? { ...others, [role]: model } : others });
          }}
        />
      ))}
    </>
  );
}
