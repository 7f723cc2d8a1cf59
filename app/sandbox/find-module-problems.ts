import { parse } from 'sucrase/dist/parser/index.js';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types.js';

import { closingIndex, positionOf, type Token } from './token-walk.ts';

/** What is wrong in a module, and where; lines and columns count from 1. */
export interface ModuleProblem {
  line: number;
  column: number;
  message: string;
}

/** Calls at the top level that give values which no caller can change. */
const SAFE_CALLS = new Set(['Object.freeze', 'String.raw', 'Symbol', 'BigInt', 'Number', 'String']);
const SAFE_CLASSES = /^(RegExp|TextEncoder|TextDecoder|Intl\.\w+)$/;
const SHARED = 'every caller shares it; keep it inside the function';

/**
 * Why a `code` action's TypeScript must not run: a syntax error, or something at its top level that
 * would carry one caller's values to another (all callers share the isolate).
 */
export function findModuleProblems(source: string): ModuleProblem[] {
  let tokens: Token[];
  try {
    tokens = parse(source, false, true, false).tokens;
  } catch (error) {
    return [toSyntaxProblem(error)];
  }
  const problems: ModuleProblem[] = [];
  tokens.forEach((token, index) => {
    const message = findFault(source, tokens, token, index);
    if (message !== null) problems.push({ ...positionOf(source, token.start), message });
  });
  return problems;
}

function findFault(source: string, tokens: Token[], token: Token, index: number): string | null {
  if (token.isType) return null;
  const text = source.slice(token.start, token.end);
  if (token.type === tt.name && text === 'globalThis') {
    return `\`globalThis\` must not be used: ${SHARED}.`;
  }
  if (token.scopeDepth > 0) return null;
  if (token.type === tt._let || token.type === tt._var) {
    return `\`${text}\` at the top level would be shared state: ${SHARED}, or use \`const\`.`;
  }
  if (token.type === tt._static && !isStaticMethod(tokens, index)) {
    return `A static field would be shared state: ${SHARED}.`;
  }
  if (token.type === tt._new) {
    const name = calleeAfter(source, tokens, index + 1);
    return SAFE_CLASSES.test(name) ? null : `\`new ${name}\` at the top level: ${SHARED}.`;
  }
  if (token.type !== tt.parenL && token.type !== tt.backQuote) return null;
  const name = calleeBefore(source, tokens, index);
  if (name === null || SAFE_CALLS.has(name.replace(/^new /, ''))) return null;
  return name.startsWith('new ') ? null : `The call of \`${name}\` at the top level: ${SHARED}.`;
}

function isStaticMethod(tokens: Token[], index: number): boolean {
  for (let at = index + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.type === tt.parenL) return true;
    if (token?.type === tt.bracketL) at = closingIndex(tokens, at);
    if (token === undefined || [tt.eq, tt.semi, tt.braceL, tt.braceR].includes(token.type))
      return false;
  }
  return false;
}

/** `a.b` in front of a call's bracket; null where the bracket only groups. */
function calleeBefore(source: string, tokens: Token[], index: number): string | null {
  let from = index - 1;
  const last = tokens[from];
  if (last === undefined || last.isType || last.scopeDepth > 0) return null;
  if ([tt.parenR, tt.bracketR, tt.braceR].includes(last.type)) {
    return last.type === tt.braceR ? null : 'an expression';
  }
  if (last.type !== tt.name) return null;
  while (tokens[from - 1]?.type === tt.dot) from -= 2;
  const start = tokens[from];
  if (start === undefined) return null;
  const prefix = tokens[from - 1]?.type === tt._new ? 'new ' : '';
  return prefix + source.slice(start.start, last.end);
}

function calleeAfter(source: string, tokens: Token[], index: number): string {
  let to = index;
  while (tokens[to + 1]?.type === tt.dot) to += 2;
  return source.slice(tokens[index]?.start, tokens[to]?.end);
}

/** Sucrase throws a SyntaxError whose message ends in `(line:column)`. */
function toSyntaxProblem(error: unknown): ModuleProblem {
  const message = error instanceof Error ? error.message : String(error);
  const place = /\((\d+):(\d+)\)$/.exec(message);
  return {
    line: Number(place?.[1] ?? 1),
    column: Number(place?.[2] ?? 1),
    message: `Syntax error: ${message.replace(/^Error transforming .*?: |\s*\(\d+:\d+\)$/g, '')}`,
  };
}
