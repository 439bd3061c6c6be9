/**
 * Libraries precompute functions for each path and object, and every schema, which pays off after a million requests but slows each start.
 * These rewrites compute lazily or plainly instead. Throws when a library's source differs from what is expected.
 */
export const rewrittenFiles = [
  { file: /[/\\]zod[/\\]v4[/\\]core[/\\]core\.js$/, rewritten: madeWhenAsked },
  { file: /[/\\]zod[/\\]v4[/\\]core[/\\]util\.js$/, rewritten: madeInBetween },
  { file: /[/\\]zod[/\\]v4[/\\]core[/\\]schemas\.js$/, rewritten: compiledWhenUsed },
  { file: /[/\\]zod[/\\]v4[/\\]classic[/\\]schemas\.js$/, rewritten: madeOnce },
  { file: /[/\\]find-my-way[/\\]lib[/\\]node\.js$/, rewritten: comparedPlainly },
  { file: /[/\\]find-my-way[/\\]lib[/\\]handler-storage\.js$/, rewritten: filledPlainly },
  { file: /[/\\]fastify[/\\]lib[/\\]route\.js$/, rewritten: readyTogether },
];

/**
 * A start uses a tenth of its schemas. The first of each kind is created at once, and shows the kind's own fields; of the others only the
 * definition is kept until one of those fields is read. Prototype members trigger the creation as well.
 */
function madeWhenAsked(text) {
  return changed(text, [
    ["import { members as installMembers } from", "import { inBetween, members as installMembers } from"],
    [
      "    function _(def) {\n        const inst = params?.Parent ? newError(Definition) : this;\n        init(inst, def);",
      `    let waits = false;
    function _(def) {
        if (waits && Object.getPrototypeOf(this) === _.prototype) {
            this[unmade] = def;
            return this;
        }
        const inst = params?.Parent ? newError(Definition) : this;
        made(inst, def);
        if (!waits && name.startsWith("Zod") && !params?.Parent && Object.getPrototypeOf(inst) === _.prototype) {
            waits = true;
            whenAsked(_.prototype, inst, made);
        }
        return inst;
    }
    function made(inst, def) {
        init(inst, def);`,
    ],
    ["            pp(inst);\n        return inst;\n    }", "            pp(inst);\n    }"],
    [
      "export /*@__NO_SIDE_EFFECTS__*/ function $constructor(",
      `const unmade = Symbol("unmade");
function whenAsked(proto, first, made) {
    for (const key of Reflect.ownKeys(first)) {
        if (key in proto) continue;
        Object.defineProperty(proto, key, {
            configurable: true,
            get() {
                const def = this[unmade];
                if (def === undefined) return undefined;
                this[unmade] = undefined;
                inBetween(() => made(this, def));
                return this[key];
            },
            set(value) {
                Object.defineProperty(this, key, { configurable: true, writable: true, enumerable: true, value });
            },
        });
    }
}
export /*@__NO_SIDE_EFFECTS__*/ function $constructor(`,
    ],
  ]);
}

/** A schema may be created while another's kind is being set up. */
function madeInBetween(text) {
  return changed(text, [
    [
      "let installing;",
      `let installing;
export function inBetween(make) {
    const outer = installing;
    try {
        make();
    }
    finally {
        installing = outer;
    }
}`,
    ],
  ]);
}

/**
 * Compiling a function for an object takes longer than reading a hundred of them, so it happens after a few reads. Of a union's members
 * only the discriminating field is examined.
 */
function compiledWhenUsed(text) {
  const told = "option._zod.propValues?.[def.discriminator]";
  return changed(text, [
    [`const values = ${told};`, `const values = valuesThatTell(option, def.discriminator) ?? ${told};`],
    [
      "function discriminatorMap(def) {",
      `function valuesThatTell(option, key) {
    const def = option._zod.def;
    const field = def.type === "object" ? util.rawShape(def) : undefined;
    const teller = field && Object.getOwnPropertyDescriptor(field, key)?.value?._zod;
    return teller?.optin === undefined ? teller?.values : undefined;
}
function discriminatorMap(def) {`,
    ],
    ["let fastpass;", "let fastpass; let reads = 0;"],
    ["ctx.jitless !== true) {", "ctx.jitless !== true && (fastpass || ++reads > 16)) {"],
  ]);
}

/**
 * Schemas are immutable, and most are plain: a string, a count, or an optional one. Nine hundred of two thousand in a start are such; those
 * without options are created once and shared.
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
    // It detects cyclic data by a walk through the whole schema at its first use. Data read here was text, which has no cycles.
    ["    if (!core.globalConfig.memoizer)\n        core.config({ memoizer: core.memoizer() });\n", ""],
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

/** A compiled function for each piece of a path. */
function comparedPlainly(text) {
  const start = "  const lines = []\n  for (let i = 1; i < prefix.length; i++) {";
  return changed(text, [[start, `  return (path, i) => path.startsWith(prefix, i)\n${start}`]]);
}

/** A compiled function for the parameters of each path. */
function filledPlainly(text) {
  const start = "    const fnBody = [\"'use strict'\"]";
  const plainly = `    return (...given) => {
      const filled = new NullObject()
      for (const [at, name] of params.entries()) filled[name] = at < 4 ? given[at] : given[4][at - 4]
      return filled
    }`;
  return changed(text, [[start, `${plainly}\n${start}`]]);
}

/** A separate plugin for each route, with a queue, timers and listeners, each waiting for the one before. */
function readyTogether(text) {
  return changed(text, [
    ["      this.after((notHandledErr, done) => {", "      avvio.on('preReady', () => {"],
    ["        avvio.once('preReady', () => {", "        {"],
    ["        })\n\n        done(notHandledErr)\n", "        }\n"],
  ]);
}

function changed(text, changes) {
  return changes.reduce((done, [is, becomes]) => {
    if (done.split(is).length !== 2) throw new Error(`a library is written in another way now: ${is}`);
    return done.replace(is, () => becomes);
  }, text);
}
