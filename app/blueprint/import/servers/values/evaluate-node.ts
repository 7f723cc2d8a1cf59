import type {
  AnyNode,
  ArrayExpression,
  BinaryExpression,
  ConditionalExpression,
  LogicalExpression,
  MemberExpression,
  ObjectExpression,
  TaggedTemplateExpression,
  TemplateLiteral,
} from 'acorn';

import { propertyName } from '#app/blueprint/import/servers/code/property-name.ts';

import { evaluateCall, evaluateNew } from './evaluate-call.ts';
import type { Interpreter } from './interpreter.ts';
import { joinValues } from './join-values.ts';
import { memberName } from './member-name.ts';
import { evaluateName } from './read-name.ts';
import {
  knownText,
  listValue,
  TEXT_MAX,
  plainValue,
  toTextValue,
  truthOf,
  UNDEFINED,
  UNKNOWN,
  type CodeFrame,
  type Value,
} from './value.ts';

/** Stands in a text for what is only known when it runs. */
const UNTOLD = '…';

export function evaluateNode(interpreter: Interpreter, node: AnyNode, frame: CodeFrame): Value {
  const { evaluate } = interpreter;
  switch (node.type) {
    case 'Literal':
      if ('regex' in node && node.regex)
        return { kind: 'foreign', from: '/', path: [node.regex.pattern] };
      return typeof node.value === 'object' && node.value !== null
        ? UNKNOWN
        : plainValue(toScalar(node.value));
    case 'Identifier':
      return evaluateName(interpreter, node, node.name, frame);
    case 'ThisExpression':
      return findSelf(frame);
    case 'TemplateLiteral':
      return evaluateTemplate(interpreter, node, frame);
    case 'TaggedTemplateExpression':
      return evaluateTagged(interpreter, node, frame);
    case 'ArrayExpression':
      return evaluateArray(interpreter, node, frame);
    case 'ObjectExpression':
      return evaluateObject(interpreter, node, frame);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'function', node, frame };
    case 'ClassExpression':
    case 'ClassDeclaration':
      return { kind: 'class', node, frame };
    case 'MemberExpression':
      return evaluateMember(interpreter, node, frame);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return evaluate(node.expression, frame);
    case 'AwaitExpression':
      return evaluate(node.argument, frame);
    case 'CallExpression':
      return evaluateCall(interpreter, node, frame);
    case 'NewExpression':
      return evaluateNew(interpreter, node, frame);
    case 'ImportExpression': {
      const from = knownText(evaluate(node.source, frame));
      return from === null ? UNKNOWN : interpreter.imported(from, '*', frame.module);
    }
    case 'ConditionalExpression':
      return evaluateConditional(interpreter, node, frame);
    case 'LogicalExpression':
      return evaluateLogical(interpreter, node, frame);
    case 'BinaryExpression':
      return evaluateBinary(interpreter, node, frame);
    case 'UnaryExpression':
      return evaluateUnary(evaluate(node.argument, frame), node.operator);
    case 'AssignmentExpression':
      return node.operator === '=' ? evaluate(node.right, frame) : UNKNOWN;
    case 'SequenceExpression':
      return evaluate(node.expressions.at(-1) ?? node, frame);
    default:
      return UNKNOWN;
  }
}

function toScalar(value: unknown): string | number | boolean | null {
  if (typeof value === 'bigint') return Number(value);
  const isScalar =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? value : null;
}

function findSelf({ env }: CodeFrame): Value {
  for (let each = env; each !== null; each = each.parent) if (each.self) return each.self;
  return UNKNOWN;
}

function evaluateTemplate(
  interpreter: Interpreter,
  node: TemplateLiteral,
  frame: CodeFrame,
): Value {
  let text = '';
  let isWhole = true;
  for (const [index, quasi] of node.quasis.entries()) {
    text += quasi.value.cooked ?? quasi.value.raw;
    const expression = node.expressions[index];
    if (!expression || text.length > TEXT_MAX) break;
    const part = toText(interpreter.evaluate(expression, frame));
    isWhole &&= part.isWhole;
    text += part.text;
  }
  return toTextValue(text, isWhole);
}

/** A value inside of a text. */
function toText(value: Value): { text: string; isWhole: boolean } {
  if (value.kind === 'plain') return { text: String(value.value), isWhole: true };
  if (value.kind === 'partial') return { text: value.text, isWhole: false };
  if (value.kind === 'list' && !value.isOpen) {
    const parts = value.items.map(toText);
    return {
      text: parts.map(({ text }) => text).join(','),
      isWhole: parts.every(({ isWhole }) => isWhole),
    };
  }
  return { text: UNTOLD, isWhole: false };
}

/** Tags such as `dedent` take away the indentation; `String.raw` nothing. */
function evaluateTagged(
  interpreter: Interpreter,
  node: TaggedTemplateExpression,
  frame: CodeFrame,
): Value {
  const tag = frame.module.code.slice(node.tag.start, node.tag.end);
  if (/sql|gql|graphql/i.test(tag)) return UNKNOWN;
  const value = evaluateTemplate(interpreter, node.quasi, frame);
  const text = knownText(value);
  if (text === null || !/dedent|outdent|indent|trim/i.test(tag)) return value;
  const lines = text.split('\n');
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.search(/\S/));
  const indent = Math.min(...indents, 1_000);
  const plain = lines
    .map((line, index) => (index === 0 ? line : line.slice(Math.min(indent, line.length))))
    .join('\n')
    .trim();
  return value.kind === 'partial' ? { kind: 'partial', text: plain } : plainValue(plain);
}

