import { completions, readSlash, sharedCommands } from "@kestrel/session-state";
import { fuzzyPaths } from "@kestrel/text";
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useRef, useState } from "react";
import { passOver } from "../../../session/failure.ts";
import { callByName, doSlashCommand, type SlashAnswer, type SlashDesk } from "./do-slash-command.ts";

/** Files offered at once. */
const mostFiles = 50;

/** The note above the field: a sentence, or a question about an unknown command, with its likely correction. */
type SlashNote =
  | { said: string; draft?: string }
  | { unknown: string; suggestion?: string; instead?: string };

type SlashParts = {
  desk: SlashDesk;
  /** The files that a message can mention. */
  paths: () => Promise<readonly string[]>;
  text: string;
  setText: Dispatch<SetStateAction<string>>;
  /** Returns the focus to the field. */
  focus: () => void;
  onFailure: (thrown: unknown) => void;
};

export type Slash = {
  note?: SlashNote;
  choices: readonly string[];
  /** The choices are files, not commands. */
  areFiles: boolean;
  /** Index of the choice that Tab takes. */
  at: number;
  take(choice: string): void;
  typed(): void;
  /** True when the key was for the choices and not for the field. */
  pressed(event: KeyboardEvent): boolean;
  /** True when the text is a command, or looks like one: then it is not sent. */
  entered(words: string): boolean;
};

/** Slash commands in the message field: completions, and results. */
export function useSlash({ desk, paths, text, setText, focus, onFailure }: SlashParts): Slash {
  const [note, setNote] = useState<SlashNote>();
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const { workspace } = desk.state;
  const namesNow = async () => (await desk.names()).map(({ name }) => name);
  const names = useAsked(namesNow, text.startsWith("/"), workspace);
  const [, head = "", query] = /^((?:[\s\S]*\s)?)@([^\s@]*)$/.exec(text) ?? [];
  const areFiles = query !== undefined && !text.startsWith("/");
  const files = useAsked(paths, areFiles, workspace);
  const offered = closed
    ? []
    : areFiles
      ? fuzzyPaths(files, query, mostFiles)
      : completions(text, sharedCommands, { names, skills: [] });
  // A complete line has no further completions.
  const choices = offered.length === 1 && offered[0]?.trimEnd() === text ? [] : offered;
  const take = (choice: string) => {
    setText(areFiles ? `${head}${choice} ` : choice);
    setAt(0);
    setNote(undefined);
    focus();
  };
  const entries = useRef(0);
  /** A result removes its own line from the field, never later text; without words it replaces no newer note. */
  const cameOf = (line: string) => {
    entries.current += 1;
    const entry = entries.current;
    return ({ said, draft, words, list }: SlashAnswer) => {
      if (said !== undefined) setNote({ said, draft });
      else if (entry === entries.current) setNote(undefined);
      if (entry === entries.current) setClosed(false);
      if (!words) setText((now) => (now.trim() === line ? (list ? "/" : "") : now));
    };
  };
  return {
    note,
    choices,
    areFiles,
    at,
    take,
    typed() {
      setNote(undefined);
      setClosed(false);
      setAt(0);
    },
    pressed(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isPlain = !event.shiftKey && !event.nativeEvent.isComposing;
      if (choices.length === 0 || !isPlain) return false;
      const chosen = choices[at];
      if (step !== undefined) setAt((at + step + choices.length) % choices.length);
      else if (event.key === "Escape") setClosed(true);
      else if (
        chosen !== undefined &&
        (event.key === "Tab" || (areFiles ? event.key === "Enter" : isHalf(event.key, text, choices)))
      )
        take(chosen);
      else return false;
      event.preventDefault();
      return true;
    },
    entered(words) {
      const read = readSlash(words);
      if (read.kind === "words") return false;
      if (read.kind === "unknown") {
        const { written } = read;
        const suggestion = read.suggestion && `/${read.suggestion}`;
        const instead = suggestion && words.replace(written, suggestion);
        const unknown = () => setNote({ unknown: written, suggestion, instead });
        const came = cameOf(words);
        callByName(desk, words).then((answer) => (answer ? came(answer) : unknown()), onFailure);
        return true;
      }
      doSlashCommand(desk, read.command, read.argument).then(cameOf(words), onFailure);
      return true;
    },
  };
}

/** Enter after an incomplete command takes the completion; after a complete command or name, it runs it. */
function isHalf(key: string, text: string, choices: readonly string[]): boolean {
  const whole = choices.some((choice) => choice.trimEnd() === text);
  return key === "Enter" && readSlash(text).kind === "unknown" && !whole;
}

/** The available completions, requested when they are first needed. A session's workspace may be known only after that. */
function useAsked(
  ask: () => Promise<readonly string[]>,
  wanted: boolean,
  workspace: string,
): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  // Requests once each time `wanted` becomes true, and for another workspace.
  useEffect(() => {
    if (!wanted) return;
    let heard = true;
    ask().then((all) => heard && setNames(all), passOver);
    return () => {
      heard = false;
    };
  }, [wanted, workspace]);
  return names;
}
