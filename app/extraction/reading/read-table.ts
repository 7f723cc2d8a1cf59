import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { Table } from './cut-tables.ts';
import { describeEndpoint } from './describe-endpoint.ts';
import { findMentions } from './find-mentions.ts';
import { scanFacts } from './parameter-facts.ts';
import { toValue } from './to-value.ts';
import { readParameterList } from './parameters.ts';
import { readPlace } from './read-place.ts';
import { readPathNotation } from './path-notation.ts';
import { mergeParameters } from './merge-parameters.ts';
import type { EndpointSketch, ParameterSketch } from './sketch.ts';

/** Kind of a table: one endpoint per row, one argument per row, or neither. */
export type TableReading =
  | { kind: 'endpoints'; endpoints: EndpointSketch[] }
  | { kind: 'parameters'; parameters: ParameterSketch[] }
  | null;

const METHODS =
  /^[`*\s]*(?:GET|POST|PUT|PATCH|DELETE|HEAD)(?:\s*[|,/]\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD))*[`*\s]*$/i;
const ADDRESS = /^[`*\s]*(?:https?:\/\/|\/)\S/;
const REQUEST = /^[`*\s]*(?:GET|POST|PUT|PATCH|DELETE|HEAD)[`*:\s]+(?:https?:\/\/|\/)/i;
const NAME = /^[`*_"\s]*[\p{L}_$][\p{L}\p{N}_.$[\]-]*[`*_"\s]*[?*]?$/u;
const YES = /^(?:y|yes|true|x|✓|✔|✅|required|mandatory|1|ja|oui|si|sí|sim|да|是|必須|必填|○)$/iu;
const NO = /^(?:n|no|false|-|–|✗|✘|❌|optional|0|nein|non|não|nee|否|任意|可选|×|)$/iu;

/** Incomplete: meanings may follow. */
const TYPED =
  '^\\W*(?:<strictType>|<string>|<integer>|<number>|<boolean>|<date>|<dateTime>|<array>';

/** Reads a table by the contents of its columns; headings decide what these leave open. */
export function readTable(table: Table, lx: Lexicon): TableReading {
  const rows = table.rows.filter((row) => row.some((cell) => cell !== ''));
  const isEndpoint = (row: readonly string[]) =>
    row.some((cell) => REQUEST.test(cell)) ||
    row.some(
      (cell) =>
        ADDRESS.test(cell) || (METHODS.test(cell) && row.some((other) => /\/|\{/.test(other))),
    );
  if (rows.some(isEndpoint))
    return { kind: 'endpoints', endpoints: readEndpointRows(rows, isEndpoint, lx) };
  return readParameterRows(rows, lx);
}

function readEndpointRows(
  rows: readonly string[][],
  isEndpoint: (row: readonly string[]) => boolean,
  lx: Lexicon,
): EndpointSketch[] {
  const header = rows[0] && !isEndpoint(rows[0]) ? rows[0] : [];
  const isAnswer = (cell = '') => YES.test(cell.trim()) || NO.test(cell.trim());
  // "Expose? yes / no" says which rows become tools.
  const wanted = header.findIndex(
    (head, index) =>
      lx.rx('<add>|<tool>|<import>|<server>').test(head) &&
      rows.slice(1).every((row) => isAnswer(row[index])),
  );
  return rows
    .filter((row) => isEndpoint(row) && !NO.test((row[wanted] ?? '?').trim()))
    .flatMap((row) => readEndpointRow(row, header, lx));
}

function readEndpointRow(
  row: readonly string[],
  header: readonly string[],
  lx: Lexicon,
): EndpointSketch[] {
  const request = row.findIndex((cell) => REQUEST.test(cell));
  const methodAt = row.findIndex((cell) => METHODS.test(cell));
  const addressAt = request >= 0 ? request : row.findIndex((cell) => ADDRESS.test(cell));
  const fallback = row.findIndex(
    (cell, index) =>
      index !== methodAt && /^[\w-]+(?:\/[\w{}:-]+)*$/.test(cell) && cell.includes('/'),
  );
  const cell = row[addressAt >= 0 ? addressAt : fallback] ?? '';
  const [mention] = findMentions(cell, lx);
  const raw = mention?.target ?? `/${cell.replace(/[`*]/g, '').replace(/^\//, '')}`;
  const { url, query, path } = readPathNotation(raw);
  const methods =
    mention && mention.methods.length > 0
      ? mention.methods
      : ((row[methodAt] ?? 'GET').toUpperCase().match(/[A-Z]+/g) ?? ['GET']);
  const used = new Set([request, methodAt, addressAt >= 0 ? addressAt : fallback]);
  const others = row
    .map((text, index) => ({ text, head: header[index] ?? '', index }))
    .filter(({ text, index }) => !used.has(index) && text !== '');
  return methods
    .filter((method) => method !== 'HEAD')
    .map((method) => {
      const endpoint: EndpointSketch = { method, url, parameters: [...path, ...query] };
      const aliases: string[] = [];
      const hasList = others.some(({ head }) => lx.rx('<argument>|<query>|<body>').test(head));
      for (const { text, head } of others)
        readCell(endpoint, aliases, { text, head, method, hasList }, lx);
      return { ...endpoint, ...(aliases.length > 0 ? { aliases } : {}) };
    });
}

