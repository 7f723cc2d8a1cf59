/** Maximum length of a URI compared with templates; a longer one matches none. */
const MAX_URI_LENGTH = 8_192;

/** Names of a template's variables, in their order. */
export function variablesOf({ uri }: { uri: string }): string[] {
  return [...uri.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/**
 * Matches a URI with a template of RFC 6570, level 1: each `{name}` matches text without `/`, `?` and `#`,
 * and if ambiguous the earlier ones match more. Both texts may be untrusted, so the time is linear: the text
 * between two variables is searched from the end, and only the first place found is tried.
 *
 * @returns the decoded variables, or null if the URI does not match.
 */
export function matchUriTemplate(template: string, uri: string): Map<string, string> | null {
  if (uri.length > MAX_URI_LENGTH) return null;
  // Literal text at even indexes, names between.
  const parts = template.split(/\{([^{}]+)\}/);
  const [first = ''] = parts;
  if (parts.length === 1) return uri === template ? new Map() : null;
  const last = parts.at(-1) ?? '';
  if (!uri.startsWith(first) || !uri.endsWith(last)) return null;
  const found: [name: string, value: string][] = [];
  let end = uri.length - last.length;
  for (let index = parts.length - 2; index > 0; index -= 2) {
    const before = index === 1 ? first.length : endOfLast(uri, parts[index - 1] ?? '', end);
    const value = before === null ? '' : uri.slice(before, Math.max(before, end));
    if (value === '' || /[/?#]/.test(value)) return null;
    found.unshift([parts[index] ?? '', value]);
    end -= value.length + (parts[index - 1] ?? '').length;
  }
  try {
    return new Map(found.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

/** End of the last occurrence of a text that leaves at least one character before `end`. */
function endOfLast(uri: string, text: string, end: number): number | null {
  const latest = end - 1 - text.length;
  const at = latest < 0 ? -1 : uri.lastIndexOf(text, latest);
  return at === -1 ? null : at + text.length;
}
