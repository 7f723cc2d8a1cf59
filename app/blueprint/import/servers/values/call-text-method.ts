import { listValue, TEXT_MAX, plainValue, toTextValue, UNKNOWN, type Value } from './value.ts';

type Text = Extract<Value, { kind: 'plain' | 'partial' }>;

/** The result of a method of a text or number; null: there is no value. */
export function callTextMethod(value: Text, name: string, args: readonly Value[]): Value | null {
  const given = value.kind === 'partial' ? value.text : value.value;
  if (given === undefined || given === null) return null;
  const text = String(given);
  const plain = args.map((arg) => (arg.kind === 'plain' ? arg.value : undefined));
  const [first, second] = plain;
  const same = (changed: string): Value => toTextValue(changed, value.kind === 'plain');
  switch (name) {
    case 'toString':
    case 'toLocaleString':
    case 'valueOf':
      return same(text);
    case 'trim':
      return same(text.trim());
    case 'trimStart':
      return same(text.trimStart());
    case 'trimEnd':
      return same(text.trimEnd());
    case 'toLowerCase':
      return same(text.toLowerCase());
    case 'toUpperCase':
      return same(text.toUpperCase());
    case 'concat':
      return plain.every((part) => typeof part === 'string')
        ? same(text + plain.join(''))
        : UNKNOWN;
    case 'replace':
    case 'replaceAll':
      if (typeof first !== 'string' || typeof second !== 'string') return same(text);
      return name === 'replace'
        ? same(text.replace(first, () => second))
        : replaceAll(text, first, second, same);
    case 'slice':
    case 'substring':
      return same(
        text.slice(Number(first ?? 0), second === undefined ? undefined : Number(second)),
      );
    default:
      return value.kind === 'plain' && typeof first === 'string'
        ? askText(text, name, first)
        : UNKNOWN;
  }
}

/** One text in place of another; what would be too long, or has the text between all characters, is not known. */
function replaceAll(
  text: string,
  part: string,
  other: string,
  same: (changed: string) => Value,
): Value {
  if (part === '') return UNKNOWN;
  const pieces = text.split(part);
  return pieces.length * other.length > TEXT_MAX ? UNKNOWN : same(pieces.join(other));
}

function askText(text: string, name: string, part: string): Value {
  switch (name) {
    case 'split':
      return listValue(text.split(part).map((each) => plainValue(each)));
    case 'startsWith':
      return plainValue(text.startsWith(part));
    case 'endsWith':
      return plainValue(text.endsWith(part));
    case 'includes':
      return plainValue(text.includes(part));
    default:
      return UNKNOWN;
  }
}
