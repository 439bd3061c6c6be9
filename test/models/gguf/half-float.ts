const bits = new DataView(new ArrayBuffer(4));

/** The nearest IEEE half-precision number as its 16 bits; ties go to even, too large becomes infinity. */
export function toHalfFloat(value: number): number {
  bits.setFloat32(0, value);
  const word = bits.getUint32(0);
  const sign = (word >>> 16) & 0x8000;
  const exponent = ((word >>> 23) & 0xff) - 112;
  const mantissa = word & 0x7fffff;
  if (Number.isNaN(value)) return 0x7e00;
  if (exponent >= 31) return sign | 0x7c00;
  if (exponent > 0) return sign | rounded((exponent << 23) | mantissa, 13);
  if (exponent < -10) return sign;
  return sign | rounded(mantissa | 0x800000, 14 - exponent);
}

function rounded(value: number, dropped: number): number {
  const kept = value >>> dropped;
  const rest = value & ((1 << dropped) - 1);
  const half = 1 << (dropped - 1);
  return rest > half || (rest === half && kept % 2 === 1) ? kept + 1 : kept;
}
