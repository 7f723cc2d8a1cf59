import type { AnyNode, Literal } from 'acorn';
import { fullAncestor } from 'acorn-walk';

import { isEndless } from './is-endless.ts';
import { toProblems, type ModuleProblem } from './module-problem.ts';
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

/** Directory of tool modules, to detect specifiers that leave the server's own files. */
const TOOLS = 'file:///src/tools/';
const OWN_FILES = 'file:///src/';

/** An `import` or `export` with a source, on separate lines. */
const IMPORT = /^[ \t]*(?:import|export)\b[^'"`;=()]{0,2000}?from\s*(['"])([^'"\n]+)\1/gm;

const ENDLESS = 'This loop never ends: add a condition, or a break, return or throw.';

/**
 * Finds reasons to reject a `code` action's TypeScript before any of it runs: imports of anything but the
 * server's own files, evaluation of text, or endless loops. Empty if the text cannot be parsed, which another
 * check reports.
 */
export function findForbiddenCode(source: string): ModuleProblem[] {
  const parsed = parseTypeScript(source);
  if (!parsed.ok) return [];
  const { program, code, locate } = parsed.value;
  const inCode = toProblems(locate, (report) => {
    fullAncestor(program, (node, _, ancestors) => {
      const message = findWord(node) ?? findImport(node);
      if (message !== null) report({ at: node.start, message });
      if (isEndless(node, ancestors)) report({ at: keywordOf(code, node), message: ENDLESS });
    });
  });
  return [...findDroppedImports(source, code), ...inCode];
}

/** The `while` of a `do` comes after its body. */
function keywordOf(code: string, node: AnyNode): number {
  return node.type === 'DoWhileStatement' ? code.lastIndexOf('while', node.test.start) : node.start;
}

function findWord(node: AnyNode): string | null {
  const word = node.type === 'Identifier' ? node.name : memberOfGlobal(node);
  return word !== null && FORBIDDEN_WORDS.has(word) ? `\`${word}\` must not be used.` : null;
}

/** `self.eval`, `self['eval']`, and `f.constructor(…)`, which is `Function` if `f` is a function. */
function memberOfGlobal(node: AnyNode): string | null {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    return memberName(node.callee) === 'constructor' ? 'Function' : null;
  }
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
  return GLOBAL_OBJECTS.has(node.object.name) ? memberName(node) : null;
}

function memberName(node: AnyNode & { type: 'MemberExpression' }): string | null {
  const { property, computed } = node;
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  if (property.type === 'Literal') return String(property.value);
  if (property.type !== 'TemplateLiteral' || property.expressions.length > 0) return null;
  return property.quasis[0]?.value.cooked ?? null;
}

/** `import … from 'x'`, `import 'x'`, `export … from 'x'`; `import(x)` could be anything. */
function findImport(node: AnyNode): string | null {
  if (node.type === 'ImportExpression') return 'A module must not be loaded while the tool runs.';
  const isStatement =
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportNamedDeclaration' ||
    node.type === 'ExportAllDeclaration';
  return isStatement && node.source ? findForeign(node.source) : null;
}

function findForeign({ value }: Pick<Literal, 'value'>): string | null {
  const name = String(value);
  if (/^\.\.?\//.test(name) && new URL(name, TOOLS).href.startsWith(OWN_FILES)) return null;
  return `"${name}" must not be imported: a tool has its arguments and its context, and what the server's own files export.`;
}

/** Imports removed with the types: an exported project cannot resolve them either. */
function findDroppedImports(source: string, code: string): ModuleProblem[] {
  return [...source.matchAll(IMPORT)].flatMap((match) => {
    const [text, , name] = match;
    const message = findForeign({ value: name });
    // Those that are still there are in the syntax tree, in a template or in a comment.
    if (message === null || code.includes(text)) return [];
    return [{ ...positionOf(source, match.index + text.search(/\S/)), message }];
  });
}
