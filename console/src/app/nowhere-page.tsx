import type { ReactNode } from "react";
import { useWords } from "../i18n/language.tsx";

type NowherePageProps = { what: "page" | "session"; menu: ReactNode; homeAddress: string };

/** Shown for an unknown address, with a link home. */
export function NowherePage({ what, menu, homeAddress }: NowherePageProps) {
  const { t } = useWords();
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-xl pt-[8dvh] pb-12">
        <h1 className="text-h1 font-semibold">{t("nowhere.title")}</h1>
        <p className="mt-1 text-dim">{t(`nowhere.${what}`)}</p>
        <a
          href={homeAddress}
          className="mt-6 inline-block rounded-control border border-control bg-card px-3 py-1 text-ui font-medium hover:bg-hover"
        >
          {t("nowhere.home")}
        </a>
      </div>
    </div>
  );
}
