import type { Failure } from "@kestrel/protocol";
import type { ReactNode } from "react";
import { FailureNotice } from "../../ui/failure-notice.tsx";

type SettingsSectionProps = { title: string; text: string; failure?: Failure; children?: ReactNode };

/** A section of the settings: name, description, failure and content. */
export function SettingsSection({ title, text, failure, children }: SettingsSectionProps) {
  return (
    <section className="mt-10" aria-label={title}>
      <h2 className="text-h3 font-semibold">{title}</h2>
      <p className="text-ui text-dim">{text}</p>
      <FailureNotice failure={failure} />
      {children}
    </section>
  );
}
