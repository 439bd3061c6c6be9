import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { placeBeside } from "./place-beside.ts";
import { VisibleText } from "./visible-text.tsx";

export type SelectOption<Value extends string> = {
  value: Value;
  text: string;
  /** The option's meaning, in one line below its name. */
  hint?: string;
  /** A heading above the first option of the group. */
  group?: string;
};

type SelectProps<Value extends string> = {
  /** For screen readers only. */
  label: string;
  /** When a label on the page names it. */
  id?: string;
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  /** `field`: with a field's border; `quiet`: plain text, in a bar. */
  look?: "field" | "quiet";
  icon?: IconName;
  title?: string;
  disabled?: boolean;
  "aria-describedby"?: string;
  className?: string;
};

const looks = {
  field: "w-full justify-between rounded-control bg-card px-3 inset-ring inset-ring-control",
  quiet: "rounded-control px-2.5 text-dim hover:bg-hover hover:text-text aria-expanded:bg-hover",
} as const;

/** Pause after which a letter starts a new search. Milliseconds. */
const typingMs = 700;

/** A select-only combobox by the ARIA Authoring Practices: arrows, Home, End, letters, Enter, Escape. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, id, value, options, onChange, look = "field", icon, title, disabled, className } = props;
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const [at, setAt] = useState(chosen);
  const typed = useRef({ word: "", when: 0 });
  useEffect(() => {
    if (isOpen) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [isOpen, at]);

  const open = (from = chosen) => {
    setAt(from);
    setOpen(true);
    list.current?.showPopover();
  };
  const choose = (index: number) => {
    const option = options[index];
    list.current?.hidePopover();
    if (option && option.value !== value) onChange(option.value);
  };
  const type = (letter: string, now: number) => {
    const word = (now - typed.current.when < typingMs ? typed.current.word : "") + letter.toLowerCase();
    typed.current = { word, when: now };
    const found = options.findIndex(({ text }) => text.toLowerCase().startsWith(word));
    if (found >= 0) isOpen ? setAt(found) : open(found);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: isOpen ? Math.min(last, at + 1) : chosen,
      ArrowUp: isOpen ? Math.max(0, at - 1) : chosen,
      Home: 0,
      End: last,
    };
    const to = moves[key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to !== undefined) isOpen ? setAt(to) : open(to);
    else if (key === "Enter" || key === " ") isOpen ? choose(at) : open();
    else if (key === "Escape" && isOpen) list.current?.hidePopover();
    else if (key === "Tab" && isOpen) return choose(at);
    else if (key.length === 1) type(key, event.timeStamp);
    else return;
    event.preventDefault();
    // Escape only closes the list.
    event.stopPropagation();
  };
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        aria-label={id === undefined ? label : undefined}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        aria-describedby={props["aria-describedby"]}
        title={title}
        disabled={disabled}
        onClick={() => (isOpen ? list.current?.hidePopover() : open())}
        onKeyDown={press}
        className={`inline-flex h-9 min-w-0 items-center gap-2 text-ui disabled:text-faint pointer-coarse:min-h-11 ${looks[look]} ${className ?? ""}`}
      >
        {icon && <Icon name={icon} className="text-faint" />}
        <span className="truncate">
          <VisibleText text={options[chosen]?.text ?? ""} />
        </span>
        <Icon name="down" size={12} className="text-faint" />
      </button>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        popover="auto"
        onBeforeToggle={(event) => button.current && placeBeside(event.currentTarget, button.current)}
        onToggle={(event) => setOpen(event.newState === "open")}
        className="fixed inset-auto m-0 min-w-44 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-[14px] border border-line bg-card p-2 text-text shadow-3"
      >
        {(isOpen ? options : []).map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the button's, which keeps the focus
          <div
            key={option.value}
            data-group={option.group !== options[index - 1]?.group ? option.group : undefined}
            data-value={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => choose(index)}
            onPointerMove={() => setAt(index)}
            className={`grid max-w-80 cursor-pointer grid-cols-[16px_1fr] gap-x-3 rounded-control px-3 py-2 text-ui before:col-span-2 before:pb-1 before:text-fine before:font-medium before:text-faint data-group:before:content-[attr(data-group)] pointer-coarse:min-h-11 ${index === at ? "bg-hover" : ""}`}
          >
            <Icon name="check" className={index === chosen ? "mt-0.5 text-accent" : "invisible"} />
            <span className="[overflow-wrap:anywhere]">
              <VisibleText text={option.text} />
            </span>
            {option.hint && <span className="col-start-2 text-fine text-faint">{option.hint}</span>}
          </div>
        ))}
      </div>
    </>
  );
}
