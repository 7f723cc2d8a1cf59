import type { AnyNode } from 'acorn';

import type { AnyFunction } from '#app/blueprint/import/servers/code/any-function.ts';
import type { Binding } from '#app/blueprint/import/servers/code/bindings.ts';
import {
  findBinding,
  namesOf,
  type NamedCall,
  type CodeModule,
} from '#app/blueprint/import/servers/code/code-module.ts';

import { evaluateArguments } from './evaluate-call.ts';
import { listNeeds } from './list-needs.ts';
import type { Interpreter } from './interpreter.ts';
import { bindParameters } from './run-function.ts';
import { takeSteps } from './read-name.ts';
import type { Env, CodeFrame, Value } from './value.ts';

/** Frames of one node at most: a list of tools has no more. */
const MAX_FRAMES = 400;
/** Callers of callers. */
const MAX_CALLERS = 4;
/** Methods of lists that call a function with each item. */
const EACH = new Set(['forEach', 'map', 'flatMap', 'filter']);

/** All frames in which a node may run, one for each item of a loop and for each call that it depends on. */
export function framesOf(
  interpreter: Interpreter,
  module: CodeModule,
  node: AnyNode,
  base: CodeFrame,
  depth = 0,
): CodeFrame[] {
  if (!interpreter.spend(5)) return [];
  const needs = listNeeds(module, node);
  let frames: CodeFrame[] = [{ module, env: base.module === module ? base.env : null }];
  const ancestors = listAncestors(module, node);
  for (const ancestor of ancestors) {
    if (isBound(frames[0], ancestor, module)) continue;
    frames = frames
      .flatMap((frame) => enter(interpreter, ancestor, frame, needs, depth))
      .slice(0, MAX_FRAMES);
  }
  return frames;
}

function listAncestors(module: CodeModule, node: AnyNode): AnyNode[] {
  const all: AnyNode[] = [];
  for (let each = module.parents.get(node); each; each = module.parents.get(each))
    all.unshift(each);
  return all;
}

/** The base is inside of it already. */
function isBound(frame: CodeFrame | undefined, node: AnyNode, module: CodeModule): boolean {
  if (!frame?.env) return false;
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression')
    return hasSelf(frame.env);
  const names = [...(namesOf(module, node)?.values() ?? [])];
  for (let env: Env | null = frame.env; env; env = env.parent) {
    if (names.some((binding) => env?.values.has(binding))) return true;
  }
  return false;
}

function hasSelf(env: Env): boolean {
  for (let each: Env | null = env; each; each = each.parent) if (each.self) return true;
  return false;
}

function enter(
  interpreter: Interpreter,
  node: AnyNode,
  frame: CodeFrame,
  needs: ReadonlySet<Binding>,
  depth: number,
): CodeFrame[] {
  switch (node.type) {
    case 'ForOfStatement': {
      if (![...needs].some((binding) => binding.kind === 'loop' && binding.of === node))
        return [frame];
      const { items } = interpreter.items(interpreter.evaluate(node.right, frame));
      return items
        .slice(0, MAX_FRAMES)
        .map((item) => withNames(interpreter, frame, needs, node, item));
    }
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (![...needs].some((binding) => binding.kind === 'parameter' && binding.of === node))
        return [frame];
      return enterFunction(interpreter, node, frame, depth);
    case 'MethodDefinition':
      // `this` of a static method is the class.
      if (!node.static || frame.env?.self?.kind !== 'instance') return [frame];
      return [{ module: frame.module, env: { ...frame.env, self: frame.env.self.of } }];
    case 'ClassDeclaration':
    case 'ClassExpression':
      return interpreter.instances(node, frame).map((self) => ({
        module: frame.module,
        env: { values: new Map(), self, parent: frame.env },
      }));
    default:
      return [frame];
  }
}

function withNames(
  interpreter: Interpreter,
  frame: CodeFrame,
  needs: ReadonlySet<Binding>,
  loop: AnyNode,
  item: Value,
): CodeFrame {
  const values = new Map<Binding, Value>();
  for (const binding of needs) {
    if (binding.kind === 'loop' && binding.of === loop) {
      values.set(binding, takeSteps(interpreter, item, binding.steps, frame));
    }
  }
  return { module: frame.module, env: { values, self: null, parent: frame.env } };
}

function enterFunction(
  interpreter: Interpreter,
  node: AnyFunction,
  frame: CodeFrame,
  depth: number,
): CodeFrame[] {
  const { module } = frame;
  const parent = module.parents.get(node);
  if (parent?.type === 'CallExpression' && parent.callee.type === 'MemberExpression') {
    const { property, object } = parent.callee;
    if (property.type === 'Identifier' && EACH.has(property.name)) {
      const { items } = interpreter.items(interpreter.evaluate(object, frame));
      return items
        .slice(0, MAX_FRAMES)
        .map((item) => bindParameters(interpreter, node, frame, [item]));
    }
  }
  if (depth >= MAX_CALLERS) return [bindParameters(interpreter, node, frame, null)];
  const name = nameOfFunction(module, node);
  const calls = name === null ? [] : findCalls(interpreter, module, node, name);
  const frames = calls.flatMap((call) =>
    framesOf(
      interpreter,
      call.module,
      call.node,
      { module: call.module, env: null },
      depth + 1,
    ).map((caller) =>
      bindParameters(
        interpreter,
        node,
        frame,
        evaluateArguments(interpreter, call.node.arguments, caller),
      ),
    ),
  );
  return frames.length > 0 ? frames : [bindParameters(interpreter, node, frame, null)];
}

function nameOfFunction(module: CodeModule, node: AnyFunction): string | null {
  if (node.id) return node.id.name;
  const parent = module.parents.get(node);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return parent.id.name;
  const isMember =
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition' ||
    parent?.type === 'Property';
  return isMember && parent.key.type === 'Identifier' ? parent.key.name : null;
}

/** The calls that may be of a function: those of a name by its meaning, those of a method by the name alone. */
function findCalls(
  interpreter: Interpreter,
  module: CodeModule,
  node: AnyFunction,
  name: string,
): NamedCall[] {
  return (interpreter.calls.get(name) ?? [])
    .filter((call) => call.node.type === 'CallExpression')
    .filter((call) => {
      const { callee } = call.node;
      if (callee.type !== 'Identifier') return true;
      if (call.module === module && findBinding(module, callee, name)?.kind === 'value') {
        return module.parents.get(node)?.type === 'VariableDeclarator';
      }
      const called = interpreter.evaluate(callee, { module: call.module, env: null });
      return called.kind === 'function' && called.node === node;
    });
}
