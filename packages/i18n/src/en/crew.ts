import type { CrewRole, SeatRefusal } from "@kestrel/protocol/api";

/** Models beside the lead. `role` and `does`: a seat, and the work of it. */
export const crew = {
  "crew.role.lead": "lead",
  "crew.role.copilot": "copilot",
  "crew.role.librarian": "librarian",
  "crew.role.critic": "critic",
  "crew.elsewhere": "{url} is not on this machine: what is asked of it is sent there",
  "crew.key": "with the key in {key}",
  "crew.role.larger": "larger model",
  "crew.does.copilot": "notes, titles, commit messages, digests",
  "crew.does.librarian": "finds by meaning; an embedding model",
  "crew.does.critic": "a second look at destructive and external calls",
  "crew.does.larger": "takes a turn over where that was offered and you accepted",
  "crew.seat": "{role} ({does})",
  "crew.between": ", ",
  "crew.empty": "Empty seats: {seats}.",
  "crew.refused.one_slot":
    "The seat of the {role} stays empty: it names the lead's own model, and its server tells of no slot beside the conversation's.",
  "crew.refused.slots_shared":
    "The seat of the {role} stays empty: it names the lead's own model, and the slots of its server share one cache.",
  "crew.refused.too_small":
    "The seat of the {role} stays empty: it names the lead's own model, which is too small for other work.",
  "crew.refused.no_embeddings":
    "The seat of the {role} stays empty: it names the lead's own model, which gives no embeddings.",
  "crew.refused.not_ready":
    "The seat of the {role} may stay empty: it names the lead's own model, and whether its server has a slot to spare is known once it runs.",
  "crew.refused.place_unaccepted":
    "The seat of the {role} stays empty: no loadout and no setting of yours names its address with its key, or its file, so nothing is sent there or started. Where you mean it, name it in a loadout of yours.",
  "escalation.why.failed_checks": "Two checks in a row have failed.",
  "escalation.why.doom_loop": "The model went in circles.",
  "escalation.offer": "{model} can take over for one turn. {left} of {most} left in this session.",
  "escalation.accepted":
    "The larger model takes over: from the next step or message to the end of that turn.",
  "escalation.refused": "The model goes on by itself.",
  "escalation.ended": "The larger model cannot answer; your own goes on.",
} as const satisfies Record<
  `crew.role.${CrewRole}` | `crew.does.${CrewRole}` | `crew.refused.${SeatRefusal}`,
  string
> &
  Record<string, string>;
