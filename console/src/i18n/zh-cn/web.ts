import type { Translation } from "@kestrel/i18n";
import type { web as english } from "../en/web.ts";

export const web: Translation<typeof english> = {
  "web.title": "网络",
  "web.text":
    "供模型读取网页和搜索。默认关闭；开启后每次调用都需要你批准其主机，`host: docs.example.org` 这样的规则可放行某个主机。本机或私有网络上的页面从不读取，除非 own_hosts 列出了它们。",
  "web.try": "试一试搜索",
};
