import { delimiter, isAbsolute } from "node:path";

/** Variables for files, language and graphics card. Others may hold secrets or act as flags. */
const kept: ReadonlySet<string> = new Set([
  ...[
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TEMP",
    "TMP",
    "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
  ],
  ...["SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA"],
  ...["PROGRAMFILES", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"],
  ...[
    "CUDA_VISIBLE_DEVICES",
    "CUDA_DEVICE_ORDER",
    "CUDA_CACHE_PATH",
    "CUDA_CACHE_MAXSIZE",
    "CUDA_SCALE_LAUNCH_QUEUES",
  ],
  ...["NVIDIA_VISIBLE_DEVICES", "NVIDIA_DRIVER_CAPABILITIES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"],
  ...["HSA_OVERRIDE_GFX_VERSION", "ONEAPI_DEVICE_SELECTOR", "ZES_ENABLE_SYSMAN", "GGML_VK_VISIBLE_DEVICES"],
  ...[
    "GGML_CUDA_ENABLE_UNIFIED_MEMORY",
    "GGML_CUDA_FORCE_MMQ",
    "GGML_CUDA_FORCE_CUBLAS",
    "GGML_METAL_PATH_RESOURCES",
  ],
  ...["OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "OMP_WAIT_POLICY", "GOMP_CPU_AFFINITY"],
]);

/** Lists of folders. Relative entries are dropped: they would depend on the working folder. */
const folderLists: ReadonlySet<string> = new Set(["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]);

/**
 * The environment of every engine, also for version queries: an allow-list. No library to load (LD_PRELOAD, GGML_BACKEND_PATH), no key,
 * password or proxy, and none of llama.cpp's own variables.
 */
export function engineEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const known = name.toUpperCase();
      if (value === undefined) return [];
      if (folderLists.has(known))
        return [[name, value.split(delimiter).filter(isAbsolute).join(delimiter)] as const];
      return kept.has(known) || /^LC_[A-Z]+$/.test(name) ? [[name, value] as const] : [];
    }),
  );
}
