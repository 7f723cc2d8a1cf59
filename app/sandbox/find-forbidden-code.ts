import type { AnyNode, Expression, PrivateIdentifier } from 'acorn';
import { fullAncestor } from 'acorn-walk';

import { describeForeign, findForeignImport } from './find-foreign-import.ts';
import { ENDLESS_EXPRESSION, isEndlessExpression } from './is-endless-expression.ts';
import { isEndless } from './is-endless.ts';
import { MAX_PROBLEMS, toProblems, type ModuleProblem } from './module-problem.ts';
import { parseTypeScript } from './parse-typescript.ts';
import { positionOf } from './position-of.ts';

/** Identifiers that evaluate code from text or leave the module; no server's tool needs them. */
const FORBIDDEN_WORDS: ReadonlySet<string> = new Set([
  'eval',
  'Function',
  'require',
  'WebAssembly',
]);

/** Other names of the global object. */
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'self']);

/** An `import` or `export` with a source, on separate lines. */
const IMPORT = /^[ \t]*(?:import|export)\b[^'"`;=()]{0,2000}?from\s*(['"])([^'"\n]+)\1/gm;

const CONSTRUCTOR = '`constructor` must not be read: that of a function is `Function`.';
const ENDLESS = 'This loop never ends: add a condition, or a break, return or throw.';

/**
 * Finds reasons to reject a `code` action's TypeScript before any of it runs: imports of anything but the
 * server's own files, evaluation of text, or endless loops. Empty if the text cannot be parsed, which another
 * check reports.
 *
 * It reads what is written, and cannot know what is only made while the tool runs: a name that is put
 * together from values, `Reflect.get`, another variable for the global object, `this` of a function. Where
 * tools run, nothing evaluates text; this keeps it out of exported projects as well.
 */
export function findForbiddenCode(source: string): ModuleProblem[] {
  const parsed = parseTypeScript(source);
  if (!parsed.ok) return [];
  const { program, code, locate } = parsed.value;
  const inCode = toProblems(locate, (report) => {
    fullAncestor(program, (node, _, ancestors) => {
      const message = findWord(node) ?? findForeignImport(node)?.message ?? null;
      if (message !== null) report({ at: node.start, message });
      const read = findConstructor(node);
      if (read !== null) report({ at: read.start, message: CONSTRUCTOR });
      if (isEndless(node, ancestors)) report({ at: keywordOf(code, node), message: ENDLESS });
      if (isEndlessExpression(node)) report({ at: node.start, message: ENDLESS_EXPRESSION });
    });
  });
  return [...findDroppedImports(source, code), ...inCode].slice(0, MAX_PROBLEMS);
}

/** The `while` of a `do` comes after its body. */
function keywordOf(code: string, node: AnyNode): number {
  return node.type === 'DoWhileStatement' ? code.lastIndexOf('while', node.test.start) : node.start;
}

function findWord(node: AnyNode): string | null {
  const word = node.type === 'Identifier' ? node.name : memberOfGlobal(node);
  return word !== null && FORBIDDEN_WORDS.has(word) ? `\`${word}\` must not be used.` : null;
}

/** `self.eval`, `self['eval']`. */
function memberOfGlobal(node: AnyNode): string | null {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
  return GLOBAL_OBJECTS.has(node.object.name) ? nameOf(node.property, node.computed) : null;
}

/** `f.constructor`, `const { constructor } = f`: `Function`, if `f` is a function. Of `this` it is a class. */
function findConstructor(node: AnyNode): AnyNode | null {
  if (node.type === 'ObjectPattern') {
    const isRead = (property: (typeof node.properties)[number]) =>
      property.type === 'Property' && nameOf(property.key, property.computed) === 'constructor';
    return node.properties.find(isRead) ?? null;
  }
  if (node.type !== 'MemberExpression' || node.object.type === 'ThisExpression') return null;
  return nameOf(node.property, node.computed) === 'constructor' ? node : null;
}

function nameOf(key: Expression | PrivateIdentifier, isComputed: boolean): string | null {
  if (!isComputed && key.type === 'Identifier') return key.name;
  return constantText(key);
}

/** The text of `'a'`, `'a' + 'b'` and `` `a${'b'}` ``; null where it is only known when it runs. */
function constantText(node: AnyNode): string | null {
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [constantText(node.left), constantText(node.right)];
    return left === null || right === null ? null : left + right;
  }
  if (node.type !== 'TemplateLiteral') return null;
  const texts = node.expressions.map(constantText);
  if (texts.includes(null)) return null;
  return node.quasis.map(({ value }, index) => `${value.cooked}${texts[index] ?? ''}`).join('');
}

/** Imports removed with the types: an exported project cannot resolve them either. */
function findDroppedImports(source: string, code: string): ModuleProblem[] {
  const problems: ModuleProblem[] = [];
  for (const match of source.matchAll(IMPORT)) {
    const [text, , name] = match;
    const message = describeForeign(String(name));
    // Those that are still there are in the syntax tree, in a template or in a comment.
    if (message === null || code.includes(text)) continue;
    problems.push({ ...positionOf(source, match.index + text.search(/\S/)), message });
    if (problems.length >= MAX_PROBLEMS) break;
  }
  return problems;
}
