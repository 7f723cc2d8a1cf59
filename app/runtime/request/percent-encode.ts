/**
 * Reserved characters that stay unescaped: `none` (RFC 6570, simple expansion), those that are harmless in a
 * `query` or a `path` (OpenAPI's `allowReserved`), or `all` text, because the place is not a URL.
 */
export type Unescaped = 'none' | 'query' | 'path' | 'all';

/**
 * `&`, `+`, `#`, `[` and `]` are reserved too, but would change the meaning of a query or are not
 * allowed in one; the same goes for `/`, `?` and more in a path (OpenAPI 3.2, appendix E).
 */
const KEPT = {
  query: /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g,
  path: /%(?:3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g,
};

/** Percent-encodes text as UTF-8; invalid Unicode becomes U+FFFD. */
export function percentEncode(text: string, unescaped: Unescaped = 'none'): string {
  if (unescaped === 'all') return text;
  if (unescaped === 'none') return encodeStrictly(text);
  const kept = KEPT[unescaped];
  // RFC 6570, 3.2.3: existing triplets pass through, a lone % is encoded.
  return text
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      return encodeStrictly(part).replace(kept, (triplet) => decodeURIComponent(triplet));
    })
    .join('');
}

/** Encodes all but the unreserved characters of RFC 3986. */
function encodeStrictly(text: string): string {
  // With the u flag only lone surrogates match, on which encodeURIComponent would throw.
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
