import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

/**
 * A tool's result as a model reads it: a line for each field, lists of alike objects as tables that name
 * their fields once, and texts without escapes. No text can pose as another line: what has several lines
 * is indented, or stays JSON.
 */
export function toCompactText(value: JsonValue): string {
  if (!isJsonObject(value)) return Array.isArray(value) ? toList(value) : JSON.stringify(value);
  const fields = Object.entries(value);
  const told = fields.filter(([name, field]) => name !== 'problems' || !isEmptyList(field));
  return (told.length > 0 ? told : fields).map(([name, field]) => toField(name, field)).join('\n');
}

function toField(name: string, value: JsonValue): string {
  const label = isPlain(name) ? name : JSON.stringify(name);
  if (typeof value === 'string' && /[\n\r]/.test(value)) {
    return [`${label}:`, ...value.split(/\r\n?|\n/).map((line) => `  ${line}`)].join('\n');
  }
  if (!Array.isArray(value)) {
    return `${label}: ${typeof value === 'string' ? toText(value) : JSON.stringify(value)}`;
  }
  const rows = toRows(value);
  if (rows === null) return `${label}: ${toList(value)}`;
  return `${label}, each ${rows.head}:\n${rows.lines.join('\n')}`;
}

/** A list by itself: names in a line, anything else as JSON. */
function toList(values: readonly JsonValue[]): string {
  if (values.length === 0) return 'none';
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return toText(only);
  const names = values.filter((each) => typeof each === 'string' && /^[\w./{}:*-]+$/.test(each));
  return names.length === values.length ? names.map(String).join(', ') : JSON.stringify(values);
}

/** A table of objects whose fields are flat; null where JSON is shorter, or holds more. */
function toRows(values: readonly JsonValue[]): { head: string; lines: string[] } | null {
  const objects = values.filter(isJsonObject);
  if (objects.length < 2 || objects.length < values.length) return null;
  const names = [...new Set(objects.flatMap(Object.keys))];
  if (!names.every(isPlain) || !objects.every(isFlat)) return null;
  const lines = objects.map((each) =>
    names
      .map((name) => toCell(each[name]))
      .join(' | ')
      .replace(/( \| )+$/, ''),
  );
  const head = names.join(' | ');
  const size = lines.reduce((sum, line) => sum + line.length + 1, head.length);
  return size < JSON.stringify(objects).length ? { head, lines } : null;
}

function isFlat(object: JsonObject): boolean {
  return Object.values(object).every(
    (value) => !isJsonObject(value) && !(Array.isArray(value) && value.some(isJsonObject)),
  );
}

function toCell(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.includes('|') ? JSON.stringify(value) : toText(value);
}

/** A text as it is, where nobody could take it for something else. */
function toText(text: string): string {
  const isOther =
    /[\n\r]|^["\s]|\s$|^$/.test(text) || /^(-?\d[\d.e+-]*|true|false|null)$/i.test(text);
  return isOther ? JSON.stringify(text) : text;
}

function isPlain(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}
