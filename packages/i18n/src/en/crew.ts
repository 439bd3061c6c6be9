/** Models beside the lead. */
export const crew = {
  "crew.role.lead": "lead",
  "crew.role.copilot": "copilot",
  "crew.role.librarian": "librarian",
  "crew.role.critic": "critic",
  "crew.elsewhere": "{url} is not on this machine: what is asked of it is sent there",
  "crew.key": "with the key in {key}",
  "crew.role.larger": "larger model",
  "escalation.why.failed_checks": "Two checks in a row have failed.",
  "escalation.why.doom_loop": "The model went in circles.",
  "escalation.offer": "{model} can take over for one turn. {left} of {most} left in this session.",
  "escalation.accepted": "The larger model takes over: from the next step to the end of the turn.",
  "escalation.refused": "The model goes on by itself.",
  "escalation.ended": "The larger model cannot answer; your own goes on.",
} as const;
