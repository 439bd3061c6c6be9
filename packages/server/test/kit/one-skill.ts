import type { Library } from "@kestrel/core";
import type { InstalledReach } from "@kestrel/protocol/api";

/** A library of one skill in memory, that can be turned on and off. */
export function oneSkill(): Library {
  const name = "birds";
  let on = true;
  const list = async (): Promise<InstalledReach> => ({
    skills: [
      { name, description: "Names birds.", from: "user", path: "/skills/birds", line: 9, tokens: 40, on },
    ],
    prompts: [],
    ignored: [],
    folders: { skills: "/skills", prompts: "/prompts" },
  });
  return {
    list,
    names: async () => [{ name, starts: true }],
    expand: async () => undefined,
    switchSkill: async (wanted, wish) => {
      if (wanted !== name) return false;
      on = wish;
      return true;
    },
  };
}
