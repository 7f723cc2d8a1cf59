import type { AnyNode, Class } from 'acorn';

import type { Binding } from '#app/blueprint/import/servers/code/bindings.ts';
import {
  findBinding,
  type NamedCall,
  type CodeModule,
} from '#app/blueprint/import/servers/code/code-module.ts';

import { evaluateArguments } from './evaluate-call.ts';
import type { Interpreter } from './interpreter.ts';
import { memberName } from './member-name.ts';
import {
  listValue,
  plainValue,
  recordValue,
  UNKNOWN,
  type CodeFrame,
  type Value,
} from './value.ts';

interface Changed {
  /** Null: a field of `of`. */
  binding: Binding | null;
  name: string;
  value: Value;
  frame: CodeFrame;
  of?: Class;
}

/** A list, map or object with what is added to it later: `tools.push(…)`, `tools.set(…)`, `tools.search = …`. */
export function addChanges(interpreter: Interpreter, changed: Changed): Value {
  const { value, frame } = changed;
  if (value.kind !== 'list' && value.kind !== 'record') return value;
  const { calls, assignments } = frame.module;
  if (!interpreter.spend(Math.ceil((calls.length + assignments.length) / 50))) return UNKNOWN;
  if (value.kind === 'list') {
    const added = listArguments(interpreter, changed, /^(push|unshift|add)$/);
    return added.length === 0 ? value : listValue([...value.items, ...added.flat()], value.isOpen);
  }
  const set = listArguments(interpreter, changed, /^set$/).map(
    ([key, item]) => [key, item] as const,
  );
  const pairs = [...set, ...listAssigned(interpreter, changed)].flatMap(
    ([key, item]): [string, Value][] =>
      key?.kind === 'plain' ? [[String(key.value), item ?? UNKNOWN]] : [],
  );
  const merged = listMerged(interpreter, changed);
  if (pairs.length === 0 && merged.length === 0) return value;
  const more = merged.flatMap((each) => (each.kind === 'record' ? [...each.entries] : []));
  const isOpen = value.isOpen || merged.some((each) => each.kind !== 'record' || each.isOpen);
  return recordValue([...value.entries, ...pairs, ...more], isOpen);
}

/** The arguments of each call of a method. */
function listArguments(interpreter: Interpreter, changed: Changed, method: RegExp): Value[][] {
  const { frame } = changed;
  return frame.module.calls
    .filter(({ module, node, name }) => method.test(name) && isMethodOn(module, node, changed))
    .flatMap(({ module, node }) =>
      interpreter
        .framesOf(module, node, frame)
        .map((each) => evaluateArguments(interpreter, node.arguments, each)),
    );
}

function listAssigned(interpreter: Interpreter, changed: Changed): (readonly [Value, Value])[] {
  const { module } = changed.frame;
  return module.assignments.flatMap((node) => {
    const { left, right } = node;
    if (left.type !== 'MemberExpression' || !isIt(module, left.object, changed)) return [];
    return interpreter.framesOf(module, node, changed.frame).map((each) => {
      const key = memberName(interpreter, left, each);
      return [key === null ? UNKNOWN : plainValue(key), interpreter.evaluate(right, each)] as const;
    });
  });
}

/** The objects that `Object.assign` puts into it. */
function listMerged(interpreter: Interpreter, changed: Changed): Value[] {
  const { module } = changed.frame;
  return module.calls.flatMap(({ node, name }) => {
    const [target] = node.arguments;
    if (name !== 'assign' || !target || !isIt(module, target, changed)) return [];
    return interpreter
      .framesOf(module, node, changed.frame)
      .flatMap((each) => evaluateArguments(interpreter, node.arguments.slice(1), each));
  });
}

function isMethodOn(module: CodeModule, { callee }: NamedCall['node'], changed: Changed): boolean {
  return callee.type === 'MemberExpression' && isIt(module, callee.object, changed);
}

/** Whether an expression is the name or the field itself. */
function isIt(module: CodeModule, node: AnyNode, { binding, name, of }: Changed): boolean {
  if (node.type === 'Identifier') {
    return binding !== null && node.name === name && findBinding(module, node, name) === binding;
  }
  if (of === undefined || node.type !== 'MemberExpression') return false;
  if (node.object.type !== 'ThisExpression') return false;
  const { property } = node;
  const isNamed =
    (property.type === 'Identifier' && property.name === name) ||
    (property.type === 'PrivateIdentifier' && `#${property.name}` === name);
  return isNamed && node.start >= of.start && node.end <= of.end;
}
