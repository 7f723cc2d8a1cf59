/** Names of a template's variables, in their order. */
export function variablesOf({ uri }: { uri: string }): string[] {
  return [...uri.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/**
 * Matches a URI with a template of RFC 6570, level 1: each `{name}` stands for text without `/`,
 * `?` and `#`.
 *
 * @returns the decoded variables, or null when the URI does not match.
 */
export function matchUriTemplate(template: string, uri: string): Map<string, string> | null {
  const names: string[] = [];
  const source = template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      const name = /^\{([^{}]+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      names.push(name);
      return '([^/?#]+)';
    })
    .join('');
  const match = new RegExp(`^${source}$`).exec(uri);
  if (match === null) return null;
  try {
    return new Map(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]));
  } catch {
    return null;
  }
}
