import type { CallExpression, Expression, NewExpression, SpreadElement } from 'acorn';

import { callForeign } from './call-foreign.ts';
import { callMethod } from './call-method.ts';
import type { Interpreter } from './interpreter.ts';
import { memberName } from './member-name.ts';
import { recordValue, UNKNOWN, type CodeFrame, type Value } from './value.ts';

export function evaluateCall(
  interpreter: Interpreter,
  node: CallExpression,
  frame: CodeFrame,
): Value {
  const { callee } = node;
  if (callee.type === 'Super') return UNKNOWN;
  const args = () => evaluateArguments(interpreter, node.arguments, frame);
  if (callee.type === 'MemberExpression' && callee.object.type !== 'Super') {
    const object = interpreter.evaluate(callee.object, frame);
    const name = memberName(interpreter, callee, frame);
    if (name === null) return UNKNOWN;
    if (object.kind !== 'foreign') {
      const value = callMethod(interpreter, object, name, args());
      if (value !== null) return value;
    }
    return interpreter.call(interpreter.get(object, name), args());
  }
  return interpreter.call(interpreter.evaluate(callee, frame), args());
}

/** Arguments as far as they are known; those behind a spread that is not known are left out. */
export function evaluateArguments(
  interpreter: Interpreter,
  given: readonly (Expression | SpreadElement)[],
  frame: CodeFrame,
): Value[] {
  return given.flatMap((argument) =>
    argument.type === 'SpreadElement'
      ? interpreter.items(interpreter.evaluate(argument.argument, frame)).items
      : [interpreter.evaluate(argument, frame)],
  );
}

export function evaluateNew(
  interpreter: Interpreter,
  node: NewExpression,
  frame: CodeFrame,
): Value {
  const called = interpreter.evaluate(node.callee, frame);
  const args = evaluateArguments(interpreter, node.arguments, frame);
  if (called.kind === 'class') return { kind: 'instance', of: called, args };
  if (called.kind !== 'foreign') return UNKNOWN;
  const [first] = args;
  switch (called.from === '' ? called.path.join('.') : '') {
    case 'Set':
    case 'Array':
      return first ? interpreter.items(first) : { kind: 'list', items: [], isOpen: false };
    case 'Map': {
      const pairs = first ? interpreter.items(first) : null;
      const entries = (pairs?.items ?? []).flatMap((pair): [string, Value][] => {
        const key = interpreter.get(pair, '0');
        return key.kind === 'plain' ? [[String(key.value), interpreter.get(pair, '1')]] : [];
      });
      return recordValue(entries, pairs?.isOpen ?? false);
    }
    default:
      return callForeign(interpreter, { ...called, path: [...called.path, 'new'] }, args);
  }
}
