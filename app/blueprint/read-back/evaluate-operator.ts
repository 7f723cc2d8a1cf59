import type { Expression } from 'acorn';

import { succeed, type Result } from '#app/platform/result.ts';

import type { ParsedModule } from './source-set.ts';
import type { StaticReader } from './static-reader.ts';
import { isStaticObject, type StaticValue, type Unreadable } from './static-value.ts';
import { unreadAt, TOO_LONG, unfixed } from './unfixed.ts';

type Operation<
  Type extends Expression['type'] =
    | 'UnaryExpression'
    | 'BinaryExpression'
    | 'MemberExpression'
    | 'CallExpression',
> = { module: ParsedModule; node: Extract<Expression, { type: Type }> };

type Read<Value = StaticValue> = Result<Value, Unreadable>;

/** Terms that are put together with `+`. */
const MAX_TERMS = 20_000;

/** The value of an operator between fixed values: signs, arithmetic, texts in several lines, members. */
export function evaluateOperator(reader: StaticReader, { module, node }: Operation): Read {
  switch (node.type) {
    case 'UnaryExpression':
      return evaluateUnary(reader, { module, node });
    case 'BinaryExpression':
      return node.operator === '+'
        ? evaluateSum(reader, { module, node })
        : evaluateProduct(reader, { module, node });
    case 'MemberExpression':
      return evaluateMember(reader, { module, node });
    case 'CallExpression':
      return evaluateCall(reader, { module, node });
  }
}

function evaluateUnary(reader: StaticReader, { module, node }: Operation<'UnaryExpression'>): Read {
  const read = reader.read({ module, node: node.argument });
  if (!read.ok) return read;
  const { value } = read;
  if (node.operator === '-' && typeof value === 'number') return succeed(-value);
  if (node.operator === '+' && typeof value === 'number') return succeed(value);
  if (node.operator === '!' && typeof value === 'boolean') return succeed(!value);
  if (node.operator === 'void') return succeed(undefined);
  return unfixed(module, node);
}

/** A text in several lines is a long chain, whose left side is the deep one. */
function evaluateSum(reader: StaticReader, { module, node }: Operation<'BinaryExpression'>): Read {
  const terms: Expression[] = [];
  let left: Expression = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    if (left.left.type === 'PrivateIdentifier') return unfixed(module, node);
    terms.push(left.right);
    left = left.left;
    if (terms.length > MAX_TERMS) return unreadAt(module, node, TOO_LONG);
  }
  terms.push(left);
  const values: (string | number)[] = [];
  for (const term of terms.toReversed()) {
    const read = reader.read({ module, node: term });
    if (!read.ok) return read;
    if (typeof read.value !== 'string' && typeof read.value !== 'number') {
      return unfixed(module, term);
    }
    values.push(read.value);
  }
  if (values.every((value) => typeof value === 'number')) {
    return succeed(values.reduce((sum, value) => sum + value, 0));
  }
  if (typeof values[0] === 'number' && typeof values[1] === 'number') return unfixed(module, node);
  const text = values.join('');
  return reader.takes('characters', text.length) ? succeed(text) : unreadAt(module, node, TOO_LONG);
}

function evaluateProduct(
  reader: StaticReader,
  { module, node }: Operation<'BinaryExpression'>,
): Read {
  if (node.left.type === 'PrivateIdentifier') return unfixed(module, node);
  const left = reader.read({ module, node: node.left });
  if (!left.ok) return left;
  const right = reader.read({ module, node: node.right });
  if (!right.ok) return right;
  const [one, other] = [left.value, right.value];
  if (typeof one !== 'number' || typeof other !== 'number') return unfixed(module, node);
  switch (node.operator) {
    case '-':
      return succeed(one - other);
    case '*':
      return succeed(one * other);
    case '/':
      return succeed(one / other);
    case '**':
      return succeed(one ** other);
    default:
      return unfixed(module, node);
  }
}

function evaluateMember(
  reader: StaticReader,
  { module, node }: Operation<'MemberExpression'>,
): Read {
  if (node.object.type === 'Super' || node.property.type === 'PrivateIdentifier') {
    return unfixed(module, node);
  }
  const object = reader.read({ module, node: node.object });
  if (!object.ok) return object;
  const key = node.computed
    ? reader.read({ module, node: node.property })
    : succeed(node.property.type === 'Identifier' ? node.property.name : undefined);
  if (!key.ok) return key;
  const { value } = object;
  const name = typeof key.value === 'number' ? String(key.value) : key.value;
  const isOwn = isStaticObject(value) || Array.isArray(value);
  if (typeof name !== 'string' || !isOwn || !Object.hasOwn(value, name) || name === 'length') {
    return unfixed(module, node);
  }
  return succeed(Array.isArray(value) ? value[Number(name)] : value[name]);
}

/** `[…].join(' ')` and `text.trim()`, in which people write long texts, and `Object.freeze(…)`. */
function evaluateCall(reader: StaticReader, { module, node }: Operation<'CallExpression'>): Read {
  const { callee, arguments: given } = node;
  const [first, ...rest] = given;
  if (callee.type !== 'MemberExpression' || callee.computed || rest.length > 0) {
    return unfixed(module, node);
  }
  if (callee.object.type === 'Super' || callee.property.type !== 'Identifier') {
    return unfixed(module, node);
  }
  if (first?.type === 'SpreadElement') return unfixed(module, node);
  const { name } = callee.property;
  const isFreeze = callee.object.type === 'Identifier' && callee.object.name === 'Object';
  if (isFreeze && name === 'freeze' && first) return reader.read({ module, node: first });
  const object = reader.read({ module, node: callee.object });
  if (!object.ok) return object;
  const { value } = object;
  if (name === 'trim' && typeof value === 'string' && !first) return succeed(value.trim());
  if (name !== 'join' || !Array.isArray(value)) return unfixed(module, node);
  const separator = first ? reader.read({ module, node: first }) : succeed(',');
  if (!separator.ok) return separator;
  const isText = value.every((item) => typeof item === 'string' || typeof item === 'number');
  if (!isText || typeof separator.value !== 'string') return unfixed(module, node);
  const length = separator.value.length * value.length;
  if (!reader.takes('characters', length)) return unreadAt(module, node, TOO_LONG);
  const text = value.join(separator.value);
  return reader.takes('characters', text.length) ? succeed(text) : unreadAt(module, node, TOO_LONG);
}
