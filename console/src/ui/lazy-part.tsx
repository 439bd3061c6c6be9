import { type ComponentType, lazy, Suspense } from "react";
import { useWords } from "../i18n/language.tsx";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Loads what is not needed for the first look; asked again after one that failed. */
const waiting: (() => Promise<unknown>)[] = [];

/**
 * A part of the console that comes in a file of its own, when it is first shown or once the first page stands. Where it
 * cannot be had, as after an update of the daemon, it says so and offers to load the page anew.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  waiting.push(load);
  const Part = lazy(async () => ({ default: await load().catch(() => Unloadable) }));
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...(props as Props & Record<string, unknown>)} />
    </Suspense>
  );
}

/** Fetches what is still to come, one after the other, so that a click finds it there. */
export async function loadTheRest(): Promise<void> {
  for (const load of waiting.splice(0)) await load().catch(() => undefined);
}

function Unloadable() {
  const { t } = useWords();
  return (
    <div className="column pt-6">
      <Notice tone="danger">
        {t("app.part-missing")}
        <Button className="mt-2" onClick={() => window.location.reload()}>
          {t("app.reload")}
        </Button>
      </Notice>
    </div>
  );
}
