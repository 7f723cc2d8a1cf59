import { parse } from 'sucrase/dist/parser/index.js';
import { IdentifierRole } from 'sucrase/dist/parser/tokenizer/index.js';
import { ContextualKeyword } from 'sucrase/dist/parser/tokenizer/keywords.js';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types.js';

import { closingIndex, positionOf, type Token } from './token-walk.ts';

/** Text that goes in at an offset of the source. */
interface Insertion {
  at: number;
  text: string;
}

/** A module with a loop budget, and where its places were before. */
export interface GuardedModule {
  code: string;
  /** Line and column of the source for those of the code; all count from 1. */
  locate: (line: number, column: number) => { line: number; column: number };
}

/**
 * Puts a budget into every loop and function of a JavaScript module, so that endless code ends with
 * an error, and freezes what the module's top level shares among callers. Lines stay where they are.
 *
 * @param budgetModule specifier of the bundled `loop-budget-entry.ts`.
 * @throws SyntaxError when the text is not a module.
 */
export function guardLoops(source: string, budgetModule: string): GuardedModule {
  const file = parse(source, false, false, false);
  const { tokens } = file;
  const tick = unusedName(source, '$tick');
  const enter = unusedName(source, '$enter');
  const freeze = unusedName(source, '$freeze');
  const names = `tick as ${tick},enter as ${enter},freeze as ${freeze}`;
  const budget = `import{${names}}from${JSON.stringify(budgetModule)};`;
  const insertions: Insertion[] = [{ at: 0, text: budget }];
  for (let index = 0; index < tokens.length; index += 1) {
    const type = tokens[index]?.type;
    if (type === tt._while) insertions.push(...guardCondition(tokens, index + 1, tick));
    if (type === tt._for) insertions.push(...guardFor(tokens, index, tick));
  }
  for (const scope of file.scopes) {
    if (!scope.isFunctionScope || scope.endTokenIndex === tokens.length) continue;
    insertions.push(...guardFunction(tokens, scope, enter));
  }
  const freezing = topLevelNames(source, tokens).map((name) => `\n${freeze}(${name});`);
  insertions.push({ at: source.length, text: freezing.join('') });
  return splice(source, insertions);
}

/** `while (a)` becomes `while ($tick() && (a))`. */
function guardCondition(tokens: Token[], open: number, tick: string): Insertion[] {
  const from = tokens[open];
  const to = tokens[closingIndex(tokens, open)];
  if (from === undefined || to === undefined) return [];
  return [
    { at: from.end, text: `${tick}()&&(` },
    { at: to.start, text: ')' },
  ];
}

function guardFor(tokens: Token[], index: number, tick: string): Insertion[] {
  const isAwait = tokens[index + 1]?.type !== tt.parenL;
  const open = isAwait ? index + 2 : index + 1;
  const close = closingIndex(tokens, open);
  const semicolons = indexesAtDepth(tokens, open, close, (token) => token.type === tt.semi);
  const [first, second] = semicolons.map((at) => tokens[at]);
  if (first !== undefined && second !== undefined) {
    const isEmpty = semicolons[1] === (semicolons[0] ?? 0) + 1;
    if (isEmpty) return [{ at: first.end, text: `${tick}()` }];
    return [
      { at: first.end, text: `${tick}()&&(` },
      { at: second.start, text: ')' },
    ];
  }
  return guardForOf(tokens, open, close, isAwait, tick);
}

/** `for (x of xs)` walks a generator that takes a round for each item; `for (x in y)` is finite. */
function guardForOf(
  tokens: Token[],
  open: number,
  close: number,
  isAwait: boolean,
  tick: string,
): Insertion[] {
  const declared = [tt._const, tt._let, tt._var].includes(tokens[open + 1]?.type ?? tt.eof);
  const binding = open + (declared ? 2 : 1);
  const [of] = indexesAtDepth(
    tokens,
    open,
    close,
    (token, at) => at > binding && (token.type === tt._in || isOf(token)),
  );
  const word = of === undefined ? undefined : tokens[of];
  const end = tokens[close];
  if (word === undefined || end === undefined || word.type === tt._in) return [];
  const walk = isAwait
    ? `(async function*($i){for await(const $v of $i){${tick}();yield $v}})`
    : `(function*($i){for(const $v of $i){${tick}();yield $v}})`;
  return [
    { at: word.end, text: ` ${walk}(` },
    { at: end.start, text: ')' },
  ];
}

/** A body in braces takes a round first; `=> a` becomes `=> ($enter(), a)`. */
function guardFunction(
  tokens: Token[],
  scope: { startTokenIndex: number; endTokenIndex: number },
  enter: string,
): Insertion[] {
  const first = tokens[scope.startTokenIndex];
  if (first?.type === tt.braceL) return [{ at: first.end, text: `${enter}();` }];
  let arrow = scope.startTokenIndex;
  if (tokens[arrow + 1]?.type !== tt.arrow && first?.type === tt.name) arrow += 1;
  if (tokens[arrow]?.type === tt.parenL) arrow = closingIndex(tokens, arrow);
  arrow += 1;
  const last = tokens[scope.endTokenIndex - 1];
  const sign = tokens[arrow];
  if (sign?.type !== tt.arrow || last === undefined) return [];
  if (tokens[arrow + 1]?.type === tt.braceL) return [];
  return [
    { at: sign.end, text: `(${enter}(),` },
    { at: last.end, text: ')' },
  ];
}

function indexesAtDepth(
  tokens: Token[],
  open: number,
  close: number,
  matches: (token: Token, index: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let index = open + 1; index < close; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const end = closingIndex(tokens, index);
    if (end > index) index = end;
    else if (matches(token, index)) found.push(index);
  }
  return found;
}

/** Names that the module's top level declares. */
function topLevelNames(source: string, tokens: Token[]): string[] {
  return tokens
    .filter((token) => token.identifierRole === IdentifierRole.TopLevelDeclaration)
    .map((token) => source.slice(token.start, token.end));
}

function isOf(token: Token): boolean {
  return token.type === tt.name && token.contextualKeyword === ContextualKeyword._of;
}

function unusedName(source: string, name: string): string {
  return source.includes(name) ? unusedName(source, `${name}$`) : name;
}

function splice(source: string, insertions: Insertion[]): GuardedModule {
  const sorted = insertions.toSorted((a, b) => a.at - b.at);
  let code = '';
  let from = 0;
  for (const { at, text } of sorted) {
    code += source.slice(from, at) + text;
    from = at;
  }
  code += source.slice(from);
  return {
    code,
    locate: (line, column) => positionOf(source, toSourceOffset(code, sorted, line, column)),
  };
}

function toSourceOffset(code: string, sorted: Insertion[], line: number, column: number): number {
  const lines = code.split('\n').slice(0, line - 1);
  const offset = lines.reduce((sum, text) => sum + text.length + 1, column - 1);
  let added = 0;
  for (const { at, text } of sorted) {
    if (at + added >= offset) break;
    added += Math.min(text.length, offset - at - added);
  }
  return offset - added;
}
