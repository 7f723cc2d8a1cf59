import type { Class } from 'acorn';

import type { CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';

import { parentOf } from './instances.ts';
import type { Interpreter } from './interpreter.ts';
import type { ClassValue, CodeFrame, Value } from './value.ts';

/** Instances of one class at most. */
const MAX_INSTANCES = 400;

/**
 * Finds the instances of a class that are made anywhere, or those of the classes below it. Where none is made, one
 * of each class stands for those that a framework makes.
 */
export function findInstances(
  interpreter: Interpreter,
  modules: readonly CodeModule[],
  node: Class,
  frame: CodeFrame,
): readonly Value[] {
  const own: ClassValue = { kind: 'class', node, frame };
  const below = modules
    .flatMap((module) =>
      module.classes.map((each): ClassValue => ({
        kind: 'class',
        node: each,
        frame: { module, env: null },
      })),
    )
    .filter((each) => each.node.superClass && parentOf(interpreter, each)?.node === node);
  const made = [own, ...below].flatMap((each) => listMade(interpreter, each));
  if (made.length > 0) return made.slice(0, MAX_INSTANCES);
  const untold = below.length > 0 ? below : [own];
  return untold.map((of) => ({ kind: 'instance', of, args: null }));
}

function listMade(interpreter: Interpreter, of: ClassValue): Value[] {
  const calls = interpreter.calls.get(of.node.id?.name ?? '') ?? [];
  return calls
    .filter(({ node }) => node.type === 'NewExpression')
    .map(({ module, node }) => interpreter.evaluate(node, { module, env: null }))
    .filter((value) => value.kind === 'instance' && value.of.node === of.node);
}
