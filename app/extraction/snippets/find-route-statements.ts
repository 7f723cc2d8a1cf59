import { lineEnd, lineStart } from './found.ts';
import type { Span } from './found.ts';
import type { Routers } from './routers.ts';
import { closingOf } from './split-top.ts';

export const VERB = 'get|post|put|patch|delete';
const GROUP = 'route|re_path|path|url|scope|namespace|group|prefix|nest|mount|match|register';
export const RESOURCE = 'api_?resources?|resources?';
/**
 * A keyword of a routing language and the path after it: `get '/x' do`, `.route("/x", …)`, `resources :x`.
 */
const STATEMENT = new RegExp(
  [
    // At the start of a line, in brackets, in a chain, of a router.
    String.raw`(?:(?:^|(?<=[\n{;|]))[ \t]*(?<plain>${VERB}|${GROUP}|${RESOURCE})[ \t]+`,
    String.raw`(?:(?:^|(?<=[\n{;,[]))[ \t]*|(?:(?:^|(?<=\n))[ \t]*|\))\.|[Rr]oute::)(?<called>${VERB}|${GROUP}|${RESOURCE})\(\s*`,
    String.raw`(?<![\w$.@'"\`/-])(?:this\.)?(?<receiver>[A-Za-z_$][\w$]*)(?:\.|->|::)(?:Map)?(?<owned>${VERB}|del|all|route|group|HandleFunc|Handle|resources?|register)(?:<[^<>()\n]{0,80}>)?\(\s*(?:\{[^{}]*?(?:url|path):\s*)?)`,
  ].join('|') +
    String.raw`(?:r?(?<quote>["'\`])(?<path>[^"'\`\n]{0,200})\k<quote>|:(?<symbol>\w+))`,
  'gi',
);
/** A bare method, in a block of a path: `post { … }`. */
const BARE = new RegExp(String.raw`(?<![\w.$"'])(${VERB})[ \t]*(?:\(\)[ \t]*)?(?=\{)`, 'g');
export const IS_VERB = new RegExp(`^(?:${VERB})$`, 'i');
const MAX_STATEMENTS = 300;

/** A call or a line of code that names a path. */
export interface Statement {
  word: string;
  path: string;
  start: number;
  end: number;
  /** Text after the path within the statement. */
  rest: string;
  /** Receiver of the call. */
  receiver: string;
  /** Its block, if any. */
  block: Span | null;
  comment: string;
  /** Start of a comment above it. */
  from: number;
}

