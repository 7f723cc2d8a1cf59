import type { AnyNode, Class } from 'acorn';

import type { CodeModule } from '#app/blueprint/import/servers/code/code-module.ts';
import type { SourceProject } from '#app/blueprint/import/servers/code/source-project.ts';

import { callForeign } from './call-foreign.ts';
import { evaluateNode } from './evaluate-node.ts';
import { findInstances } from './find-instances.ts';
import { framesOf } from './frames-of.ts';
import { getPart } from './get-part.ts';
import type { Interpreter } from './interpreter.ts';
import { itemsOf } from './items-of.ts';
import { importName } from './read-export.ts';
import { runFunction } from './run-function.ts';
import { UNKNOWN, type Value } from './value.ts';

/** Expressions that are read for one registration at most. */
const STEPS_A_QUESTION = 40_000;
/** Expressions in one another, through calls and files. */
const MAX_DEPTH = 200;
/** Times that an expression may be read while it is read. */
const MAX_REPEATS = 3;

/** The number of expressions that may still be read of a repository; beyond it nothing is known. */
export interface Allowance {
  left: number;
}

export function createInterpreter(
  project: SourceProject,
  modules: readonly CodeModule[],
  allowance: Allowance,
): Interpreter {
  let question = STEPS_A_QUESTION;
  let depth = 0;
  const active = new Map<AnyNode, number>();
  const values = new Map<AnyNode, Value>();
  const instances = new Map<Class, readonly Value[]>();
  const interpreter: Interpreter = {
    project,
    calls: groupCalls(modules),
    known: new Map(),
    renew: () => {
      question = STEPS_A_QUESTION;
    },
    spend(steps) {
      question -= steps;
      allowance.left -= steps;
      return question > 0 && allowance.left > 0;
    },
    evaluate(node, frame) {
      const unknown: Value = { kind: 'unknown', at: { module: frame.module, node } };
      const running = active.get(node) ?? 0;
      if (!interpreter.spend(1) || depth > MAX_DEPTH || running > MAX_REPEATS) return unknown;
      const kept = frame.env === null ? values.get(node) : undefined;
      if (kept) return kept;
      active.set(node, running + 1);
      depth += 1;
      const value = evaluateNode(interpreter, node, frame);
      depth -= 1;
      active.set(node, running);
      if (!interpreter.spend(countSteps(node, value))) return unknown;
      // What was cut short is read again by the next question.
      if (frame.env === null && running === 0 && interpreter.spend(0)) values.set(node, value);
      return value.kind === 'unknown' && value.at === null ? unknown : value;
    },
    call: (called, args) => {
      if (called.kind === 'function') return runFunction(interpreter, called, args);
      return called.kind === 'foreign' ? callForeign(interpreter, called, args) : UNKNOWN;
    },
    get: (value, key) => getPart(interpreter, value, key),
    items: (value) => itemsOf(interpreter, value),
    imported: (from, name, by) => importName(interpreter, from, name, by),
    instances(node, frame) {
      const kept = instances.get(node);
      if (kept) return kept;
      // A class that is looked for while it is looked for makes no others.
      instances.set(node, []);
      const made = findInstances(interpreter, modules, node, frame);
      instances.set(node, made);
      return made;
    },
    framesOf: (module, node, base) => framesOf(interpreter, module, node, base),
  };
  return interpreter;
}

/** Steps for what an expression has made: a short one can make much, and many of them more than any memory holds. */
function countSteps({ type }: AnyNode, value: Value): number {
  if (type === 'Identifier' || type === 'MemberExpression' || type === 'Literal') return 0;
  switch (value.kind) {
    case 'plain':
      return typeof value.value === 'string' ? Math.floor(value.value.length / 50) : 0;
    case 'partial':
      return Math.floor(value.text.length / 50);
    case 'list':
      return Math.floor(value.items.length / 5);
    case 'record':
      return Math.floor(value.entries.size / 2);
    default:
      return 0;
  }
}

function groupCalls(modules: readonly CodeModule[]): Interpreter['calls'] {
  const calls = modules.flatMap((module) => module.calls);
  return Map.groupBy(calls, ({ name }) => name);
}