function readCell(
  endpoint: EndpointSketch,
  aliases: string[],
  { text, head, method, hasList }: { text: string; head: string; method: string; hasList: boolean },
  lx: Lexicon,
): void {
  if (/^#?\d{1,4}$/.test(text)) {
    aliases.push(text.replace('#', ''));
    return;
  }
  const isList =
    lx.rx('<argument>|<query>|<body>|<header>|<path>').test(head) &&
    !lx.rx('<describe>').test(head);
  const isName =
    lx.rx('<name>').test(head) ||
    (lx.rx('^\\s*(?:<tool>)\\s*$').test(head) && /^[a-z]\w*[_-]?\w*$/i.test(text));
  if (lx.rx('<response>').test(head)) {
    const kept = readParameterList(text, lx).map(({ name }) => name);
    if (kept.length > 0 && !lx.rx('<whole>|<all>').test(text) && !/\s\w+\s\w+\s/.test(text))
      endpoint.keep = kept;
  } else if (isList) {
    const place = readPlace(head, lx);
    endpoint.parameters.push(...readParameterList(text.replace(/^[-–—]$/, ''), lx, { place }));
  } else if (isName && /^[A-Za-z][\w.-]{1,63}$/.test(text)) endpoint.name = text;
  else if (/^[A-Za-z]+(?:[_.][\w]+)+$/.test(text)) aliases.push(text);
  else {
    const said = describeEndpoint(` ${text}`, method, endpoint.url, lx);
    if (!hasList) endpoint.parameters = mergeParameters(endpoint.parameters, said.parameters);
    if (said.description && (endpoint.description?.length ?? 0) < said.description.length)
      endpoint.description = said.description;
    if (said.confirm) endpoint.confirm = true;
    if (said.keep) endpoint.keep = said.keep;
    aliases.push(text);
  }
}

function readParameterRows(rows: readonly string[][], lx: Lexicon): TableReading {
  const [first = []] = rows;
  const isData =
    first.some((cell) => lx.rx('^\\W*<strictType>\\W*$').test(cell)) ||
    first
      .slice(1)
      .some(
        (cell) =>
          lx.rx('^\\W*(?:<required>|<optional>)\\b').test(cell) &&
          !rows.slice(1).some((row) => YES.test(row[first.indexOf(cell)] ?? '')),
      );
  const [header, body] = isData ? [first.map(() => ''), rows] : [first, rows.slice(1)];
  const isNames = (index: number) => {
    const cells = body.map((row) => row[index] ?? '');
    const areTypes = cells.every(
      (cell) => lx.is('strictType', cell) || lx.is('date', cell) || lx.is('string', cell),
    );
    return (
      body.length > 0 &&
      new Set(cells).size === cells.length &&
      !areTypes &&
      cells.every((cell) => NAME.test(cell) && !YES.test(cell.trim()))
    );
  };
  const nameAt = first.findIndex((_, index) => isNames(index));
  const hasTypes = body.some((row) =>
    row.some(
      (cell, index) => index !== nameAt && (lx.rx(`${TYPED})`).test(cell) || YES.test(cell.trim())),
    ),
  );
  if (nameAt === -1 || body.length === 0 || !hasTypes) return null;
  const column = (index: number) => body.map((row) => row[index] ?? '');
  const roles = header.map((head, index) => roleOf(head, column(index), lx));
  return {
    kind: 'parameters',
    parameters: body.map((row) => readParameterRow(row, nameAt, roles, lx)),
  };
}

