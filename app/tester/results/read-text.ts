import type { JsonValue } from '#app/runtime/definition.ts';
import { parseJson } from '#app/runtime/json.ts';

/** Larger texts are not parsed to be shown: the page would stand still. */
const LARGEST_JSON = 20_000_000;
/** A number that JavaScript would change; the tree would show another one. */
const LONG_NUMBER = /[:[,\s]-?\d{16,}/;
const MARKDOWN =
  /^#{1,6} \S|^\s*[-*+] \S|^\s*\d+\. \S|```|\*\*[^*\n]+\*\*|`[^`\n]+`|!?\[[^\]\n]*\]\([^)\n]+\)|^> |^\|.+\|$/m;

/** How a text can be shown besides as it is. */
export type TextForm =
  | { kind: 'json'; value: JsonValue }
  | { kind: 'markdown' }
  | { kind: 'plain' };

/** Recognises JSON and Markdown, by the media type or by the text. */
export function readTextForm(text: string, mimeType: string | null): TextForm {
  const isJsonType = mimeType !== null && /[/+]json\b/i.test(mimeType);
  if (isJsonType || /^\s*[[{]/.test(text)) {
    const value = readTree(text);
    if (value !== undefined) return { kind: 'json', value };
  }
  if (mimeType !== null && /^text\/(x-)?markdown\b/i.test(mimeType)) return { kind: 'markdown' };
  const mayBeMarkdown = mimeType === null || /^text\/plain\b/i.test(mimeType);
  return mayBeMarkdown && MARKDOWN.test(text.slice(0, 20_000))
    ? { kind: 'markdown' }
    : { kind: 'plain' };
}

function readTree(text: string): JsonValue | undefined {
  if (text.length > LARGEST_JSON || LONG_NUMBER.test(text)) return undefined;
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
