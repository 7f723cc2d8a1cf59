import { blankSecrets } from '#app/blueprint/import/calls/blank-secrets.ts';
import { isObject, listAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** A line of one of Postman's tables: query, headers, fields of a form, variables, settings. */
export interface TableLine {
  name: string;
  value: string;
  description: string;
  isDisabled: boolean;
  /** The line itself, for what only some tables have. */
  line: JsonObject;
}

/** Maximum length of a name; longer ones are dropped. */
const MAX_NAME = 200;

/** The lines under a key that have a name; headers may also be one text, as they are sent. */
export function pairsAt(holder: JsonObject, key: string): TableLine[] {
  const text = stringAt(holder, key);
  if (text !== null) return readHeaderLines(text);
  return listAt(holder, key).flatMap((line) => {
    if (!isObject(line)) return [];
    const name =
      toPlainText(own(line, 'key')) ||
      toPlainText(own(line, 'id')) ||
      toPlainText(own(line, 'name'));
    if (!isName(name)) return [];
    const value = toPlainText(own(line, 'value'));
    const isDisabled = own(line, 'disabled') === true;
    return [{ name, value, description: descriptionOf(line), isDisabled, line }];
  });
}

/** A line that has a name and a value only. */
export function toTableLine(name: string, value: string): TableLine {
  return { name, value, description: '', isDisabled: false, line: {} };
}

export function isName(text: string): boolean {
  return text !== '' && text.length <= MAX_NAME;
}

function readHeaderLines(text: string): TableLine[] {
  return text.split(/\r?\n/).flatMap((each) => {
    const colon = each.indexOf(':');
    const name = each.slice(0, Math.max(colon, 0)).trim();
    const value = each.slice(colon + 1).trim();
    return isName(name) ? [toTableLine(name, value)] : [];
  });
}

/** The settings of a kind of authentication: a table in version 2.1, an object in 2.0. */
export function settingsAt(holder: JsonObject, key: string): Map<string, string> {
  const settings = own(holder, key);
  if (isObject(settings)) {
    return new Map(Object.entries(settings).map(([name, value]) => [name, toPlainText(value)]));
  }
  return new Map(pairsAt(holder, key).map(({ name, value }) => [name, value]));
}

/** The description of anything, without what looks like a secret; empty where there is none. */
export function descriptionOf(holder: JsonObject): string {
  const given = own(holder, 'description');
  const text = isObject(given) ? stringAt(given, 'content') : stringAt(holder, 'description');
  return blankSecrets(text ?? '').trim();
}

/** A text, or what is written as one: numbers and truth values. */
export function toPlainText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
