import { modelBackendContract } from "./model-backend-contract.ts";
import { llamaCppWire } from "./wires/llama-cpp.ts";
import { lmStudioWire } from "./wires/lm-studio.ts";
import { ollamaWire } from "./wires/ollama.ts";
import { openaiWire } from "./wires/openai.ts";

for (const wire of [llamaCppWire, lmStudioWire, ollamaWire, openaiWire]) modelBackendContract(wire);
