import { useWords } from "../i18n/language.tsx";

/** The link from the demonstration model to a real one. */
export function OwnModelLink({ address }: { address: string }) {
  const { t } = useWords();
  return (
    <a href={address} className="mt-1 inline-block text-info underline underline-offset-2">
      {t("own.link")}
    </a>
  );
}
