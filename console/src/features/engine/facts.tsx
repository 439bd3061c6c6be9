import { VisibleText } from "../../ui/visible-text.tsx";
/** Names and values in two columns. Unknown values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | undefined])[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== "");
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-1.5">
      {known.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="tabular min-w-0 [overflow-wrap:anywhere]">
            <VisibleText text={value ?? ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
