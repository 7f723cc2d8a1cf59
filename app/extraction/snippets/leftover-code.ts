import { linesOf } from './found.ts';
import type { Span } from './found.ts';
import { readTypes } from './read-types.ts';

/** Four plain words in a row: a sentence, not code. */
export const PROSE = /(?:^|[\s(])(?:\p{L}[\p{L}'’]*,?[ \t]+){3}\p{L}+/u;
const IMPORT =
  /^\s*(?:import\s+(?:[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+)*|[^;]*\bfrom\s*['"][^'"]*['"]|\{[^}]*|\(|"[^"]*"|[\w.*]+;)|from\s+[\w.]+\s+import\s+[\w*(].*|#include\s.*|package\s+[\w.]+|using\s+[\w.]+;|use\s+[\w\\]+;|<\?php)\s*;?\s*$/;
/** Words that begin a line of code, in any number. */
const KEYWORDS =
  /^(?:\s*(?:export|default|public|private|protected|static|async|abstract|final|const|let|var|function|class|def|return|await|if|for|while|with)\b)+/;
const CODE: readonly RegExp[] = [
  // Closing brackets.
  /^\s*[)\]}>;,{(]+\s*$/,
  /^\s*(?:(?:public|private|protected|static|final|export|default|async|abstract)\s+)*(?:const|let|var|val|class|function|func|fn|def|interface|return|raise|throw|try|catch|except|finally|else|elif|if|for|while|with|yield|await|new|module|void|go|defer|package)\b(?:.*[({[;=:,)}\]]|\s*[\w.]*)\s*$/,
  /^\s*(?:(?:public|export|sealed|abstract|final)\s+)+class\s+\w+.*$/,
  // Ends like statements and blocks.
  /[\w)\]"'`]\s*(?:;|\{|=>|=>\s*\{|\}\);?|\}\)+,?)\s*$/,
  /^\s*end\s*$|^\s*[\w.]+(?:\s+\S+)?\s+do\s*$|^\s*\w+\s+:\w+\s*$/,
  // A call, an assignment, a decorator.
  /^\s*(?:await\s+|\.)?[\w$]+(?:\.[\w$]+)*\(.*\)\s*;?\s*$/,
  /^\s*\.[\w$]+\(.*$/,
  /^\s*\$?[A-Za-z_][\w$.]*\s*(?::\s*[\w<>[\]., ]+\s*)?(?:=|:=|\+=)\s*\S.*$/,
  /^\s*[@[][A-Z_a-z][\w.]*(?:\(.*\))?\]?\s*$/,
  /^\s*(?:\/\/|#|\*|\/\*+|\*\/)[\s*=#/-]*$/,
  /^\s*(?:"""|'''|"use \w+";?|'use \w+';?|\.\.\.|pass|…)\s*$/,
];

/** Lines of code around what was read without further information: imports, returns, closing brackets. */
export function findLeftovers(
  original: string,
  rest: string,
  addresses: readonly string[],
): Span[] {
  const types = readTypes(rest);
  const isOfType = (at: number) => types.some(({ start, end }) => start <= at && at < end);
  return linesOf(rest)
    .filter(
      ({ text, at }) =>
        text.trim() !== '' &&
        text.length <= 1_000 &&
        !isOfType(at) &&
        isLeftover(text, original, addresses),
    )
    .map(({ text, at }): Span => [at, at + text.length]);
}

function isLeftover(line: string, original: string, addresses: readonly string[]): boolean {
  const address = /https?:\/\/[^\s"'`<>]+/.exec(line)?.[0].replace(/[/;,)]+$/, '');
  // An address that no request used may be the base of the others.
  if (address !== undefined && !addresses.some((each) => each.startsWith(address))) return false;
  if (IMPORT.test(line)) {
    const single = /^\s*import\s+(\w+)\s*$/.exec(line)?.[1];
    return single === undefined || original.includes(`${single}.`);
  }
  const code = line.replace(/(?:\/\/|\s#).*$/, '').replace(/(["'`])(?:(?!\1).)*\1/g, '""');
  return !PROSE.test(code.replace(KEYWORDS, '')) && CODE.some((pattern) => pattern.test(code));
}

/** Markdown fences with nothing left between them. */
export function findEmptyFences(original: string, rest: string): Span[] {
  const spans: Span[] = [];
  let open: { at: number; isEmpty: boolean } | null = null;
  const before = linesOf(original);
  for (const [index, { text, at }] of linesOf(rest).entries()) {
    if (!/^[ \t]*(?:```|~~~)/.test(before[index]?.text ?? '')) {
      if (open && text.trim() !== '') open.isEmpty = false;
    } else if (open === null) open = { at, isEmpty: true };
    else {
      if (open.isEmpty) spans.push([open.at, at + text.length]);
      open = null;
    }
  }
  return spans;
}