function evaluateArray(interpreter: Interpreter, node: ArrayExpression, frame: CodeFrame): Value {
  const items: Value[] = [];
  let isOpen = false;
  for (const element of node.elements) {
    if (element?.type !== 'SpreadElement') {
      items.push(element ? interpreter.evaluate(element, frame) : UNDEFINED);
      continue;
    }
    const spread = interpreter.items(interpreter.evaluate(element.argument, frame));
    items.push(...spread.items);
    isOpen ||= spread.isOpen;
  }
  return listValue(items, isOpen);
}

function evaluateObject(interpreter: Interpreter, node: ObjectExpression, frame: CodeFrame): Value {
  const entries = new Map<string, Value>();
  let isOpen = false;
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = interpreter.evaluate(property.argument, frame);
      const isNothing = spread.kind === 'plain';
      if (spread.kind === 'record')
        for (const [key, value] of spread.entries) entries.set(key, value);
      if (spread.kind === 'module') {
        for (const pair of interpreter.items(spread).items) {
          entries.set(knownText(interpreter.get(pair, '0')) ?? '', interpreter.get(pair, '1'));
        }
      }
      isOpen ||= spread.kind === 'record' ? spread.isOpen : !isNothing && spread.kind !== 'module';
      continue;
    }
    const key = propertyName(property) ?? knownText(interpreter.evaluate(property.key, frame));
    if (key === null) isOpen = true;
    else if (property.kind === 'init')
      entries.set(key, interpreter.evaluate(property.value, frame));
    else if (property.kind === 'get') {
      entries.set(key, interpreter.call(interpreter.evaluate(property.value, frame), []));
    }
  }
  return { kind: 'record', entries, isOpen };
}

function evaluateMember(interpreter: Interpreter, node: MemberExpression, frame: CodeFrame): Value {
  const object = interpreter.evaluate(node.object, frame);
  const key = memberName(interpreter, node, frame);
  return key === null ? UNKNOWN : interpreter.get(object, key);
}

function evaluateConditional(
  interpreter: Interpreter,
  node: ConditionalExpression,
  frame: CodeFrame,
): Value {
  const test = truthOf(interpreter.evaluate(node.test, frame));
  if (test !== null) return interpreter.evaluate(test ? node.consequent : node.alternate, frame);
  return joinValues(
    interpreter.evaluate(node.consequent, frame),
    interpreter.evaluate(node.alternate, frame),
  );
}

/** A setting that nobody has made is its default: `settings.prefix ?? ''`. */
function evaluateLogical(
  interpreter: Interpreter,
  node: LogicalExpression,
  frame: CodeFrame,
): Value {
  const left = interpreter.evaluate(node.left, frame);
  const isTrue = truthOf(left);
  if (node.operator === '&&') {
    return isTrue === false ? left : interpreter.evaluate(node.right, frame);
  }
  const isMissing = left.kind === 'plain' && (left.value === undefined || left.value === null);
  const usesRight = node.operator === '??' ? isMissing : isTrue === false;
  if (usesRight || isTrue === null) return interpreter.evaluate(node.right, frame);
  return left;
}

function evaluateBinary(interpreter: Interpreter, node: BinaryExpression, frame: CodeFrame): Value {
  if (node.operator === '+') return evaluateSum(interpreter, node, frame);
  const left =
    node.left.type === 'PrivateIdentifier' ? UNKNOWN : interpreter.evaluate(node.left, frame);
  const right = interpreter.evaluate(node.right, frame);
  if (left.kind !== 'plain' || right.kind !== 'plain') return UNKNOWN;
  const [a, b] = [left.value, right.value];
  switch (node.operator) {
    case '===':
    case '==':
      return plainValue(a === b);
    case '!==':
    case '!=':
      return plainValue(a !== b);
    case '*':
      return plainValue(Number(a) * Number(b));
    case '-':
      return plainValue(Number(a) - Number(b));
    case '/':
      return plainValue(Number(a) / Number(b));
    case '**':
      return plainValue(Number(a) ** Number(b));
    default:
      return UNKNOWN;
  }
}

/** A long sum of texts nests to the left, deeper than calls may go. */
function evaluateSum(interpreter: Interpreter, node: BinaryExpression, frame: CodeFrame): Value {
  const parts: AnyNode[] = [];
  let left: AnyNode = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    parts.unshift(left.right);
    left = left.left;
  }
  const values = [left, ...parts].map((part) => interpreter.evaluate(part, frame));
  const numbers = values.map((value) => (value.kind === 'plain' ? value.value : null));
  if (numbers.every((value) => typeof value === 'number')) {
    return plainValue(numbers.reduce((sum, value) => sum + value, 0));
  }
  if (values.every((value) => knownText(value) === null)) return UNKNOWN;
  const texts = values.map(toText);
  const text = texts.reduce((sum, part) => (sum.length > TEXT_MAX ? sum : sum + part.text), '');
  return toTextValue(
    text,
    texts.every(({ isWhole }) => isWhole),
  );
}

function evaluateUnary(value: Value, operator: string): Value {
  if (operator === '!') {
    const isTrue = truthOf(value);
    return isTrue === null ? UNKNOWN : plainValue(!isTrue);
  }
  if (operator === 'void') return UNDEFINED;
  if (value.kind !== 'plain' || typeof value.value !== 'number') return UNKNOWN;
  return operator === '-' ? plainValue(-value.value) : operator === '+' ? value : UNKNOWN;
}
