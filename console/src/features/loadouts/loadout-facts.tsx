import type { CapabilityKind } from "@kestrel/protocol";
import type { FrozenLoadout, ListedLoadout } from "@kestrel/protocol/api";
import { seatPlace } from "@kestrel/session-state";
import { useWords } from "../../i18n/language.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { LongWords } from "./long-words.tsx";
import { modelText } from "./model-text.ts";

/** A loadout's contents, verbatim and with nothing hidden. Unset parts are left out, except model, tools and catalogue. */
export function LoadoutFacts({ listed, frozen }: { listed: ListedLoadout; frozen: FrozenLoadout }) {
  const { t } = useWords();
  const say = useLoadoutWords();
  const { metadata, model, engine, adapter, persona, memory, tools, catalog, permission, crew } = frozen;
  const named = (kind: CapabilityKind) =>
    catalog?.filter((line) => line.kind === kind).map(({ name }) => name) ?? [];
  const inCatalog = [...named("skill"), ...named("tool"), ...named("server")];
  const { mode } = permission;
  const rows: [string, string | undefined][] = [
    [say("has.model"), model ? modelText(model) : say("has.model.inUse")],
    [say("has.persona"), persona],
    [say("has.memory"), memory],
    [say("has.tools"), tools.map(({ name }) => name).join(", ") || say("has.tools.none")],
    [
      say("has.catalog"),
      catalog ? inCatalog.join(", ") || say("has.catalog.empty") : say("has.catalog.open"),
    ],
    [say("has.mode"), listed.imported ? say("has.mode.imported") : mode && t(`mode.${mode}`)],
    [say("has.ask"), permission.ask.join("\n")],
    [say("has.deny"), permission.deny.join("\n")],
    [
      say("has.crew"),
      crew
        .map(({ role, model: of }) => {
          const { elsewhere, key } = seatPlace(of);
          return [
            `${t(`crew.role.${role}`)}: ${modelText(of)}`,
            ...(elsewhere === undefined ? [] : [t("crew.elsewhere", { url: elsewhere })]),
            ...(key === undefined ? [] : [t("crew.key", { key })]),
          ].join(", ");
        })
        .join("\n"),
    ],
    [say("has.adapter"), adapter.map(({ path, scale }) => `${path} × ${scale}`).join("\n")],
    [say("has.flags"), engine.join(" ")],
    ...Object.entries(metadata)
      .filter(([key]) => key === "version" || key === "author" || key === "audience")
      .map(([key, value]): [string, string] => [key, value ?? ""]),
    [say("has.digest"), listed.checked?.digest],
    [say("has.file"), listed.file],
  ];
  return (
    <div>
      <h2 className="text-fine font-semibold text-faint">{say("has.title")}</h2>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-ui sm:grid-cols-[8rem_minmax(0,1fr)]">
        {rows
          .filter(([, value]) => value !== undefined && value !== "")
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-faint">{name}</dt>
              <dd className="mb-1 min-w-0 sm:mb-0">
                <LongWords text={value ?? ""} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
