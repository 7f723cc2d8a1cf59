import { KNOWN_SWITCHES, SHORT_OPTIONS } from '#app/blueprint/import/curl/curl-options.ts';

import { lineEnd, lineStart } from './found.ts';

/** A command in a message, in bash syntax. */
export interface PlacedCommand {
  program: string;
  script: string;
  /** The comment directly above it. */
  comment: string | null;
  start: number;
  end: number;
}

const LEAD = String.raw`(?:^|(?<=[\n\`]))[ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:\`[ \t]*|(?:[$%#>]|PS[^\n>]{0,80}>)[ \t]*)?(?:(?:!|&&|time|sudo)[ \t]+)?`;
const METHOD = '(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)';
const ADDRESS = String.raw`["']?(?:https?:\/\/|:\d|:\/|localhost|\$|\{\{|[\w.-]+\.[a-z]{2,}[\/:?])`;
const STARTS = [
  new RegExp(String.raw`${LEAD}(curl(?:\.exe)?|wget)(?=[ \t]+[^\s])`, 'gi'),
  new RegExp(
    String.raw`(?<=[\s:(\`"'>;&])(curl(?:\.exe)?)(?=[ \t]+(?:['"-]|https?:|\$|\{\{|localhost|\\\r?\n|\^\r?\n|[\w-]+\.\w))`,
    'gi',
  ),
  new RegExp(
    String.raw`${LEAD}(https?|xhs?)(?=[ \t]+(?:-[\w-]+(?:[ =][^\s-]\S*)?[ \t]+){0,6}(?:${METHOD}[ \t]+)?${ADDRESS})`,
    'gi',
  ),
];
/** Maximum number of commands in one message, and of characters searched for their ends. */
const MAX_COMMANDS = 300;
const FUEL = 2_000_000;
const MAX_LENGTH = 60_000;

