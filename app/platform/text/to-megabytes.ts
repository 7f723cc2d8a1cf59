const MEBIBYTE = 1_048_576;

/** Bytes in words, a tenth of a megabyte at the finest. */
export function toMegabytes(bytes: number): string {
  const megabytes = bytes / MEBIBYTE;
  return megabytes < 0.1 ? 'less than 0.1 MB' : `${Number(megabytes.toFixed(1))} MB`;
}
