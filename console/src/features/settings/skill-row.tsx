import type { InstalledSkill } from "@kestrel/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";

/** A skill with its state and cost, and a button to turn it on or off for new sessions. */
export function Skill({ skill, onTurn }: { skill: InstalledSkill; onTurn(skill: InstalledSkill): void }) {
  const { t } = useWords();
  const { name, description, from, line, tokens, on, byHand } = skill;
  const cost = byHand
    ? t("reach.tokens", { tokens })
    : `${t("reach.line", { line })} · ${t("reach.tokens", { tokens })}`;
  const button = (
    <Button aria-label={t(on ? "reach.off.this" : "reach.on.this", { name })} onClick={() => onTurn(skill)}>
      {t(on ? "reach.off" : "reach.on")}
    </Button>
  );
  return (
    <Row
      name={name}
      description={description}
      state={
        <Chip tone={on && !byHand ? "accent" : "plain"}>
          {t(byHand ? "reach.state.byHand" : on ? "reach.state.on" : "reach.state.off")}
        </Chip>
      }
      button={byHand ? undefined : button}
    >
      {t(`reach.from.${from}`)} · {cost}
    </Row>
  );
}

type RowProps = {
  name: string;
  description: string;
  state?: ReactNode;
  button?: ReactNode;
  children: ReactNode;
};

/** An item invoked by name, with its description. */
export function Row({ name, description, state, button, children }: RowProps) {
  return (
    <SettingsRow mark={state} buttons={button}>
      <strong>/{name}</strong>
      <span className="tabular ml-2 text-fine text-faint">{children}</span>
      <span className="line-clamp-3 block text-dim">
        <VisibleText text={description} />
      </span>
    </SettingsRow>
  );
}