/** Finds commands that send requests, anywhere in a message, with their continued lines. */
export function findCommands(text: string): PlacedCommand[] {
  const starts = new Map<number, string>();
  for (const pattern of STARTS) {
    for (const found of text.matchAll(pattern)) {
      const program = found[1] ?? '';
      if (starts.size < 5_000)
        starts.set(found.index + found[0].length - program.length, program.toLowerCase());
    }
  }
  const commands: PlacedCommand[] = [];
  let fuel = FUEL;
  let after = 0;
  for (const [start, program] of [...starts].toSorted((a, b) => a[0] - b[0])) {
    if (start < after || commands.length >= MAX_COMMANDS || fuel <= 0) continue;
    const { end, stop, looked } = findEnd(text, start);
    fuel -= looked;
    after = end;
    const comment = commentAbove(text, start);
    const open = lineStart(text, start);
    // A prompt, a bullet and the comment belong to the command; words before it do not.
    const isLead = /^[ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?[`$%#>!]*[ \t]*$/.test(
      text.slice(open, start),
    );
    const isTicked = text.charAt(start - 1) === '`' && text.charAt(end) === '`';
    const from = comment === null ? (isLead ? open : isTicked ? start - 1 : start) : comment.at;
    commands.push({
      program,
      script: toBash(text.slice(start, stop)),
      comment: comment?.text ?? null,
      start: from,
      end: isTicked ? end + 1 : end,
    });
  }
  return commands;
}

function commentAbove(text: string, start: number): { text: string; at: number } | null {
  const open = lineStart(text, start);
  if (open === 0 || !/^[ \t$>]*$/.test(text.slice(open, start))) return null;
  const at = lineStart(text, open - 1);
  const comment = /^[ \t]*(?:#+|\/\/|::|REM)[ \t]+(.{1,200}?)[ \t]*\r?$/i.exec(
    text.slice(at, open - 1),
  );
  return comment && !/\bcurl\b|:\/\//.test(comment[1] ?? '')
    ? { text: comment[1] ?? '', at }
    : null;
}

interface End {
  /** Offset after the command and its pipes. */
  end: number;
  /** Offset after its last word. */
  stop: number;
  looked: number;
}

function findEnd(text: string, start: number): End {
  const opener = /["'`]/.exec(text.charAt(start - 1))?.[0];
  const line = lineEnd(text, start);
  const closed = opener ? text.indexOf(opener, start) : -1;
  // In `code` or "quotes" within a sentence the closing mark ends it.
  if (
    closed !== -1 &&
    closed < line &&
    (opener === '`' || closed === text.lastIndexOf(opener ?? '', line - 1))
  ) {
    return { end: closed, stop: closed, looked: closed - start };
  }
  let quote = '';
  let word = '';
  let before = '';
  for (let at = start; at <= text.length; at += 1) {
    const char = text.charAt(at);
    if (at - start > MAX_LENGTH) break;
    if (quote !== '') {
      if (char === '\\' && quote === '"') at += 1;
      else if (char === quote) quote = '';
      else if (char === '') break;
      continue;
    }
    const continued = /^(?:\\|\^|`)[ \t]*\r?\n/.exec(text.slice(at, at + 12));
    if (continued || /\s/.test(char) || char === '') {
      if (isProse(word, before))
        return { end: at - word.length, stop: at - word.length, looked: at - start };
      if (word !== '') before = word;
      word = '';
      if (continued) at += continued[0].length - 1;
      else if (char === '' || (char === '\n' && !isContinued(text, at)))
        return { end: at, stop: at, looked: at - start };
      continue;
    }
    if (char === '\\') at += 1;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '|' || (/[;&]/.test(char) && /^(?:&|\s|$)/.test(text.charAt(at + 1)))) {
      const isPipe = char === '|' && text.charAt(at + 1) !== '|';
      return {
        end: isPipe ? (line < at ? lineEnd(text, at) : line) : at,
        stop: at,
        looked: at - start,
      };
    }
    word += char;
  }
  // An unclosed quotation mark is literal: the command is one line.
  const stop = Math.min(line, start + MAX_LENGTH);
  return { end: stop, stop, looked: MAX_LENGTH };
}

/** Whether the next line begins with an option, without a continuation mark. */
function isContinued(text: string, at: number): boolean {
  return /^\n[ \t]+--?[A-Za-z][\w-]*[ \t='"]/.test(text.slice(at, at + 60));
}

/** Whether a plain word, neither an address nor an option's value, begins a sentence. */
function isProse(word: string, before: string): boolean {
  if (!/^[\p{L}(–—-][\p{L}',.;:!?()–—-]*$/u.test(word) || /^-{1,2}[A-Za-z]/.test(word))
    return false;
  if (
    /^[a-z]+(?:[.:-][a-z]+)+/i.test(word) ||
    (word.length < 2 && word !== 'I' && word !== '-' && word !== '–' && word !== '—')
  )
    return false;
  if (
    before === '' ||
    /^(?:curl|wget|https?|xhs?)(?:\.exe)?$/i.test(before) ||
    /^[A-Z]+$/.test(word)
  )
    return false;
  if (!before.startsWith('-')) return !/^[\d]*[<>]/.test(before);
  if (before.startsWith('--')) return KNOWN_SWITCHES.has(before.slice(2).replace(/^no-/, ''));
  return !SHORT_OPTIONS.has(before.slice(-1)) || /^-\w*[GI]$/.test(before);
}

/** Converts continued lines and variables of cmd.exe and PowerShell to bash. */
function toBash(script: string): string {
  return script
    .replace(/\r\n?/g, '\n')
    .replace(/[“”]/g, '"')
    .replace(/(?<!\^)[\^`][ \t]*\n/g, '\\\n')
    .replace(/\\[ \t]+\n/g, '\\\n')
    .replace(/\n(?=[ \t]+--?[A-Za-z])/g, (_all, at: number, all: string) =>
      all.charAt(at - 1) === '\\' ? '\n' : '\\\n',
    )
    .replace(/\$env:(\w+)/gi, '$$$1');
}
