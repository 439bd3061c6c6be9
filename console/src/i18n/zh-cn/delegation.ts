import type { Translation } from "@kestrel/i18n";
import type { delegation as english } from "../en/delegation.ts";

export const delegation: Translation<typeof english> = {
  "helpers.title": "子代理",
  "helpers.text":
    "每个子代理在自己的会话中回答问题，列在提问的会话之下；只有它的回答会带回来。需要你批准的调用在那里一律拒绝。",
  "helpers.open": "打开它的会话",
};
