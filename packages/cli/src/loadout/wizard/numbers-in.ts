/** The places that an answer such as `1,3 5-7` names, from 0; undefined where it names something else. */
export function numbersIn(answer: string, count: number): number[] | undefined {
  const places = new Set<number>();
  for (const word of answer.split(/[\s,，、]+/).filter((one) => one !== "")) {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(word) ?? [];
    if (first === undefined) return undefined;
    const [from, to] = [Number(first), Number(last)];
    if (from < 1 || to > count || from > to) return undefined;
    for (let place = from; place <= to; place++) places.add(place - 1);
  }
  return [...places].sort((one, other) => one - other);
}
