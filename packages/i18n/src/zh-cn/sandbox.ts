import type { sandbox as english } from "../en/sandbox.ts";

/** 命令是否在沙箱中运行，以及如何解决。 */
export const sandbox: Record<keyof typeof english, string> = {
  "sandbox.active":
    "命令在沙箱（{by}）中运行：只能写入工作区，不能更改 .git，没有网络。你允许使用网络的命令可以访问本机能访问的一切，包括本机上的服务（localhost）。",
  "sandbox.exposed": "无法对沙箱隐藏的其他用户的套接字：{places}。",
  "sandbox.off": "命令不在沙箱中运行：设置项 `sandbox` 为 off。",
  "sandbox.required": "任何命令都不会运行，因为设置项 `sandbox` 为 `required`。",
  "sandbox.unsupported": "命令不在沙箱中运行：Kestrel 不认识此系统的沙箱。",
  "sandbox.not_installed": "命令不在沙箱中运行：未安装 bubblewrap（bwrap）。",
  "sandbox.apparmor":
    "命令不在沙箱中运行：AppArmor 不允许 bubblewrap 创建用户命名空间。请给它一个含 userns 的配置。",
  "sandbox.no_user_namespaces": "命令不在沙箱中运行：此内核或容器不允许用户命名空间。",
  "sandbox.nested": "命令不在沙箱中运行：此处不允许再创建命名空间。Kestrel 可能已在沙箱中。",
  "sandbox.proc_masked": "命令不在沙箱中运行：此容器隐藏了 /proc 的一部分，且不允许挂载新的 /proc。",
  "sandbox.other": "命令不在沙箱中运行⟨：{detail}⟩。",
};
