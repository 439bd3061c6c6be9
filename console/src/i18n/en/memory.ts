/** The page of what Kestrel was asked to remember. */
export const memoryPage = {
  "memory.title": "Memory",
  "memory.text":
    "Facts that you asked Kestrel to remember. It gives a model those that your message is about, and pinned ones with every session.",
  "memory.group.everywhere": "Everywhere",
  "memory.proposals": "Proposals",
  "memory.new": "A fact to remember",
  "memory.add": "Remember",
  "memory.edit": "Edit",
  "memory.save": "Save",
  "memory.cancel": "Cancel",
  "memory.pin": "Pin",
  "memory.unpin": "Unpin",
  "memory.accept": "Use this",
  "memory.delete": "Delete",
  "memory.delete.ask": "Delete this fact?",
  "memory.delete.sure": "Delete for good",
  "memory.session": "session",
  "memory.previous": "Before:",
  "memory.outside": "This session had read text from outside. Check that you want this.",
  "memory.open": "Open Memory to correct or delete them",
  "memory.file": "For reading:",
} as const;
