import { modelBackendContract } from "./model-backend-contract.ts";
import { llamaCppWire } from "./wires/llama-cpp.ts";
import { openaiWire } from "./wires/openai.ts";

modelBackendContract(llamaCppWire);
modelBackendContract(openaiWire);
modelBackendContract({ ...openaiWire, kind: "lm-studio" });
modelBackendContract({ ...openaiWire, kind: "ollama" });
