/** A number or word whose spelling has more information than its value: `1.10`, `007`, `0x1F`, twenty digits, `None`. */
export class Spelled {
  readonly spelling: string;
  readonly value: number | boolean | null;
  constructor(spelling: string, value: number | boolean | null) {
    this.spelling = spelling;
    this.value = value;
  }
}

/** A tolerant reader's result: JSON, with unusual numbers and words in the model's spelling. */
export type LooseValue = null | boolean | number | string | Spelled | LooseValue[] | LooseObject;
export type LooseObject = { [key: string]: LooseValue };

export const isObject = (value: unknown): value is LooseObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Spelled);

/** `null`, also spelled `None` or `undefined`. */
export const isNull = (value: unknown): boolean =>
  value === null || (value instanceof Spelled && value.value === null);

/** Sets an own property, even one named `__proto__`. */
export function setKey(target: LooseObject, key: string, value: LooseValue): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

export const hasKey = (target: object, key: string): boolean => Object.hasOwn(target, key);

export function plain(value: LooseValue): unknown {
  if (value instanceof Spelled) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const copy: LooseObject = {};
  for (const key of Object.keys(value)) setKey(copy, key, plain(value[key] ?? null) as LooseValue);
  return copy;
}

export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left instanceof Spelled) return right instanceof Spelled && left.spelling === right.spelling;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => hasKey(right, key) && sameValue(left[key], right[key]))
  );
}
