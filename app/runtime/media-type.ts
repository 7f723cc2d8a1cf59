/** `text/html` of `text/html; charset=utf-8`, in lower case; empty for none. */
export function essenceOf(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** `application/json` and related types, such as `application/problem+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^[a-z]+\/(?:[^;]+\+)?json$/.test(essenceOf(mediaType));
}

export function isFormType(mediaType: string): boolean {
  return essenceOf(mediaType) === 'application/x-www-form-urlencoded';
}

/** Text types that people can read, except JSON. */
export function isTextType(mediaType: string): boolean {
  return (
    mediaType.startsWith('text/') ||
    /[/+](?:xml|yaml|x-yaml|csv|javascript|graphql|x-ndjson|ndjson|jsonl|json-seq|x-www-form-urlencoded|x-sh|sql|toml)$/.test(
      mediaType,
    )
  );
}
