import type { JsonValue } from '#app/runtime/json.ts';

/** The value of a match of the value pattern. */
export function pickValue(match: RegExpExecArray): JsonValue {
  const quoted = match[1] ?? match[2] ?? match[3] ?? match[4];
  return quoted === undefined
    ? toValue(match[5] ?? match[6] ?? '', false)
    : toValue(quoted, match[1] === undefined);
}

/** A literal as a value: a number, true, false, null, or a text. */
export function toValue(text: string, isText = false): JsonValue {
  if (isText) return text;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text.replace(/[.,;]+$/, '');
}

/** One of several values: a number if all are. */
export function toChoice(value: string, all: readonly string[]): string | number {
  const plain = value.replace(/^["'`]|["'`]$/g, '').replace(/\.$/, '');
  const areNumbers = all.every((each) => /^-?\d+(?:\.\d+)?$/.test(each));
  return areNumbers ? Number(plain) : plain;
}

/** A number with a decimal comma or point. */
export function toDecimal(text: string | undefined): number {
  return Number((text ?? '0').replace(',', '.'));
}
