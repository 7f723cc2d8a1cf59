/** The query of an address that somebody pasted: of our own callback page, or bare; null: neither. */
export function readCallbackAddress(text: string, redirectUri: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!URL.canParse(trimmed)) return /(^|[?&])(code|error)=/.test(trimmed) ? bare(trimmed) : null;
  const url = new URL(trimmed);
  const own = new URL(redirectUri);
  if (url.origin !== own.origin || url.pathname !== own.pathname) return null;
  return url.search === '' ? null : bare(url.search);
}

function bare(query: string): string {
  return query.replace(/^\?/, '');
}
