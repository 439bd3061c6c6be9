import { useWords } from "../../i18n/language.tsx";
import { bytesSent } from "../../transcript/attached-files.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { mostPdfBytes } from "./read-file.ts";
import { mostTextBytes } from "./read-text-file.ts";
import { mostFiles, type useFiles } from "./use-files.ts";

/** The files sent with the message, and why another was refused. */
export function FileStrip({ files, refused, reading, remove }: ReturnType<typeof useFiles>) {
  const { t, numbers } = useWords();
  return (
    <>
      {refused.map(({ name, why }, at) => (
        // Keyed by index: names may repeat, and the order never changes.
        <p key={at} role="alert" className="px-3 pt-2 text-ui text-danger [overflow-wrap:anywhere]">
          {t(`chat.file.${why}`, {
            name,
            limit: numbers.bytes(why === "huge" ? mostPdfBytes : mostTextBytes),
            count: mostFiles,
          })}
        </p>
      ))}
      {reading !== undefined && (
        <p role="status" className="px-3 pt-2 text-ui text-dim [overflow-wrap:anywhere]">
          {t("chat.file.reading", { name: reading })}
        </p>
      )}
      {files
        .filter(({ pages, of }) => pages !== of)
        .map(({ key, name, pages = 0, of = 0 }) => (
          <p key={key} role="status" className="px-3 pt-2 text-ui text-dim [overflow-wrap:anywhere]">
            {t("chat.file.cut", { name: name.slice(0, name.lastIndexOf(" (")), pages, of })}
          </p>
        ))}
      {files.map(
        ({ key, name, blank = 0 }) =>
          blank > 0 && (
            <p key={key} role="status" className="px-3 pt-2 text-ui text-dim [overflow-wrap:anywhere]">
              {t("chat.file.blank", { name: name.slice(0, name.lastIndexOf(" (")), count: blank })}
            </p>
          ),
      )}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2 px-2 pt-2">
          {files.map((file) => (
            <li
              key={file.key}
              className="flex h-9 max-w-full items-center gap-2 rounded-card pl-3 text-ui inset-ring inset-ring-line pointer-coarse:h-11"
            >
              <Icon name="read" className="text-faint" />
              <span className="min-w-0 truncate">{file.name}</span>
              <span className="tabular flex-none text-faint">{numbers.bytes(bytesSent(file.text))}</span>
              <IconButton
                icon="close"
                label={t("chat.file.remove", { name: file.name })}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
