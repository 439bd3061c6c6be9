/**
 * What libraries do ahead for a program that answers a million times, and a start pays for: functions written as text for each path and
 * each object, and every schema anew. Here they do it the plain way. Throws where a library is written in another way than it was.
 */
export const rewrittenFiles = [
  { file: /[/\\]zod[/\\]v4[/\\]core[/\\]schemas\.js$/, rewritten: compiledWhenUsed },
  { file: /[/\\]zod[/\\]v4[/\\]classic[/\\]schemas\.js$/, rewritten: madeOnce },
  { file: /[/\\]find-my-way[/\\]lib[/\\]node\.js$/, rewritten: comparedPlainly },
  { file: /[/\\]find-my-way[/\\]lib[/\\]handler-storage\.js$/, rewritten: filledPlainly },
];

/** A function for every object takes longer to write than reading a hundred of them: it comes where an object has been read a few times. */
function compiledWhenUsed(text) {
  return changed(text, [
    ["let fastpass;", "let fastpass; let reads = 0;"],
    ["ctx.jitless !== true) {", "ctx.jitless !== true && (fastpass || ++reads > 16)) {"],
  ]);
}

/**
 * Schemas never change, and most are one of a few plain ones: a text, a count, one of them optional. Of two thousand in a start nine
 * hundred are such; what is asked for without more words is made once.
 */
function madeOnce(text) {
  const plain = {
    _string: "ZodString",
    _number: "ZodNumber",
    _int: "ZodNumberFormat",
    _boolean: "ZodBoolean",
    _never: "ZodNever",
  };
  const once = (key, of, params, make) => `return once(${key}, ${of}, ${params}, () => ${make});`;
  const made = changed(text, [
    ...Object.entries(plain).map(([name, kind]) => {
      const make = `core.${name}(${kind}, params)`;
      return [`return ${make};`, once(`core.${name}`, kind, "params", make)];
    }),
    [
      "return core._unknown(ZodUnknown);",
      once("core._unknown", "ZodUnknown", "undefined", "core._unknown(ZodUnknown)"),
    ],
    ...["gte", "gt"].map((check) => {
      const make = `this.check(checks.${check}(0, params))`;
      return [`return ${make};`, once(`checks.${check}`, "this", "params", make)];
    }),
    [
      'return new ZodOptional({\n        type: "optional",\n        innerType: innerType,\n    });',
      once("ZodOptional", "innerType", "undefined", 'new ZodOptional({ type: "optional", innerType })'),
    ],
  ]);
  return `${made}
const kept = new Map();
function once(key, of, params, make) {
  if (params !== undefined) return make();
  if (!kept.has(key)) kept.set(key, new WeakMap());
  const all = kept.get(key);
  if (!all.has(of)) all.set(of, make());
  return all.get(of);
}`;
}

/** A function for each piece of a path. */
function comparedPlainly(text) {
  const start = "  const lines = []\n  for (let i = 1; i < prefix.length; i++) {";
  return changed(text, [[start, `  return (path, i) => path.startsWith(prefix, i)\n${start}`]]);
}

/** A function for the parameters of each path. */
function filledPlainly(text) {
  const start = "    const fnBody = [\"'use strict'\"]";
  const plainly = `    return (...given) => {
      const filled = new NullObject()
      for (const [at, name] of params.entries()) filled[name] = at < 4 ? given[at] : given[4][at - 4]
      return filled
    }`;
  return changed(text, [[start, `${plainly}\n${start}`]]);
}

function changed(text, changes) {
  return changes.reduce((done, [is, becomes]) => {
    if (done.split(is).length !== 2) throw new Error(`a library is written in another way now: ${is}`);
    return done.replace(is, () => becomes);
  }, text);
}
