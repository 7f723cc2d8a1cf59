import type { WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';
import { hasPlaceholder, quotePlaceholders } from '#app/blueprint/import/calls/placeholders.ts';
import { parseJson, toText } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { emptyRequest } from './to-endpoint.ts';

/** Options whose value does not concern the request. */
const PASSED_OVER =
  /^(?:-[ops]|--(?:output|print|style|session|session-read-only|timeout|verify|cert|cert-key|proxy|pretty|format-options|max-redirects|default-scheme|bearer-file|ssl|boundary|http-version))$/;
/** An item of a request: name, separator, value; the longest separator wins. */
const ITEM = /^((?:\\.|[^:=@\\])+)(:=@|=@|==|:=|@|=|:(?!\/\/))([\s\S]*)$/;

/** Reads the words of an HTTPie command after the program's name (httpie.io/docs/cli/request-items). */
export function readHttpieWords(words: readonly string[]): WrittenRequest[] {
  const plain: string[] = [];
  let isForm = false;
  let user: string | null = null;
  let isBearer = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [option = '', inline] = word.split(/=(.*)/s);
    if (/^(?:-a|--auth|--bearer|-A|--auth-type)$/.test(option) || /^-a\S/.test(word)) {
      const value = inline ?? (/^-a\S/.test(word) ? word.slice(2) : (words[++at] ?? ''));
      if (/^(?:-A|--auth-type)$/.test(option)) isBearer ||= value === 'bearer';
      else if (option === '--bearer') isBearer = true;
      else user = value;
    } else if (/^(?:-f|--form|--multipart)$/.test(word)) isForm = true;
    else if (PASSED_OVER.test(option)) at += inline === undefined ? 1 : 0;
    else if (!word.startsWith('-')) plain.push(word);
  }
  const method =
    /^[A-Z]{3,7}$/i.test(plain[0] ?? '') && plain.length > 1
      ? (plain.shift() ?? '').toUpperCase()
      : null;
  const url = plain.shift();
  if (url === undefined) return [];
  const request = emptyRequest(
    'GET',
    url.replace(/^:(?=\d|\/|$)/, 'localhost:').replace(/^localhost:(?=\/)/, 'localhost'),
  );
  readItems(request, plain, isForm);
  const hasBody = request.body !== null || request.parts.length > 0;
  if (isBearer) request.headers.push({ name: 'Authorization', value: 'Bearer' });
  return [
    { ...request, method: method ?? (hasBody ? 'POST' : 'GET'), user: isBearer ? null : user },
  ];
}

function readItems(request: WrittenRequest, items: readonly string[], isForm: boolean): void {
  const properties: JsonObject = {};
  const queries: string[] = [];
  for (const item of items) {
    const [, escaped = '', sign = '', value = ''] = ITEM.exec(item) ?? [];
    const name = escaped.replace(/\\(.)/g, '$1');
    if (sign === ':') request.headers.push({ name, value: value.trim() });
    else if (sign === '==') queries.push(`${encodeURIComponent(name)}=${encodeValue(value)}`);
    else if (sign === '@') request.parts.push({ name, value: '', isFile: true, mediaType: null });
    else if (sign === ':=') properties[name] = parse(value);
    else if (sign === '=' || sign === '=@' || sign === ':=@') properties[name] = value;
  }
  if (queries.length > 0)
    request.url += `${request.url.includes('?') ? '&' : '?'}${queries.join('&')}`;
  const fields = Object.entries(properties);
  if (request.parts.length > 0) {
    request.parts.push(
      ...fields.map(([name, value]) => ({
        name,
        value: toText(value),
        isFile: false,
        mediaType: null,
      })),
    );
  } else if (fields.length > 0) {
    request.body = isForm
      ? fields
          .map(([name, value]) => `${encodeURIComponent(name)}=${encodeValue(toText(value))}`)
          .join('&')
      : JSON.stringify(properties);
  }
}

function encodeValue(text: string): string {
  return hasPlaceholder(text) ? text : encodeURIComponent(text.toWellFormed());
}

function parse(text: string): JsonValue {
  try {
    return parseJson(quotePlaceholders(text));
  } catch {
    return text;
  }
}
