/** Characters of Unicode's private use area, which no command contains. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
/** Follows a placeholder that was unquoted in JSON, and hence not a string. */
const BARE = '\uE002';
const MARKED = /\uE000([^\uE000\uE001]*)\uE001/g;
const TYPED = /^(?:\{\{? *([\w.-]+) *\}?\}|<([\w .-]+)>|%7B([\w.-]+)%7D|%3C([\w.-]+)%3E)$/i;
/** A placeholder in JSON: `"age": $AGE`, `[{{ids}}]`. */
const OPEN_VALUE = /([:,[]\s*)(?:\$\{?(\w+)\}?|\{\{ *(\w+) *\}\}|<(\w+)>)(?=\s*[,}\]])/g;

/** Removes placeholder marks from an untrusted text. */
export function withoutPlaceholderMarks(text: string): string {
  return text.replace(/[\uE000-\uE002]/g, '');
}

/** Marks a value that the command leaves open: `$USER_ID`. */
export function markPlaceholder(name: string): string {
  return `${OPEN}${name}${CLOSE}`;
}

/** The text with every unquoted placeholder as a JSON string. */
export function quotePlaceholders(text: string): string {
  const quote = (mark: string) => JSON.stringify(mark + BARE);
  return text
    .replace(MARKED, quote)
    .replace(
      OPEN_VALUE,
      (_all, before: string, ...names: (string | undefined)[]) =>
        before + quote(markPlaceholder(names.find((name) => typeof name === 'string') ?? '')),
    );
}

/** The text for people: `{USER_ID}` for each placeholder. */
export function showPlaceholders(text: string): string {
  return text.replace(MARKED, (_mark, name: string) => `{${name}}`);
}

export function hasPlaceholder(text: string): boolean {
  return text.includes(OPEN);
}

/** Whether a text is a placeholder that was unquoted in JSON. */
export function isBarePlaceholder(text: string): boolean {
  return text.endsWith(CLOSE + BARE);
}

/** The name of a text that is only a placeholder: a shell variable, `{id}`, `{{id}}`, `<id>`; else null. */
export function toPlaceholder(text: string): string | null {
  const marked = /^\uE000([^\uE000\uE001]*)\uE001\uE002?$/.exec(text)?.[1];
  if (marked !== undefined) return marked;
  const typed = TYPED.exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
  return typed?.trim() ?? null;
}
