import type { BlockStatement, Statement } from 'acorn';

import type { AnyFunction } from '#app/blueprint/import/servers/code/any-function.ts';
import type { Binding } from '#app/blueprint/import/servers/code/bindings.ts';
import { namesOf } from '#app/blueprint/import/servers/code/code-module.ts';

import type { Interpreter } from './interpreter.ts';
import { joinValues } from './join-values.ts';
import { takeSteps } from './read-name.ts';
import {
  listValue,
  truthOf,
  UNDEFINED,
  UNKNOWN,
  type Env,
  type CodeFrame,
  type FunctionValue,
  type Value,
} from './value.ts';

/** Undecided conditions after one another in a block; each has the rest of the block as another way. */
const MAX_WAYS = 100;

/** The result of a function for values. */
export function runFunction(
  interpreter: Interpreter,
  { node, frame }: FunctionValue,
  args: readonly Value[],
): Value {
  const inside = bindParameters(interpreter, node, frame, args);
  if (node.body.type !== 'BlockStatement') return interpreter.evaluate(node.body, inside);
  return runBlock(interpreter, node.body, inside) ?? UNDEFINED;
}

/**
 * The frame inside of a function that is called with values.
 *
 * @param args null: nobody knows which
 */
export function bindParameters(
  interpreter: Interpreter,
  node: AnyFunction,
  frame: CodeFrame,
  args: readonly Value[] | null,
): CodeFrame {
  const values = new Map<Binding, Value>();
  const env: Env = { values, self: null, parent: frame.env };
  const inside: CodeFrame = { module: frame.module, env };
  for (const binding of namesOf(frame.module, node)?.values() ?? []) {
    if (binding.kind !== 'parameter' || args === null) continue;
    const { index, isRest, steps } = binding;
    const given = isRest ? listValue(args.slice(index)) : (args[index] ?? UNDEFINED);
    values.set(binding, takeSteps(interpreter, given, steps, inside));
  }
  return inside;
}

/** The value that a block returns; null: it does not return. */
function runBlock(
  interpreter: Interpreter,
  { body }: Pick<BlockStatement, 'body'>,
  frame: CodeFrame,
  ways = 0,
): Value | null {
  if (ways > MAX_WAYS) return UNKNOWN;
  for (const [index, statement] of body.entries()) {
    if (statement.type === 'IfStatement') {
      const test = truthOf(interpreter.evaluate(statement.test, frame));
      if (test !== null) {
        const chosen = test ? statement.consequent : statement.alternate;
        const value = chosen ? runStatement(interpreter, chosen, frame) : null;
        if (value !== null) return value;
        continue;
      }
      // Both ways are possible: what either gives.
      const first = runStatement(interpreter, statement.consequent, frame);
      const second = statement.alternate
        ? runStatement(interpreter, statement.alternate, frame)
        : null;
      const rest =
        second ?? runBlock(interpreter, { body: body.slice(index + 1) }, frame, ways + 1);
      if (first === null) return rest;
      return rest === null ? first : joinValues(first, rest);
    }
    const value = runStatement(interpreter, statement, frame);
    if (value !== null) return value;
  }
  return null;
}

function runStatement(
  interpreter: Interpreter,
  statement: Statement,
  frame: CodeFrame,
): Value | null {
  switch (statement.type) {
    case 'ReturnStatement':
      return statement.argument ? interpreter.evaluate(statement.argument, frame) : UNDEFINED;
    case 'BlockStatement':
      return runBlock(interpreter, statement, frame);
    case 'IfStatement':
      return runBlock(interpreter, { body: [statement] }, frame);
    case 'TryStatement':
      return runBlock(interpreter, statement.block, frame);
    case 'SwitchStatement':
      return runSwitch(interpreter, statement.cases, frame);
    default:
      return null;
  }
}

function runSwitch(
  interpreter: Interpreter,
  cases: readonly { consequent: Statement[] }[],
  frame: CodeFrame,
): Value | null {
  const values = cases.flatMap(({ consequent }) => {
    const value = runBlock(interpreter, { body: consequent }, frame);
    return value === null ? [] : [value];
  });
  return values.length === 0 ? null : values.reduce(joinValues, UNKNOWN);
}
