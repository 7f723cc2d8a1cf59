import type { Class, Expression, MethodDefinition } from 'acorn';

import { propertyName } from '#app/blueprint/import/servers/code/property-name.ts';

import { addChanges } from './add-changes.ts';
import { evaluateArguments } from './evaluate-call.ts';
import type { Interpreter } from './interpreter.ts';
import { bindParameters, runFunction } from './run-function.ts';
import {
  UNDEFINED,
  UNKNOWN,
  type ClassValue,
  type CodeFrame,
  type InstanceValue,
  type Value,
} from './value.ts';

/** Classes above one another at most. */
const MAX_PARENTS = 8;

/** A member of an instance, or a static one of a class. */
export function getMember(
  interpreter: Interpreter,
  value: InstanceValue | ClassValue,
  key: string,
): Value {
  const isStatic = value.kind === 'class';
  let of = isStatic ? value : value.of;
  let args = isStatic ? null : value.args;
  for (let level = 0; level < MAX_PARENTS; level += 1) {
    const found = getOwn(interpreter, of, key, { self: value, isStatic, args });
    if (found !== null) return found;
    const parent = parentOf(interpreter, of);
    if (parent === null) return of.node.superClass ? UNKNOWN : UNDEFINED;
    args = isStatic ? null : superArguments(interpreter, of, value, args);
    of = parent;
  }
  return UNKNOWN;
}

/** The class above one, where it is in the repository. */
export function parentOf(interpreter: Interpreter, { node, frame }: ClassValue): ClassValue | null {
  if (!node.superClass) return null;
  const parent = interpreter.evaluate(node.superClass, frame);
  return parent.kind === 'class' ? parent : null;
}

interface Owner {
  self: InstanceValue | ClassValue;
  isStatic: boolean;
  args: readonly Value[] | null;
}

function getOwn(
  interpreter: Interpreter,
  of: ClassValue,
  key: string,
  { self, isStatic, args }: Owner,
): Value | null {
  const inside: CodeFrame = {
    module: of.frame.module,
    env: { values: new Map(), self, parent: of.frame.env },
  };
  for (const member of of.node.body.body) {
    if (member.type === 'StaticBlock' || member.static !== isStatic) continue;
    const name =
      member.key.type === 'PrivateIdentifier' ? `#${member.key.name}` : propertyName(member);
    if (name !== key || (member.type === 'MethodDefinition' && member.kind === 'set')) continue;
    if (member.type === 'MethodDefinition') {
      const method = { kind: 'function' as const, node: member.value, frame: inside };
      return member.kind === 'get' ? runFunction(interpreter, method, []) : method;
    }
    // A field without a value is set by the constructor.
    if (!member.value) break;
    const value = interpreter.evaluate(member.value, inside);
    return addChanges(interpreter, { binding: null, name: key, value, frame: inside, of: of.node });
  }
  return isStatic ? null : getAssigned(interpreter, of, key, inside, args);
}

/** The value that the constructor sets: `this.name = name`. */
function getAssigned(
  interpreter: Interpreter,
  { node }: ClassValue,
  key: string,
  frame: CodeFrame,
  args: readonly Value[] | null,
): Value | null {
  const constructor = findConstructor(node);
  if (constructor === null) return null;
  const inside = bindParameters(interpreter, constructor.value, frame, args);
  for (const statement of constructor.value.body.body) {
    if (statement.type !== 'ExpressionStatement') continue;
    const { expression } = statement;
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression')
      continue;
    const { object, property } = expression.left;
    if (object.type !== 'ThisExpression') continue;
    const isNamed = property.type === 'Identifier' || property.type === 'PrivateIdentifier';
    const name = isNamed
      ? `${property.type === 'PrivateIdentifier' ? '#' : ''}${property.name}`
      : '';
    if (name !== key) continue;
    const value = interpreter.evaluate(expression.right, inside);
    return addChanges(interpreter, { binding: null, name: key, value, frame: inside, of: node });
  }
  return null;
}

function findConstructor({ body }: Class): MethodDefinition | null {
  const found = body.body.find(
    (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
  );
  return found?.type === 'MethodDefinition' ? found : null;
}

/** The arguments that a constructor hands to that of the class above. */
function superArguments(
  interpreter: Interpreter,
  of: ClassValue,
  self: Value,
  args: readonly Value[] | null,
): readonly Value[] | null {
  const constructor = findConstructor(of.node);
  if (constructor === null) return args;
  const frame: CodeFrame = {
    module: of.frame.module,
    env: { values: new Map(), self, parent: of.frame.env },
  };
  const inside = bindParameters(interpreter, constructor.value, frame, args);
  for (const statement of constructor.value.body.body) {
    if (statement.type !== 'ExpressionStatement') continue;
    const call: Expression = statement.expression;
    if (call.type === 'CallExpression' && call.callee.type === 'Super') {
      return evaluateArguments(interpreter, call.arguments, inside);
    }
  }
  return null;
}
