import type { JsonValue } from '#app/runtime/json.ts';

import { readCode } from './code-reader.ts';
import { CodeValues } from './code-values.ts';
import { closingOf, splitTop } from './split-top.ts';

/** Values that a statement sends, from brackets and appended values. */
export interface Groups {
  query: string[];
  body: [name: string, sample: JsonValue][];
  isForm: boolean;
  hasUser: boolean;
}

const OPTION =
  /^(?:headers|json|data|body|form|form_params|query|params|auth|method|url|uri|base_uri|multipart|timeout|payload|-?[A-Z]+OPT_\w+)$/i;
const PAIR =
  /^\s*(?:["'`:]\s*)?([A-Za-z_$][\w$.[\]-]*)["'`]?\s*(?:=>|:(?!:)|=(?![=>])|\bto\b)\s*([\s\S]+)$/;
const STATEMENT =
  /^\s*(?:const|let|var|val|if|for|return|public|private|func|fn|def|await|using)\b/;
const SENT =
  /(?:json|body|data|form|payload|content|fields|map|new|dict|hash|value|param|object|struct|array|args|H)\w*[^\w\n]{0,20}$/i;
const QUERY = /(?:params|query|search)\w*\b[^,;{}[\]\n]{0,30}$/i;
/** `q.Set("from", from)`, `addQueryParameter("x", y)`, `URLQueryItem(name: "x"`, `params["x"] =`. */
const APPENDED_QUERY =
  /\b(?:(?:q|qs|query|queries|params|parameters|values|v|search\w*)(?:\.|->)(?:add|set|append|put)|\w*(?:\.|->)?\w*quer(?:y|ies)\w*(?:\.\w+)?|URLQueryItem)\(\s*(?:name:\s*)?["']([\w.[\]-]+)["']\s*,|\b(?:params|query)\w*\[["':]+([\w.-]+)["']?\]\s*=/gi;
/** `json.put("name", name)`, `form.addFormDataPart("file", …)`. */
const APPENDED_BODY =
  /\b\w*(?:body|json|form|payload|data|fields)\w*(?:\([^()\n]*\))?\s*(?:\.|->)(?:put|add\w*|append|set)\(\s*["']([\w.[\]-]+)["']\s*,\s*([^\n]*)/gi;
const MAX_GROUPS = 200;

/**
 * Reads pairs of names and values in brackets: `{"a": 1}`, `@{ a = 1 }`, `['a' => 1]`, `mapOf("a" to 1)`.
 */
export function readGroups(code: string): Groups {
  const groups: Groups = { query: [], body: [], isForm: false, hasUser: false };
  let count = 0;
  for (let at = 0; at < code.length && count < MAX_GROUPS; at += 1) {
    if (!'{[('.includes(code.charAt(at))) continue;
    count += 1;
    const end = closingOf(code, at, 8_000);
    const before = /[^;\n]*\n?[^;\n]*$/.exec(code.slice(Math.max(0, at - 80), at))?.[0] ?? '';
    if (/\bauth["']?\s*(?:=>|[:=])\s*$/i.test(before)) groups.hasUser = true;
    if (end === -1) continue;
    const pairs = pairsOf(code.slice(at + 1, end - 1), before);
    const isCall =
      code.charAt(at) === '(' &&
      (pairs.some(([, value]) => /^[[{]/.test(value)) ||
        !/^\(\s*["':]/.test(code.slice(at, at + 40)));
    if (isCall || pairs.length === 0 || pairs.some(([name]) => OPTION.test(name))) continue;
    if (/header\w*\W*$/i.test(before) || pairs.some(([name]) => /^authorization$/i.test(name))) {
      at = end - 1;
    } else if (QUERY.test(before) && !/URLSearchParams\(\s*$/.test(before)) {
      groups.query.push(...pairs.map(([name]) => name));
      at = end - 1;
    } else if (code.charAt(at) !== '(' || SENT.test(before)) {
      groups.body.push(
        ...pairs.map(([name, value]): [string, JsonValue] => [name, sampleOf(value)]),
      );
      groups.isForm ||= /(?:form\w*|http_build_query|urlencode|URLSearchParams)\W*$/i.test(before);
      at = end - 1;
    }
  }
  for (const [, set, indexed] of code.matchAll(APPENDED_QUERY))
    groups.query.push(set ?? indexed ?? '');
  for (const [, name = '', value = ''] of code.matchAll(APPENDED_BODY)) {
    if (!/^[\w-]*-/.test(name)) groups.body.push([name, sampleOf(value)]);
  }
  return { ...groups, query: [...new Set(groups.query)] };
}

function pairsOf(inner: string, before: string): [string, string][] {
  const pieces = splitTop(inner, ',;\n')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '' && !/^(?:\/\/|#)/.test(piece));
  const pairs: [string, string][] = [];
  for (const piece of pieces) {
    const tuple = /^\(\s*["']([\w.-]+)["']\s*,\s*([\s\S]*)\)$/.exec(piece);
    const [, name = '', value = ''] = tuple ?? PAIR.exec(piece) ?? [];
    if (name === '' || STATEMENT.test(piece)) break;
    pairs.push([name, value]);
  }
  if (pairs.length === pieces.length) return pairs;
  const names = pieces.filter((_piece, index) => index % 2 === 0);
  const isFlat = /\bMap\.of\s*$/.test(before) && names.every((name) => /^"[\w.-]+"$/.test(name));
  return isFlat ? names.map((name, index) => [name.slice(1, -1), pieces[index * 2 + 1] ?? '']) : [];
}

function sampleOf(value: string): JsonValue {
  const read = readCode(value.trim(), 0);
  return new CodeValues('').toValue(read?.code ?? { kind: 'name', name: 'value' }, 0);
}
