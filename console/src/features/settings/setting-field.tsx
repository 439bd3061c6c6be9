import type { SayAny } from "@kestrel/i18n";
import type { Failure } from "@kestrel/protocol";
import type { Routes } from "@kestrel/protocol/api";
import { type KeyboardEvent, useId, useState } from "react";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Select } from "../../ui/select.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

export type ListedSetting = Routes["settings"]["answer"]["_output"]["settings"][number];
type Value = ListedSetting["value"];

/** Writes a value, null to unset it; resolves to the failure when it is refused. */
export type WriteSetting = (key: string, value: Value) => Promise<Failure | undefined>;

/** A setting's name and description. */
export function wordsOf({ key }: ListedSetting, t: Translate): [name: string, text: string] {
  const [name = key, text = ""] = (t as SayAny)(`setting.${key}`).split("\n");
  return [name, text];
}

/** One setting: name, description and field, and a line with its kind, default, origin and when a change takes effect. */
export function SettingField(props: {
  setting: ListedSetting;
  /** The value in force while the setting is unset. */
  inForce?: number;
  onWrite: WriteSetting;
}) {
  const { setting, inForce, onWrite } = props;
  const { t, numbers } = useWords();
  const { key, value, origin, where = "", takes, kind, fallback, guarded, next } = setting;
  const id = useId();
  const [failure, setFailure] = useState<Failure>();
  const [name, text] = wordsOf(setting, t);
  const write = async (wanted: Value) => setFailure(await onWrite(key, wanted));
  const said = (one: Value) => (one === null ? t("settings.unset") : String(one));
  const isFixed = origin === "flag" || origin === "environment" || origin === "loadout";
  const shown = next === undefined ? value : next;
  const expected = (one: Failure["params"] = {}) => (t as SayAny)(`expected.${one.expected}`, one);
  const isRefused = failure?.code === "config_invalid" && failure.params?.key === key;
  const line = failure?.code === "setting_by_hand" ? String(failure.params?.detail ?? "") : undefined;
  return (
    <li
      className="grid gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[minmax(0,1fr)_16rem]"
      data-setting={key}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <label htmlFor={id} className="font-semibold">
            {name}
          </label>
          {origin === "user" && <Chip tone="accent">{t("settings.changed")}</Chip>}
          {origin === "user" && !guarded && (
            <button
              type="button"
              className="text-ui text-dim underline underline-offset-2 pointer-coarse:min-h-11"
              aria-label={t("settings.reset.this", { name })}
              onClick={() => void write(null)}
            >
              {t("settings.reset")}
            </button>
          )}
        </div>
        <p className="text-ui text-dim">
          <CodeWords text={text} />
        </p>
        <p id={`${id}-facts`} className="tabular mt-1 text-fine text-faint [overflow-wrap:anywhere]">
          <VisibleText
            text={[
              key,
              // A choice and a switch already show their values.
              kind.expected !== "one_of" && expected(kind as Failure["params"]),
              value === null &&
                inForce !== undefined &&
                t("settings.inForce", { value: numbers.count(inForce) }),
              fallback !== null && t("settings.default", { value: said(fallback) }),
              origin !== "default" && t(`settings.origin.${origin}`),
              t(`settings.takes.${takes}`),
            ]
              .filter((fact) => fact !== false)
              .join(" · ")}
          />
        </p>
        {next !== undefined && (
          <p className="mt-1 text-fine text-warn">
            <VisibleText text={t("settings.next", { now: said(value), next: said(next) })} />
          </p>
        )}
      </div>
      <div className="min-w-0">
        <Field
          key={JSON.stringify(shown)}
          {...{
            id,
            name,
            setting,
            isFixed,
            value: shown,
            invalid: failure !== undefined && line === undefined,
          }}
          onWrite={write}
        />
        {isFixed && (
          <p className="mt-1 text-fine text-dim [overflow-wrap:anywhere]">
            <VisibleText text={t("settings.fixed", { where })} />
          </p>
        )}
        <div role="status" className="mt-1 text-fine">
          {line !== undefined && (
            <>
              <p className="text-dim">{t(guarded ? "settings.guarded" : "settings.by-hand")}</p>
              <p className="flex items-center gap-1">
                <code className="min-w-0 flex-1 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
                  <VisibleText text={line} />
                </code>
                <CopyButton text={line} />
              </p>
            </>
          )}
          {failure && line === undefined && (
            <div className="text-danger [overflow-wrap:anywhere]">
              {isRefused ? (
                <VisibleText
                  text={t("settings.refused", {
                    expected: expected(failure.params),
                    got: String(failure.params?.got),
                  })}
                />
              ) : (
                <FailureText failure={failure} />
              )}
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

type FieldProps = {
  id: string;
  name: string;
  setting: ListedSetting;
  value: Value;
  isFixed: boolean;
  invalid: boolean;
  onWrite: (value: Value) => Promise<void>;
};

/** Derived from the kind: a switch, a choice, or a text that is parsed by the kind. */
function Field({ id, name, setting, value, isFixed, invalid, onWrite }: FieldProps) {
  const { t } = useWords();
  const { kind, guarded, fallback } = setting;
  const written = Array.isArray(value) ? value.join("\n") : String(value ?? "");
  const [draft, setDraft] = useState(written);
  const words = kind.expected === "one_of" ? wordsIn(String(kind.words)) : [];
  if (words.join() === "on,off") {
    const isOn = value === "on";
    return (
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={`${id}-facts`}
        disabled={isFixed}
        onClick={() => void onWrite(isOn ? "off" : "on")}
        className={`relative block h-6 w-10 rounded-full transition-colors duration-[120ms] disabled:opacity-50 md:ml-auto pointer-coarse:my-2.5 ${isOn ? "bg-accent" : "bg-pressed inset-ring inset-ring-control"}`}
      >
        <span
          className={`absolute top-1 size-4 rounded-full transition-[left] duration-[120ms] ${isOn ? "left-5 bg-accent-text" : "left-1 bg-dim"}`}
        />
      </button>
    );
  }
  if (words.length > 0) {
    const unset = fallback === null ? [{ value: "", text: t("settings.unset") }] : [];
    return (
      <Select
        {...{ id, label: name, disabled: isFixed, "aria-describedby": `${id}-facts` }}
        value={written}
        options={[...unset, ...words.map((word) => ({ value: word, text: word }))]}
        onChange={(word) => void onWrite(word === "" ? null : word)}
        className="w-full"
      />
    );
  }
  const isList = ["folders", "roots", "hosts", "rules", "texts"].includes(kind.expected);
  const save = () => void onWrite(valueFrom(draft, kind.expected));
  const field = {
    id,
    value: draft,
    disabled: isFixed,
    "aria-describedby": `${id}-facts`,
    "aria-invalid": invalid,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
    className: `w-full rounded-control border bg-paper px-3 py-1.5 font-mono text-mono text-ellipsis disabled:border-line disabled:text-faint ${invalid ? "border-2 border-danger" : "border-control"}`,
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing && draft !== written) save();
  };
  return (
    <>
      {isList ? (
        <textarea {...field} rows={Math.min(6, Math.max(2, draft.split("\n").length))} />
      ) : (
        <input {...field} placeholder={t("settings.unset")} onKeyDown={enter} />
      )}
      {draft !== written && (
        <div className="mt-2 flex gap-2">
          <Button look={guarded ? "plain" : "primary"} onClick={save}>
            {t(guarded ? "settings.show-line" : "settings.save")}
          </Button>
          <Button look="quiet" onClick={() => setDraft(written)}>
            {t("settings.discard")}
          </Button>
        </div>
      )}
    </>
  );
}

function wordsIn(quoted: string): string[] {
  return [...quoted.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word);
}

/** Parses the input by the setting's kind. An empty field unsets it. */
function valueFrom(typed: string, expected: string): Value {
  const text = typed.trim();
  if (text === "") return null;
  const lines = (at: RegExp) =>
    text
      .split(at)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  switch (expected) {
    case "whole_number":
    case "number":
    case "word_or_number":
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case "word_or_list":
      return ["auto", "on", "off", "all"].includes(text) ? text : lines(/[\n,]/);
    case "folders":
    case "roots":
    case "hosts":
    case "rules":
    case "key_bindings":
    case "texts":
      return lines(/\n/);
    default:
      return text;
  }
}
