import type { AnyNode } from 'acorn';

import type { Binding, PatternStep } from '#app/blueprint/import/servers/code/bindings.ts';
import { findBinding } from '#app/blueprint/import/servers/code/code-module.ts';

import { addChanges } from './add-changes.ts';
import type { Interpreter } from './interpreter.ts';
import { UNDEFINED, UNKNOWN, type Env, type CodeFrame, type Value } from './value.ts';

const GLOBAL_VALUES: Readonly<Record<string, Value>> = {
  undefined: UNDEFINED,
  NaN: { kind: 'plain', value: Number.NaN },
  Infinity: { kind: 'plain', value: Number.POSITIVE_INFINITY },
};

/** The value of a name where it stands. */
export function evaluateName(
  interpreter: Interpreter,
  node: AnyNode,
  name: string,
  frame: CodeFrame,
): Value {
  const binding = findBinding(frame.module, node, name);
  if (binding) return readName(interpreter, binding, name, node, frame);
  return GLOBAL_VALUES[name] ?? { kind: 'foreign', from: '', path: [name] };
}

/** The value of what a name was declared as. */
export function readName(
  interpreter: Interpreter,
  binding: Binding,
  name: string,
  at: AnyNode,
  frame: CodeFrame,
): Value {
  const bound = findBound(frame.env, binding);
  if (bound) return bound;
  const top: CodeFrame =
    'isTop' in binding && binding.isTop ? { module: frame.module, env: null } : frame;
  switch (binding.kind) {
    case 'value': {
      if (binding.init === null) return readEnum(interpreter, name, top);
      const known = interpreter.known.get(binding);
      if (known) return known;
      const value = takeSteps(
        interpreter,
        interpreter.evaluate(binding.init, top),
        binding.steps,
        top,
      );
      const whole = addChanges(interpreter, { binding, name, value, frame: top });
      if (binding.isTop && interpreter.spend(0)) interpreter.known.set(binding, whole);
      return whole;
    }
    case 'function':
      return { kind: 'function', node: binding.node, frame: top };
    case 'class':
      return { kind: 'class', node: binding.node, frame: top };
    case 'import':
      return interpreter.imported(binding.from, binding.name, frame.module);
    default:
      return { kind: 'unknown', at: { module: frame.module, node: at } };
  }
}

function findBound(env: Env | null, binding: Binding): Value | undefined {
  for (let each = env; each !== null; each = each.parent) {
    const value = each.values.get(binding);
    if (value) return value;
  }
  return undefined;
}

/** The part of a value that a pattern takes. */
export function takeSteps(
  interpreter: Interpreter,
  value: Value,
  steps: readonly PatternStep[],
  frame: CodeFrame,
): Value {
  let part = value;
  for (const step of steps) {
    switch (step.kind) {
      case 'key':
        part = interpreter.get(part, step.key);
        break;
      case 'fallback':
        if (part.kind === 'plain' && part.value === undefined)
          part = interpreter.evaluate(step.value, frame);
        break;
      case 'rest':
        part = part.kind === 'record' ? without(part, step.without) : UNKNOWN;
        break;
    }
  }
  return part;
}

function without(record: Extract<Value, { kind: 'record' }>, names: readonly string[]): Value {
  const entries = [...record.entries].filter(([name]) => !names.includes(name));
  return { ...record, entries: new Map(entries) };
}

/** An enum as it is without types: `Priority["Low"] = Low`, in a function that is called at once. */
function readEnum(interpreter: Interpreter, name: string, frame: CodeFrame): Value {
  const entries = frame.module.assignments.flatMap(({ left, right }): [string, Value][] => {
    if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier') return [];
    const { property } = left;
    if (left.object.name !== name || property.type !== 'Literal') return [];
    return [[String(property.value), interpreter.evaluate(right, frame)]];
  });
  return entries.length === 0
    ? UNKNOWN
    : { kind: 'record', entries: new Map(entries), isOpen: false };
}