type Role = 'presence' | 'absence' | 'default' | 'place' | 'type' | 'choices' | 'text';

function roleOf(head: string, cells: readonly string[], lx: Lexicon): Role {
  if (lx.rx('<default>').test(head)) return 'default';
  const isYesNo = cells.every((cell) => YES.test(cell.trim()) || NO.test(cell.trim()));
  if (isYesNo && lx.rx('<optional>').test(head) && !lx.rx('<required>').test(head))
    return 'absence';
  if (isYesNo && (lx.rx('<required>').test(head) || cells.some((cell) => YES.test(cell.trim()))))
    return 'presence';
  if (
    cells.every(
      (cell) =>
        cell === '' || /^(?:query|path|body|header|cookie|form(?:data)?|url)$/i.test(cell.trim()),
    )
  )
    return 'place';
  if (lx.rx('<oneOf>').test(head) && !lx.rx('<describe>').test(head)) return 'choices';
  const isTyped = cells.filter((cell) => lx.rx(`${TYPED}|<uuid>)`).test(cell)).length;
  return isTyped >= cells.length * 0.6 && cells.every((cell) => cell.length < 40) ? 'type' : 'text';
}

function readParameterRow(
  row: readonly string[],
  nameAt: number,
  roles: readonly Role[],
  lx: Lexicon,
): ParameterSketch {
  const raw = (row[nameAt] ?? '').trim();
  const parameter: ParameterSketch = {
    name: raw.replace(/[`*_"]{1,2}(?=$|\?)|^[`*_"]+|[?*]$/g, ''),
  };
  if (raw.endsWith('?')) parameter.required = false;
  for (const [index, cell] of row.entries()) {
    const text = cell.trim();
    if (index === nameAt || (text === '' && roles[index] !== 'presence')) continue;
    readFactCell(parameter, roles[index] ?? 'text', text, lx);
  }
  return parameter;
}

function readFactCell(parameter: ParameterSketch, role: Role, text: string, lx: Lexicon): void {
  if (role === 'presence' || role === 'absence') {
    parameter.required = (role === 'presence') === YES.test(text);
    return;
  }
  if (role === 'default') {
    if (/^[-–—]$/.test(text)) return;
    parameter.default = toValue(text.replace(/^[`"']|[`"']$/g, ''), parameter.type === 'string');
    return;
  }
  const place = role === 'place' || parameter.in === undefined ? readPlace(text, lx) : undefined;
  if (place && (role === 'place' || text.length < 60)) parameter.in = place;
  if (role === 'place') return;
  const { facts, rest } = scanFacts(
    role === 'choices' && /^[\w.-]+(?:\s*,\s*[\w.-]+)+$/.test(text)
      ? `one of ${text.replaceAll(',', ' |')}`
      : text,
    lx,
  );
  const { type, items, ...others } = facts;
  Object.assign(parameter, others);
  if (type && (role === 'type' || (parameter.type === undefined && !/\s\w+\s/.test(text)))) {
    parameter.type = type;
    if (items) parameter.items = items;
  }
  const isProse =
    role === 'text' && /[\p{L}]{3,}/u.test(rest) && !lx.is('query', text) && !lx.is('path', text);
  if (isProse) parameter.description = text;
}
