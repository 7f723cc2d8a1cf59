import { parse } from 'sucrase/dist/parser/index.js';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types.js';

import type { ModuleProblem } from './find-module-problems.ts';
import { closingIndex, positionOf, type Token } from './token-walk.ts';

/** Words that make code of texts, or leave the module; no server's tool needs them. */
const FORBIDDEN_WORDS: ReadonlySet<string> = new Set([
  'eval',
  'Function',
  'require',
  'WebAssembly',
]);

/** What ends a loop from within. */
const EXITS: ReadonlySet<number> = new Set([tt._break, tt._return, tt._throw]);

/**
 * Why a `code` action's TypeScript is refused before anything of it runs: an import of anything but
 * the server's own files, code made of texts, or a loop that nothing ends. Empty where the text
 * cannot be parsed; that is another check's to say.
 */
export function findForbiddenCode(source: string): ModuleProblem[] {
  const tokens = tryParse(source);
  return tokens.flatMap((token, index) => {
    const message = findFault(source, tokens, token, index);
    return message === null ? [] : [{ ...positionOf(source, token.start), message }];
  });
}

function tryParse(source: string): Token[] {
  try {
    return parse(source, false, true, false).tokens;
  } catch {
    return [];
  }
}

function findFault(source: string, tokens: Token[], token: Token, index: number): string | null {
  if (token.isType) return null;
  const text = source.slice(token.start, token.end);
  const isMember = [tt.dot, tt.questionDot].includes(tokens[index - 1]?.type ?? tt.eof);
  const isKey = tokens[index + 1]?.type === tt.colon;
  if (token.type === tt.name && FORBIDDEN_WORDS.has(text) && !isMember && !isKey) {
    return `\`${text}\` must not be used.`;
  }
  if (token.type === tt._import || token.type === tt._export) {
    return findImport(source, tokens, index);
  }
  if (token.type === tt._while) return isEndless(source, tokens, index) ? ENDLESS : null;
  if (token.type === tt._for) return isEndlessFor(tokens, index) ? ENDLESS : null;
  return null;
}

const ENDLESS = 'This loop never ends: give it a condition, or a break, return or throw.';

/** `import … from 'x'`, `import 'x'`, `export … from 'x'`; `import(x)` could be anything. */
function findImport(source: string, tokens: Token[], index: number): string | null {
  const isImport = tokens[index]?.type === tt._import;
  if (isImport && tokens[index + 1]?.type === tt.parenL) {
    return 'A module must not be loaded while the tool runs.';
  }
  for (let at = index + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.type === tt.semi) return null;
    if (token.type === tt.string) {
      const isSource =
        at === index + 1 || source.slice(tokens[at - 1]?.start, tokens[at - 1]?.end) === 'from';
      const name = source.slice(token.start + 1, token.end - 1);
      if (!isSource || /^\.\.?\//.test(name)) return null;
      return `"${name}" must not be imported: a tool has its arguments and its context, and what the server's own files export.`;
    }
    const isList = [tt.braceL, tt.name, tt.star, tt.comma, tt._as].includes(token.type);
    if (!isList) return null;
    if (token.type === tt.braceL) at = closingIndex(tokens, at);
  }
  return null;
}

/** `while (true)` and `do … while (true)` without a way out. */
function isEndless(source: string, tokens: Token[], index: number): boolean {
  const close = closingIndex(tokens, index + 1);
  const [condition, ...more] = tokens.slice(index + 2, close);
  if (condition === undefined || more.length > 0) return false;
  const text = source.slice(condition.start, condition.end);
  if (!(condition.type === tt._true || /^[1-9]\d*$/.test(text))) return false;
  const body =
    tokens[close + 1]?.type === tt.semi ? bodyBefore(tokens, index) : bodyAfter(tokens, close);
  return !body.some(({ type }) => EXITS.has(type));
}

/** `for (…; ; …)` without a way out. */
function isEndlessFor(tokens: Token[], index: number): boolean {
  const open = index + 1;
  if (tokens[open]?.type !== tt.parenL) return false;
  const close = closingIndex(tokens, open);
  const semicolons: number[] = [];
  for (let at = open + 1; at < close; at += 1) {
    const end = closingIndex(tokens, at);
    if (end > at) at = end;
    else if (tokens[at]?.type === tt.semi) semicolons.push(at);
  }
  const [first, second] = semicolons;
  if (first === undefined || second !== first + 1) return false;
  return !bodyAfter(tokens, close).some(({ type }) => EXITS.has(type));
}

function bodyAfter(tokens: Token[], close: number): Token[] {
  const open = close + 1;
  if (tokens[open]?.type === tt.braceL) return tokens.slice(open, closingIndex(tokens, open));
  const end = tokens.findIndex(({ type }, at) => at >= open && type === tt.semi);
  return tokens.slice(open, end < 0 ? tokens.length : end);
}

/** The block of a `do` whose `while` is at `index`. */
function bodyBefore(tokens: Token[], index: number): Token[] {
  for (let at = index - 1; at >= 0; at -= 1) {
    if (tokens[at]?.type === tt._do && closingIndex(tokens, at + 1) === index - 1) {
      return tokens.slice(at, index);
    }
  }
  // An empty body after `while (true);`
  return [];
}
