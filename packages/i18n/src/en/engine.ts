import type { OutageReason } from "@kestrel/protocol";

/** States of the engine. "Stopped" is worded by each client, which has its own way to start it. */
export const engineState = {
  "engine.state.starting": "starting",
  "engine.state.ready": "ready",
  "engine.state.crashed": "crashed",
  "engine.state.failed": "failed",
  "engine.lent.used": "model: requests {requests}, tokens read {prompt}, written {generated}",
  "engine.state.stopping": "stopping",
  "engine.state.down": "down",
} as const;

/** How a server that was there went away. */
export const outages = {
  "outage.unreachable": "the model's server does not answer",
  "outage.connection_lost": "the connection to the model's server broke",
  "outage.engine_died": "the engine ended and is restarting",
  "outage.engine_not_ready": "the engine is not ready yet",
  "outage.busy": "the model's server refuses requests for now",
} as const satisfies Record<`outage.${OutageReason}`, string>;

/** Why a model is not downloaded. */
export const downloads = {
  "reason.download_name":
    "its name or the name of a file in it is not plain; a name has letters, digits, dots, `-` and `_` only",
  "reason.download_unknown": "it is not in the list of models, and is neither `hf:OWNER/REPO` nor an address",
  "reason.download_https": "only https addresses and addresses of this machine are allowed",
  "reason.download_no_gguf": "the repository has no GGUF file",
  "reason.download_quantisation": "choose a quantisation, as in `hf:OWNER/REPO:Q4_K_M`",
  "reason.download_parts": "some of its parts are missing",
  "reason.download_not_found": "it does not exist there",
  "reason.download_late": "the hub did not send its list of files within a minute",
  "reason.download_endless":
    "the server does not say how large the file is, and it would fill the disk; what came was deleted",
  "reason.download_listing": "the hub's list of files cannot be read",
  "reason.download_twice": "another download writes the same file",
  "reason.download_checksum": "its checksum is wrong, so the file was deleted",
  "reason.download_changed": "the file is not the one that was listed",
  "reason.elsewhere": "it is not in the models folder, so it is not deleted",
  "reason.download_not_gguf": "what the server sends is not a GGUF file",
} as const;
