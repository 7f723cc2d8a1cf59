/** A line within JSON: it begins with a key, a value or a bracket. */
const JSON_LINE = /^\s*(?:["{}[\],\d-]|true|false|null|$)/;

/** Deeper nesting is not expected in a request body. */
const MAX_DEPTH = 40;

interface Cut {
  /** End of the last complete value, and of the JSON. */
  whole: number;
  at: number;
  /** Closing text for open brackets and quotation marks. */
  closing: string;
  quote: string;
}

/** Completes truncated JSON, so that the existing part can be read. */
export function closeJson(text: string): string {
  const start = text.search(/\{\s*"/);
  const cut = start === -1 ? null : findCut(text, start);
  if (!cut) return text;
  const { whole, at, closing, quote } = cut;
  const shell = text.charAt(start - 1) === "'" && !text.slice(start).includes("'") ? "'" : '';
  const found = [text.slice(start, at).trimEnd() + quote, text.slice(start, whole)]
    .map((json) => json + closing)
    .find(isJson);
  return found === undefined ? text : `${text.slice(0, start)}${found}${shell}${text.slice(at)}`;
}

/** Position at which JSON is truncated; null if all brackets close, or too many do. */
function findCut(text: string, start: number): Cut | null {
  const open: string[] = [];
  let isText = false;
  let whole = start;
  let cut: Cut | null = null;
  const cutAt = (at: number): Cut => ({
    whole,
    at,
    closing: open.toReversed().join(''),
    quote: isText ? '"' : '',
  });
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n' && !cut && (isText || !JSON_LINE.test(lineAt(text, at + 1)))) cut = cutAt(at);
    if (char === '"') isText = !isText;
    else if (isText && char === '\\') at += 1;
    if (isText || char === '"') continue;
    if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') open.pop();
    if (open.length === 0 || open.length > MAX_DEPTH) return null;
    if (!cut && ',{[}]'.includes(char)) whole = char === ',' ? at : at + 1;
  }
  return cut ?? cutAt(text.length);
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
