import type { EnginesHere } from "@kestrel/app/engine";
import type { RunningDaemon } from "@kestrel/app/find-daemon";
import type { Finding } from "./finding.ts";

/** A certificate that expires sooner is reported. Milliseconds: thirty days, when a start renews a self-made one. */
const soonMs = 30 * 86_400_000;

/** Whether other devices can connect, and when their certificate expires; no finding when remote access is off. */
export async function checkRemote(
  { config, remoteCertificate }: EnginesHere,
  running: RunningDaemon | undefined,
  now = Date.now(),
): Promise<Finding[]> {
  const listen = config.values["remote.listen"];
  if (listen === undefined) return [];
  const failed = (why: string): Finding[] => [
    { level: "fail", sentence: "doctor.remote.fail", facts: { listen, why }, fix: "kestrel restart" },
  ];
  try {
    const status = await running?.client.call("status");
    const notice = status?.notices.find(({ code }) => code === "remote_unavailable");
    if (notice) return failed(notice.params.why ?? "");
    const shown = await remoteCertificate();
    // The first start creates it.
    if (!shown) return [];
    const facts = { listen, until: shown.endsAt.toISOString().slice(0, 10), fingerprint: shown.fingerprint };
    if (shown.endsAt.getTime() - now > soonMs) return [{ level: "ok", sentence: "doctor.remote.ok", facts }];
    const fix = shown.isOwn ? undefined : "kestrel restart";
    return [{ level: "warn", sentence: "doctor.remote.ends", facts, fix }];
  } catch (error) {
    return failed((error as NodeJS.ErrnoException).code ?? String(error));
  }
}
