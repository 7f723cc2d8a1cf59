/** A piece of a text: a word, something in quotes or brackets, or a sign between values. */
export interface TextToken {
  kind: 'word' | 'quoted' | 'json' | 'sign';
  text: string;
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
};

/** Reads the end of what begins at a bracket; the end of the text where nothing closes it. */
function findBracketEnd(text: string, start: number): number {
  const open: string[] = [];
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (CLOSING[sign] !== undefined) open.push(CLOSING[sign]);
    else if (sign === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at + 1;
    }
  }
  return text.length;
}

/** Reads the end of what begins at a quote; null where nothing closes it, as in "it's". */
function findQuoteEnd(text: string, start: number): number | null {
  const closing = QUOTES[text[start] ?? ''];
  const before = text[start - 1] ?? ' ';
  if (closing === undefined || !/[\s,=:(]/.test(before)) return null;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === closing) return at + 1;
  }
  return null;
}

/** The end of a quoted or bracketed piece that begins here; null where none does. */
function findPieceEnd(text: string, at: number): number | null {
  return CLOSING[text[at] ?? ''] === undefined ? findQuoteEnd(text, at) : findBracketEnd(text, at);
}

/** Cuts a text into requests, at line ends, semicolons and "then", but not inside quotes and brackets. */
export function splitRequests(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const end = findPieceEnd(text, at);
    const cut =
      end === null ? /^(?:[\n;]|,?\s+(?:and\s+)?then\s)/i.exec(text.slice(at, at + 20)) : null;
    if (cut) {
      found.push(text.slice(from, at));
      from = at + cut[0].length;
    }
    at = end ?? (cut ? from : at + 1);
  }
  return [...found, text.slice(from)].map((each) => each.trim()).filter((each) => each !== '');
}

/** Cuts a text into tokens. */
export function splitTokens(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? '';
    const end = findPieceEnd(text, at);
    if (/\s/.test(sign)) at += 1;
    else if (end !== null) {
      const piece = text.slice(at, end);
      const isJson = CLOSING[sign] !== undefined;
      tokens.push(
        isJson ? { kind: 'json', text: piece } : { kind: 'quoted', text: unquote(piece) },
      );
      at = end;
    } else if (/[,=&]/.test(sign)) {
      tokens.push({ kind: 'sign', text: sign });
      at += 1;
    } else {
      const [word = sign] = /^[^\s,=]+/.exec(text.slice(at)) ?? [];
      tokens.push({ kind: 'word', text: word });
      at += word.length;
    }
  }
  return tokens;
}

function unquote(piece: string): string {
  return piece.slice(1, -1).replace(/\\(["'`\\])/g, '$1');
}