/** Finds the statements that define routes, or parts of them, in any language. */
export function findRouteStatements(text: string, routers: Routers): Statement[] {
  const found: Statement[] = [];
  for (const match of [...text.matchAll(STATEMENT)].slice(0, MAX_STATEMENTS)) {
    const { plain, called, owned, receiver = '', path, symbol } = match.groups ?? {};
    const start = match.index + (/^[\s)]*/.exec(match[0])?.[0].length ?? 0);
    const at = match.index + match[0].length;
    const { close, rest } = restOf(
      text,
      match.index + match[0].indexOf('('),
      at,
      plain === undefined,
    );
    if (close === -1 || !isRoute(match, rest, routers)) continue;
    const [, method, own = ''] = /^(?:([A-Z]+)\s+)?(.*)$/.exec(path ?? symbol ?? '') ?? [];
    const word = (method ?? plain ?? called ?? owned ?? '')
      .toLowerCase()
      .replace(/^del$/, 'delete');
    found.push(
      complete(
        text,
        {
          word,
          path: own,
          start,
          rest: `${/\(\s*\{/.test(match[0]) ? match[0] : ''}${rest}`,
          receiver,
        },
        close,
      ),
    );
  }
  for (const match of [...text.matchAll(BARE)].slice(0, MAX_STATEMENTS)) {
    const word = match[1] ?? '';
    const statement = { word, path: '', start: match.index, rest: '', receiver: '' };
    found.push(complete(text, statement, match.index + word.length));
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Text after the path, with chained calls, and its end. */
function restOf(
  text: string,
  open: number,
  at: number,
  isCall: boolean,
): { close: number; rest: string } {
  if (!isCall) return { close: at, rest: text.slice(at, lineEnd(text, at)) };
  const closed = closingOf(text, open, 20_000);
  if (closed === -1) return { close: -1, rest: '' };
  const chained =
    /^(?:\s*(?:->|\.)\w+\([^()\n]*\))*/.exec(text.slice(closed, closed + 1_000))?.[0] ?? '';
  const close = closed + chained.length;
  return { close, rest: text.slice(at, chained === '' ? close - 1 : close) };
}

function isRoute(match: RegExpExecArray, rest: string, routers: Routers): boolean {
  const { plain, called = '', owned, receiver = '', path = '' } = match.groups ?? {};
  if (!/^(?:(?:GET|POST|PUT|PATCH|DELETE)\s+)?(?:[^\s:]*|[^\s:]*\/\S*|:\w+)$/.test(path))
    return false;
  if (/^https?:/.test(path)) return false;
  // Without brackets it has to look like code, not like a sentence.
  if (plain !== undefined) return /^[ \t]*(?:,|=>|do\b|\{|->|#|\/\/|$)/.test(rest);
  if (owned !== undefined) return /^Handle/i.test(owned) || routers.isRouter(receiver, rest);
  const isChained = /^[\s)]*\./.test(match[0]);
  return (
    !isChained ||
    /^(?:route|nest|group|prefix|scope)$/.test(called) ||
    (path.startsWith('/') && /^\s*,/.test(rest))
  );
}

/** Adds a statement's block and its comment: at the end of its line, or in a one-line block. */
function complete(
  text: string,
  statement: Pick<Statement, 'word' | 'path' | 'start' | 'rest' | 'receiver'>,
  at: number,
): Statement {
  const line = text.slice(at, lineEnd(text, at));
  const block = blockOf(text, statement.start, at, line);
  const inner = block ? text.slice(block[0], block[1]) : '';
  const end = block?.[1] ?? at;
  const behind = /^[\s);,]*?(?:#|\/\/)[ \t]*(.*)$/.exec(
    text.slice(end, lineEnd(text, end)).replace(/^[^#/\n]*(?=#|\/\/)/, ''),
  )?.[1];
  const within = inner.includes('\n') ? undefined : /\/\*[ \t]*(.*?)[ \t]*\*\//.exec(inner)?.[1];
  const open = lineStart(text, statement.start);
  const above =
    open === 0 || statement.receiver === ''
      ? null
      : /^[ \t]*(?:#|\/\/)[ \t]*(.*)$/.exec(text.slice(lineStart(text, open - 1), open - 1));
  const isWhole = /^[\s);,\]]*(?:(?:#|\/\/).*)?$/.test(text.slice(end, lineEnd(text, end)));
  const isPlain = block === null && statement.rest === text.slice(at, lineEnd(text, at));
  return {
    ...statement,
    block,
    comment: (behind ?? within ?? above?.[1] ?? '').trim(),
    from:
      above && behind === undefined && within === undefined
        ? lineStart(text, open - 1)
        : statement.start,
    end: isWhole || isPlain ? lineEnd(text, end) : end,
  };
}

/** `{ … }` or `do … end` after a statement. */
function blockOf(text: string, start: number, at: number, line: string): Span | null {
  const brace = /^[^{#\n]*\{/.exec(line);
  if (
    brace &&
    /^[ \t,]*(?:->[ \t]*|=>[ \t]*|(?:(?:->|\.)group\()?(?:function|fn|func)?[ \t]*(?:\([^()]*\))?[ \t]*)?\{$/.test(
      brace[0],
    )
  ) {
    const end = closingOf(text, at + brace[0].length - 1);
    return end === -1 ? null : [at + brace[0].length - 1, end];
  }
  const opened = /\bdo\b(?:[ \t]*\|[^|\n]*\|)?/.exec(line);
  if (!opened) return null;
  const from = at + opened.index + opened[0].length;
  const same = /^[^\n]*?\bend\b/.exec(text.slice(from, lineEnd(text, from)));
  if (same) return [from, from + same[0].length];
  const head = lineStart(text, start);
  const indent = /^[ \t]*/.exec(text.slice(head, start))?.[0] ?? '';
  const end = new RegExp(`\\n${indent}end\\b`).exec(text.slice(from, from + 60_000));
  return end ? [from, from + end.index + end[0].length] : null;
}
