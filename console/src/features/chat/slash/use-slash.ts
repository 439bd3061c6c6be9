import { completions, readSlash, sharedCommands } from "@kestrel/session-state";
import { fuzzyPaths } from "@kestrel/text";
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useRef, useState } from "react";
import { passOver } from "../../../session/failure.ts";
import { callByName, doSlashCommand, type SlashAnswer, type SlashDesk } from "./do-slash-command.ts";

/** Files that are offered at once. */
const mostFiles = 50;

/** What stands above the field about a command: a sentence, or a question about a word that is none, with the line it may have been. */
type SlashNote =
  | { said: string; draft?: string }
  | { unknown: string; suggestion?: string; instead?: string };

type SlashParts = {
  desk: SlashDesk;
  /** The files that a message can name. */
  paths: () => Promise<readonly string[]>;
  text: string;
  setText: Dispatch<SetStateAction<string>>;
  /** Brings the focus back to the field. */
  focus: () => void;
  onFailure: (thrown: unknown) => void;
};

export type Slash = {
  note?: SlashNote;
  choices: readonly string[];
  /** They are files, not commands. */
  areFiles: boolean;
  /** The one that Tab takes. */
  at: number;
  take(choice: string): void;
  /** The field changed. */
  typed(): void;
  /** A key that is for the choices and not for the field. */
  pressed(event: KeyboardEvent): boolean;
  /** True when what is to be sent is a command, or looks like one: then it is not sent. */
  entered(words: string): boolean;
};

/** Commands typed in the message field: what they could become, and what came of one. */
export function useSlash({ desk, paths, text, setText, focus, onFailure }: SlashParts): Slash {
  const [note, setNote] = useState<SlashNote>();
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const names = useAsked(async () => (await desk.names()).map(({ name }) => name), text.startsWith("/"));
  const [, head = "", query] = /^((?:[\s\S]*\s)?)@([^\s@]*)$/.exec(text) ?? [];
  const areFiles = query !== undefined && !text.startsWith("/");
  const files = useAsked(paths, areFiles);
  const offered = closed
    ? []
    : areFiles
      ? fuzzyPaths(files, query, mostFiles)
      : completions(text, sharedCommands, { names, skills: [] });
  // A line that is complete offers nothing more.
  const choices = offered.length === 1 && offered[0]?.trimEnd() === text ? [] : offered;
  const take = (choice: string) => {
    setText(areFiles ? `${head}${choice} ` : choice);
    setAt(0);
    setNote(undefined);
    focus();
  };
  const entries = useRef(0);
  /** What came of a line takes that line out of the field, never what was typed since; without words it ends no newer note. */
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

/** Enter behind a part of a command takes what is offered; behind a whole one, or a whole name, it does it. */
function isHalf(key: string, text: string, choices: readonly string[]): boolean {
  const whole = choices.some((choice) => choice.trimEnd() === text);
  return key === "Enter" && readSlash(text).kind === "unknown" && !whole;
}

/** What can be offered here, asked for when something that wants it begins. */
function useAsked(ask: () => Promise<readonly string[]>, wanted: boolean): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  // Asks once each time `wanted` becomes true.
  useEffect(() => {
    if (!wanted) return;
    let heard = true;
    ask().then((all) => heard && setNames(all), passOver);
    return () => {
      heard = false;
    };
  }, [wanted]);
  return names;
}
