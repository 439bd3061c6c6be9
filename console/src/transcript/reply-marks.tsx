import type { ReplyEntry } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { CodeWords } from "../ui/code-words.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { Folded } from "./folded.tsx";
import { Rejection } from "./rejection.tsx";

/** A reply's unusual properties, in dim lines: truncated, another call format, or retried. */
export function ReplyMarks({ entry }: { entry: ReplyEntry }) {
  const { t } = useWords();
  const { cut, callFormat, retried = [], finish, report } = entry;
  return (
    <div className="stack gap-1 text-fine text-faint">
      {callFormat && <p>{t(`reply.callFormat.${callFormat}`)}</p>}
      {cut ? <p>{t(`reply.cut.${cut}`)}</p> : finish === "length" && <p>{t("reply.cut.length")}</p>}
      {report !== undefined && (
        <p className="text-warn">
          <CodeWords text={t("report.reply", { report })} />
        </p>
      )}
      {retried.length > 0 && (
        <Folded line={t("reply.retried", { count: retried.length })}>
          {retried.map((rejected, index) => (
            <div key={index} className="mt-1 border-l border-line pl-4 text-ui text-dim">
              <p className="font-mono text-fine">
                <VisibleText text={rejected.tool} />
              </p>
              <Rejection rejected={rejected} />
            </div>
          ))}
        </Folded>
      )}
    </div>
  );
}

/** Whether there is anything to show. */
export function hasMarks({ cut, callFormat, retried, finish, report }: ReplyEntry): boolean {
  const wasAsked = callFormat !== undefined || (retried?.length ?? 0) > 0;
  return cut !== undefined || finish === "length" || wasAsked || report !== undefined;
}
