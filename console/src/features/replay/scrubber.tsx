import { useWords } from "../../i18n/language.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import type { MarkKind, ReplayLog } from "./replay-log.ts";
import { speeds, type usePlayback } from "./use-playback.ts";

const colours = {
  message: "bg-info",
  change: "bg-ok",
  approval: "bg-warn",
  error: "bg-danger",
  compaction: "bg-cold",
} as const satisfies Record<MarkKind, string>;

type ScrubberProps = { log: ReplayLog; playback: ReturnType<typeof usePlayback> };

/** The track: play, step, speed, and marks to jump to. */
export function Scrubber({ log, playback }: ScrubberProps) {
  const { t } = useWords();
  const { at, playing, speed, move, toggle, setSpeed } = playback;
  const total = log.events.length;
  const text = t("replay.step", { n: at, total });
  return (
    <div className="stack gap-2">
      <div className="relative">
        <div className="pointer-events-none absolute inset-x-2 top-0 h-2">
          {log.marks.map((mark) => (
            <span
              key={mark.at}
              title={t(`replay.mark.${mark.kind}`)}
              className={`absolute top-0 h-2 w-[3px] -translate-x-1/2 rounded-[1px] ${colours[mark.kind]}`}
              style={{ left: `${(mark.at / total) * 100}%` }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label={t("replay.position")}
          aria-valuetext={text}
          min={0}
          max={total}
          value={at}
          onChange={(event) => move(Number(event.target.value))}
          className="mt-2 w-full accent-accent"
        />
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          icon="chevron"
          className="rotate-180"
          label={t("replay.previous")}
          onClick={() => move(at - 1)}
        />
        <Button look="primary" icon={playing ? "pause" : "play"} onClick={toggle} keyName="Space">
          {t(playing ? "replay.pause" : "replay.play")}
        </Button>
        <IconButton icon="chevron" label={t("replay.next")} onClick={() => move(at + 1)} />
        <Select
          look="quiet"
          label={t("replay.speed")}
          value={`${speed}`}
          options={speeds.map((one) => ({ value: `${one}`, text: `${one}×` }))}
          onChange={(value) => {
            const chosen = speeds.find((one) => `${one}` === value);
            if (chosen) setSpeed(chosen);
          }}
        />
        <span className="ml-auto flex items-center gap-1 max-sm:w-full">
          <span className="text-fine text-dim">{t("replay.marks")}</span>
          <JumpButton log={log} at={at} direction={-1} move={move} />
          <JumpButton log={log} at={at} direction={1} move={move} />
          <span className="tabular ml-auto pl-2 text-fine text-dim">{text}</span>
        </span>
      </div>
    </div>
  );
}

type JumpProps = { log: ReplayLog; at: number; direction: -1 | 1; move: (to: number) => void };

function JumpButton({ log, at, direction, move }: JumpProps) {
  const { t } = useWords();
  const target = log.markBeside(at, direction);
  const mark = log.marks.find((one) => one.at === target);
  const arrow = direction === -1 ? "←" : "→";
  return (
    <Button
      look="quiet"
      disabled={target === undefined}
      onClick={() => target !== undefined && move(target)}
      className="px-2"
    >
      {direction === -1 && arrow} {mark ? t(`replay.mark.${mark.kind}`) : "–"} {direction === 1 && arrow}
    </Button>
  );
}
