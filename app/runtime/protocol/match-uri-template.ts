/** Characters of a URI that is compared with templates; a longer one is nobody's. */
const MAX_URI_LENGTH = 8_192;

/** Names of a template's variables, in their order. */
export function variablesOf({ uri }: { uri: string }): string[] {
  return [...uri.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/**
 * Matches a URI with a template of RFC 6570, level 1: each `{name}` stands for text without `/`,
 * `?` and `#`, and where that leaves a choice the earlier ones get more. Both texts may come from
 * strangers, so that it takes no longer than reading them does: what stands between two variables
 * is looked for from the end, and the first place found is the only one worth a try.
 *
 * @returns the decoded variables, or null when the URI does not match.
 */
export function matchUriTemplate(template: string, uri: string): Map<string, string> | null {
  if (uri.length > MAX_URI_LENGTH) return null;
  // Fixed text at even places, names between.
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

/** Where the last occurrence of a text ends that leaves at least one character before `end`. */
function endOfLast(uri: string, text: string, end: number): number | null {
  const latest = end - 1 - text.length;
  const at = latest < 0 ? -1 : uri.lastIndexOf(text, latest);
  return at === -1 ? null : at + text.length;
}
