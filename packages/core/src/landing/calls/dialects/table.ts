import { arrowCall } from "./arrow-call.ts";
import type { Dialect } from "./dialect.ts";
import { functionary } from "./functionary.ts";
import { gemmaCall } from "./gemma-call.ts";
import { harmony } from "./harmony.ts";
import { inkling } from "./inkling.ts";
import { jsonBody } from "./json-body.ts";
import { keyValueCall } from "./key-value-call.ts";
import { nameAlone } from "./name-alone.ts";
import { nameThenTags } from "./name-then-tags.ts";
import { namedElements } from "./named-elements.ts";
import { namedJson } from "./named-json.ts";
import { openClose } from "./open-close.ts";
import { plamo } from "./plamo.ts";
import { pythonCall } from "./python-call.ts";
import { solar } from "./solar.ts";
import { taggedCall } from "./tagged-call.ts";
import { toolHeader } from "./tool-header.ts";
import { toolTag } from "./tool-tag.ts";

/** Every dialect, in the order in which they are tried: where two could read the same text, the first one does. */
export const dialects: readonly Dialect[] = [
  openClose,
  inkling,
  plamo,
  arrowCall,
  jsonBody,
  toolHeader,
  taggedCall,
  namedElements,
  toolTag,
  keyValueCall,
  solar,
  nameThenTags,
  nameAlone,
  gemmaCall,
  pythonCall,
  namedJson,
  functionary,
  harmony,
];
