import type { TurnId } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { createContext, useCallback, useContext, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { passOver } from "../session/failure.ts";
import type { PastVersion } from "../session/past-version.ts";
import { IconButton } from "../ui/button.tsx";

/** A turn with several versions: its position, and the events that removed its earlier versions, oldest first. */
export type Versions = { turn: TurnId; begin: number; end: number; earlier: readonly number[] };

/** The versions of the turn whose message is at a position; undefined while it runs and when there is only one. */
export function versionsAt(
  { timeline }: Pick<SessionState, "timeline">,
  place: number,
): Versions | undefined {
  const message = timeline.at(place);
  if (message?.kind !== "user") return undefined;
  const earlier: number[] = [];
  for (let before = place - 1; before >= timeline.first; before--) {
    const entry = timeline.at(before);
    if (entry?.kind !== "rewound" || entry.why === "asked") break;
    earlier.unshift(entry.seq);
  }
  if (earlier.length === 0) return undefined;
  let end = place + 1;
  while (end < timeline.length && timeline.at(end)?.kind !== "end") end++;
  if (end === timeline.length || timeline.at(end - 1)?.kind !== "reply") return undefined;
  return { turn: message.turnId, begin: place, end, earlier };
}

type Chosen = { turn: TurnId; at: number; past: PastVersion };

/** The earlier version on display, one at a time. */
export function useChosenVersion(read: ((rewound: number) => Promise<PastVersion | undefined>) | undefined) {
  const [chosen, setChosen] = useState<Chosen>();
  const choose = useCallback(
    ({ turn, earlier }: Versions, at: number) => {
      const rewound = earlier[at];
      if (rewound === undefined || !read) return setChosen(undefined);
      read(rewound).then((past) => past && setChosen({ turn, at, past }), passOver);
    },
    [read],
  );
  return { chosen, choose };
}

/** The version control of a turn, for components within it. */
export const VersionsContext = createContext<ReadonlyMap<TurnId, VersionControlProps>>(new Map());

export const useVersions = (turn: TurnId | undefined) => {
  const all = useContext(VersionsContext);
  return turn === undefined ? undefined : all.get(turn);
};

export type VersionControlProps = { at: number; of: number; onChoose: (at: number) => void };

/** ‹ 1/2 ›: to the previous or next version. */
export function VersionControl({ at, of, onChoose }: VersionControlProps) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons and a number, no fields
    <div
      role="group"
      aria-label={t("versions.label")}
      className="flex flex-none items-center text-fine text-dim"
    >
      <IconButton
        icon="chevron"
        className="rotate-180"
        label={t("versions.earlier")}
        disabled={at === 0}
        onClick={() => onChoose(at - 1)}
      />
      <span role="status" className="tabular">
        {at + 1}/{of}
      </span>
      <IconButton
        icon="chevron"
        label={t("versions.later")}
        disabled={at === of - 1}
        onClick={() => onChoose(at + 1)}
      />
    </div>
  );
}
