import { toHalfFloat } from "./half-float.ts";

/** `shape` starts with the extent that varies fastest: a matrix is [columns, rows]. */
export interface Tensor {
  name: string;
  shape: readonly number[];
  kind: "f16" | "f32";
  bytes: Uint8Array;
}

export function tensorOf(
  kind: Tensor["kind"],
  name: string,
  shape: readonly number[],
  valueAt: (index: number) => number,
): Tensor {
  const count = shape.reduce((product, extent) => product * extent, 1);
  const width = kind === "f32" ? 4 : 2;
  const view = new DataView(new ArrayBuffer(count * width));
  for (let index = 0; index < count; index += 1) {
    if (kind === "f32") view.setFloat32(index * 4, valueAt(index), true);
    else view.setUint16(index * 2, toHalfFloat(valueAt(index)), true);
  }
  return { name, shape, kind, bytes: new Uint8Array(view.buffer) };
}

/** A matrix of zeros with single cells set; written as half floats. */
export class SparseMatrix {
  readonly #cells = new Map<number, number>();
  readonly name: string;
  readonly columns: number;
  readonly rows: number;

  constructor(name: string, columns: number, rows: number) {
    this.name = name;
    this.columns = columns;
    this.rows = rows;
  }

  set(row: number, column: number, value: number): void {
    if (row >= this.rows || column >= this.columns)
      throw new RangeError(`${this.name}: no cell ${row},${column}`);
    this.#cells.set(row * this.columns + column, value);
  }

  tensor(): Tensor {
    return tensorOf("f16", this.name, [this.columns, this.rows], (index) => this.#cells.get(index) ?? 0);
  }
}
