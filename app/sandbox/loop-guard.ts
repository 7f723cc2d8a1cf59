import type { AnyNode, Expression } from 'acorn';
import { full } from 'acorn-walk';
import MagicString from 'magic-string';

import { enumParts } from './enum-parts.ts';
import { parseModule } from './parse-module.ts';
import type { Position } from './position-of.ts';
import { findScopes } from './scopes.ts';
import { topLevelNames } from './top-level-names.ts';

/** A module with a loop budget, and a map to its source positions. */
export interface GuardedModule {
  code: string;
  /** Maps line and column of the code to those of the source; all start at 1. */
  locate: (line: number, column: number) => Position;
}

/**
 * Adds a budget to every loop and function of a JavaScript module, so that endless code ends with an error,
 * and freezes top-level values that callers share. Lines stay where they are.
 *
 * @param budgetModule specifier of the bundled `confinement-entry.ts`.
 * @throws SyntaxError if the text is not a module.
 */
export function guardLoops(source: string, budgetModule: string): GuardedModule {
  const program = parseModule(source);
  const decoded = decodeEscapes(source);
  const tick = unusedName(decoded, '$tick');
  const enter = unusedName(decoded, '$enter');
  const freeze = unusedName(decoded, '$freeze');
  const guarded = new MagicString(source);
  // Inner nodes first: insertions of an outer one at the same offset then enclose theirs.
  const enums = new Set(program.body.flatMap((node, at) => enumParts(node, program.body[at + 1])));
  full(program, (node) => {
    if (!enums.has(node)) guardNode(guarded, node, tick, enter);
  });
  const names = [`tick as ${tick}`, `enter as ${enter}`, `freeze as ${freeze}`];
  const isOwn = findScopes(program).get(program)?.has('RegExp') === true;
  if (decoded.includes('RegExp') && !isOwn) names.push('RegExp');
  guarded.prepend(`import{${names.join()}}from${JSON.stringify(budgetModule)};`);
  for (const name of [...topLevelNames(program), 'import.meta']) {
    guarded.append(`\n${freeze}(${name},"\`${name}\`");`);
  }
  return { code: guarded.toString(), locate: toLocate(guarded) };
}

function guardNode(guarded: MagicString, node: AnyNode, tick: string, enter: string): void {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      // Inside the body, so that `for of` closes its iterator as for any error.
      if (node.body.type === 'BlockStatement') {
        guarded.prependRight(node.body.start + 1, `${tick}();`);
      } else {
        enclose(guarded, node.body, `{${tick}();`, '}');
      }
      return;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      if (node.body.type === 'BlockStatement') {
        guarded.prependRight(node.body.start + 1, `${enter}();`);
      } else {
        guardExpression(guarded, node.body, enter);
      }
      return;
    case 'StaticBlock':
      if (node.body[0]) guarded.prependRight(node.body[0].start, `${enter}();`);
      return;
    case 'PropertyDefinition':
      if (node.value && runsCode(node.value)) guardExpression(guarded, node.value, enter);
      return;
    // A parameter's default runs before the body, which a generator may never reach.
    case 'AssignmentPattern':
      if (runsCode(node.right)) guardExpression(guarded, node.right, enter);
      return;
    default:
  }
}

/** `a` becomes `($enter(),(a))`. */
function guardExpression(guarded: MagicString, expression: Expression, enter: string): void {
  enclose(guarded, expression, `(${enter}(),(`, '))');
}

function enclose(
  guarded: MagicString,
  { start, end }: { start: number; end: number },
  before: string,
  after: string,
): void {
  guarded.prependRight(start, before);
  guarded.appendLeft(end, after);
}

/**
 * False for expressions that create a value without running code; an anonymous function there keeps its name.
 */
function runsCode({ type }: Expression): boolean {
  return !['Literal', 'Identifier', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

/** Decodes `\u0061` and `\u{61}` to `a`: an identifier may be written so. */
function decodeEscapes(source: string): string {
  return source.replace(
    /\\u(?:\{0*([\da-f]{1,5})\}|([\da-f]{4}))/gi,
    (_, inBraces?: string, plain?: string) =>
      String.fromCodePoint(Number.parseInt(inBraces ?? plain ?? '', 16)),
  );
}

/** The name and more `$` than it ever has behind it, found in one pass. */
function unusedName(source: string, name: string): string {
  let most = -1;
  for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + 1)) {
    const from = at + name.length;
    let end = from;
    while (source[end] === '$') end += 1;
    most = Math.max(most, end - from);
  }
  return name + '$'.repeat(most + 1);
}

/** The map is made on demand, because most modules have no error to locate. */
function toLocate(guarded: MagicString): GuardedModule['locate'] {
  return (line, column) => {
    const { mappings } = guarded.generateDecodedMap({ hires: true });
    const last = mappings.findLast((segments) => segments.length > 0);
    const segments = mappings[line - 1] ?? last ?? [];
    const next = segments.find(([at]) => at >= column - 1);
    if (next?.[2] !== undefined) return { line: next[2] + 1, column: (next[3] ?? 0) + 1 };
    // Beyond the last mapped character.
    const end = segments.at(-1);
    return { line: (end?.[2] ?? line - 1) + 1, column: (end?.[3] ?? -1) + 2 };
  };
}
