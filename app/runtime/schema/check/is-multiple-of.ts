/** Whether a number is a multiple of another one, exactly: 0.3 is one of 0.1, though not for binary fractions. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || divisor <= 0) return false;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = toDecimal(value);
  const [unit, unitExponent] = toDecimal(divisor);
  const shift = exponent - unitExponent;
  return shift >= 0
    ? (digits * 10n ** BigInt(shift)) % unit === 0n
    : digits % (unit * 10n ** BigInt(-shift)) === 0n;
}

/** Digits and the power of ten that they are multiplied by. */
function toDecimal(value: number): [digits: bigint, exponent: number] {
  const [digits = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const point = digits.indexOf('.');
  const places = point === -1 ? 0 : digits.length - point - 1;
  return [BigInt(digits.replace('.', '')), Number(exponent) - places];
}
