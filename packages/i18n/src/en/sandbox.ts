/** Whether commands run in a sandbox, and what would mend it. */
export const sandbox = {
  "sandbox.active":
    "Commands run in a sandbox ({by}). They write only in the workspace, cannot change .git, and have no network. A command that you allow to use the network reaches everything this machine reaches, its own services (localhost) too.",
  "sandbox.exposed": "Sockets of other users that cannot be hidden from it: {places}.",
  "sandbox.off": "Commands run without a sandbox: the setting `sandbox` is off.",
  "sandbox.required": "No command runs, because the setting `sandbox` is `required`.",
  "sandbox.unsupported": "Commands run without a sandbox: Kestrel knows none for this system.",
  "sandbox.not_installed": "Commands run without a sandbox: bubblewrap (bwrap) is not installed.",
  "sandbox.apparmor":
    "Commands run without a sandbox: AppArmor does not let bubblewrap make user namespaces. Give it a profile with userns.",
  "sandbox.no_user_namespaces":
    "Commands run without a sandbox: this kernel or container allows no user namespaces.",
  "sandbox.nested":
    "Commands run without a sandbox: no further namespaces are allowed here. Kestrel may already be in a sandbox.",
  "sandbox.proc_masked":
    "Commands run without a sandbox: this container hides parts of /proc, and a fresh one is not allowed.",
  "sandbox.other": "Commands run without a sandbox⟨: {detail}⟩.",
} as const;
