import { toSingular, toWords } from '#app/blueprint/words.ts';
import { readType } from '#app/extraction/snippets/type-notation.ts';

import type { ParameterFacts, ParameterSketch } from './sketch.ts';

/** A path template in OpenAPI's notation, with its arguments. */
export interface PathNotation {
  /** Absolute, or a path that starts with `/`; arguments as `{name}`. */
  url: string;
  query: ParameterSketch[];
  path: ParameterSketch[];
}

const MAX_LENGTH = 4_000;

/** Notations of placeholders; their content is in one of the groups. */
const PLACE = new RegExp(
  [
    String.raw`\uE000([^\uE000\uE001]*)\uE001\uE002?`, // a variable of code or a shell
    String.raw`\{\{([^{}]*)\}\}`, // {{id}}
    String.raw`\$\{([^{}]*)\}`, // ${id}
    String.raw`[%#]\{([^{}]*)\}`, // %{id}, #{id}
    String.raw`\{((?:[^{}]|\{[^{}]*\})*)\}`, // {id}, {id:[0-9]{2}}
    String.raw`<([^<>]*)>`, // <id>, <int:id>
    String.raw`\[\[?(?:\.\.\.)?([\w-]+)\]?\]`, // [id], [...slug]
    String.raw`(?<=[/.,;-]):([A-Za-z_]\w*(?:<\w+>)?)(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\??`, // :id, :id(\d+)
    String.raw`%7B(\w+)%7D`,
    String.raw`(%[-.\d]*l{0,2}[sviu]|%\d*d(?![\da-f]))`, // %s, %d
    String.raw`\$([A-Za-z_]\w*)`, // $ID
    String.raw`(?<=/)(\*\*?\w*)(?=/|$)`, // *path
    String.raw`(?<=/)([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|\.\.\.|…)(?=/|$)`, // USER_ID
  ].join('|'),
  'gi',
);
/** A value that is only a placeholder. */
const OPEN_VALUE = new RegExp(`^(?:${PLACE.source}|\\.\\.\\.|…|:\\w+|x{2,}|\\?)$`, 'i');

/** Reads an address or path in any notation: `:id`, `<int:id>`, `[id]`, `%s`, `${id}`, `?a=&b={b}`. */
export function readPathNotation(raw: string): PathNotation {
  const text = raw
    .slice(0, MAX_LENGTH)
    .trim()
    .replace(/\\([\\_*{}[\]<>~.#-])/g, '$1')
    .replace(/&amp;/g, '&')
    .replace(/\((?:\.:format|\.\{format\}|\.:\w+)\)/g, '');
  const { origin, rest } = cutOrigin(text);
  const { path, query } = cutQuery(rest);
  const expanded: string[] = [];
  const plain = path.replace(/\{[?&]([\w.,*-]+)\}/g, (_all, names: string) => {
    expanded.push(...names.split(',').map((name) => `${name.replace(/\*$/, '[]')}=`));
    return '';
  });
  const places = readPlaces(plain);
  return {
    url: `${origin}${places.template}`,
    path: places.path,
    query: unique([...expanded, ...query.split('&')].flatMap(readPair)),
  };
}

function cutOrigin(text: string): { origin: string; rest: string } {
  const absolute = /^(https?:)\/\/(?:[^/?#@\s]*@)?([^/?#\s]*)/i.exec(text);
  if (absolute) {
    const isOpen = /^(?:\uE000[^\uE001]*\uE001|\{\{?\w+\}?\}|<\w+>|\$\{?\w+\}?)$/.test(
      absolute[2] ?? '',
    );
    const rest = text.slice(absolute[0].length);
    return { origin: isOpen ? '' : `${absolute[1]?.toLowerCase()}//${absolute[2]}`, rest: rest };
  }
  // An address that begins with a placeholder for its host is relative to a base given elsewhere.
  const open =
    /^(?:\uE000[^\uE001]*\uE001|\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{[^{}]*\}|<[^<>]*>|\$\w+)(?=\/|$)/.exec(
      text,
    );
  if (open) return { origin: '', rest: text.slice(open[0].length) };
  const local = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?=[/?]|$)/i.exec(text);
  if (local) return { origin: `http://${local[0]}`, rest: text.slice(local[0].length) };
  const host = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?(?=[/?]|$)/i.exec(text);
  if (host) return { origin: `https://${host[0]}`, rest: text.slice(host[0].length) };
  return { origin: '', rest: text };
}

/** Splits off the query; the question mark of an optional placeholder does not count: `{id?}`, `/:id?`. */
function cutQuery(text: string): { path: string; query: string } {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if ('{<('.includes(char)) depth += 1;
    else if ('}>)'.includes(char)) depth -= 1;
    else if (char === '#' && depth === 0 && text.charAt(at + 1) !== '{') {
      return { path: text.slice(0, at), query: '' };
    } else if (char === '?' && depth <= 0 && !/^(?:$|\/)/.test(text.slice(at + 1, at + 2))) {
      const query = text.slice(at + 1).replace(/#(?!\{).*$/s, '');
      return {
        path: text.slice(0, at).replace(/[[(]$/, ''),
        query: query.replace(/^\?+|[\])]$/g, ''),
      };
    }
  }
  return { path: text.replace(/\?$/, (mark) => (/:\w+\?$/.test(text) ? mark : '')), query: '' };
}

function readPlaces(path: string): { template: string; path: ParameterSketch[] } {
  const found: ParameterSketch[] = [];
  const taken = new Set<string>();
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const template = rooted
    .replace(/\/{2,}/g, '/')
    .replace(PLACE, (all: string, ...groups: unknown[]) => {
      const offset = groups.find((each): each is number => typeof each === 'number') ?? 0;
      const inner = groups
        .slice(0, groups.indexOf(offset))
        .find((each) => typeof each === 'string');
      const { name, facts } = readPlace(String(inner ?? ''), rooted.slice(0, offset));
      const argument = uniqueName(name, taken);
      found.push({ name: argument, in: 'path', ...facts, required: true });
      // Keeps what belonged to the surrounding literal text.
      return all.endsWith('/') ? `{${argument}}/` : `{${argument}}`;
    });
  return { template: template === '' ? '/' : template, path: found };
}

function readPlace(inner: string, before: string): { name: string; facts: ParameterFacts } {
  const printf = /^%.*([a-z])$/i.exec(inner)?.[1];
  if (printf) return { name: nameAfter(before), facts: printf === 'd' ? { type: 'integer' } : {} };
  const text = inner
    .trim()
    .replace(/^\*+|\*+$|\?$/g, '')
    .replace(/=.*$/s, '')
    .trim();
  if (inner.startsWith('*') && text === '') return { name: 'path', facts: {} };
  const typed = /^([\w.-]+)<(\w+)>$/.exec(text);
  const [left = '', ...right] = typed ? [typed[1] ?? '', typed[2] ?? ''] : text.split(':');
  const constraint = right.join(':').trim();
  if (constraint === '') {
    const type = /^(?:string|str|int|integer|float|double|bool|boolean)$/.test(left)
      ? readType(left)
      : null;
    // `{string}` names the type of an unnamed placeholder.
    const isType =
      type !== null &&
      !/^(?:path|slug|date|email|url|uri|uuid|file|text|char|list|set|map|object|timestamp)$/.test(
        left,
      );
    return isType
      ? { name: nameAfter(before), facts: pick(type) }
      : { name: toArgumentName(left) || nameAfter(before), facts: {} };
  }
  if (/^\w+$/.test(constraint) && readType(constraint) === null) {
    const type = readType(left);
    if (type) return { name: toArgumentName(constraint), facts: pick(type) };
  }
  const isFlask =
    readType(left) !== null && /^\w+$/.test(constraint) && !/^(?:path|slug)$/.test(left);
  if (isFlask && readType(constraint) === null)
    return { name: toArgumentName(constraint), facts: pick(readType(left) ?? {}) };
  if (/^(?:string|path|slug|any|uuid|int|float|date)$/.test(left) && /^\w+$/.test(constraint)) {
    return { name: toArgumentName(constraint), facts: pick(readType(left) ?? {}) };
  }
  return { name: toArgumentName(left) || nameAfter(before), facts: readConstraint(constraint) };
}

/** Reads a placeholder's constraint: `int`, `int:min(1)`, `\d+`, `[0-9]+`. */
function readConstraint(text: string): ParameterFacts {
  if (/^\^?(?:\\+d|\[0-9\])(?:\+|\{[\d,]+\})\$?$/.test(text)) return { type: 'integer' };
  const minimum = /min\((\d+)\)/.exec(text)?.[1];
  const maximum = /max\((\d+)\)/.exec(text)?.[1];
  return {
    ...pick(readType(text.split(':')[0] ?? '') ?? {}),
    ...(minimum ? { minimum: Number(minimum) } : {}),
    ...(maximum ? { maximum: Number(maximum) } : {}),
  };
}

function pick({ type, format }: ParameterFacts): ParameterFacts {
  return { ...(type ? { type } : {}), ...(format ? { format } : {}) };
}

/** Names an argument after the expression in a placeholder: `user.id` and `USER_ID` are `user_id`. */
export function toArgumentName(text: string): string {
  const inner = /([\w.$\s-]+)\)*(?:!\w)?$/.exec(text.trim())?.[1] ?? text;
  const parts = inner.split('.').filter((part) => /\w/.test(part));
  const last = parts.at(-1) ?? '';
  const owner = parts.length > 1 && /^id$/i.test(last) ? (parts.at(-2) ?? '') : '';
  const isOwner =
    owner !== '' && !/^(?:this|self|params|props|args|input|options|route|query)$/.test(owner);
  const name = (isOwner ? `${owner}_${last}` : last)
    .replace(/[^\w]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /[a-z]/.test(name) ? name : name.toLowerCase();
}

/** Names an argument after the preceding segment: `buoy_id` after `/buoys/`. */
function nameAfter(before: string): string {
  const segment = before
    .split('/')
    .findLast((each) => /[a-z]/i.test(each) && !/[{}<>%$:]/.test(each));
  const words = toWords(segment ?? '');
  const last = words.pop();
  if (last === undefined || /^(?:v\d+|api|rest)$/.test(last)) return 'id';
  return [...words, toSingular(last), 'id'].join('_');
}

function uniqueName(name: string, taken: Set<string>): string {
  let given = name;
  for (let round = 2; taken.has(given); round += 1) given = `${name}${round}`;
  taken.add(given);
  return given;
}

function readPair(pair: string): ParameterSketch[] {
  const cut = pair.indexOf('=');
  const left = decode(cut === -1 ? pair : pair.slice(0, cut))
    .trim()
    .replace(/^[?[(]+/, '');
  const value =
    cut === -1
      ? ''
      : decode(pair.slice(cut + 1))
          .trim()
          .replace(/^\[|\]$/g, '');
  const isList = left.endsWith('[]');
  const bare = left.replace(/\[\]$|[?\])]+$/g, '');
  const named = cut === -1 ? (/^[{<:$]+([\w.-]+)[}>]*$/.exec(bare)?.[1] ?? bare) : bare;
  const name = /^[\w.$-]+(?:\[[\w.-]+\])*$/.test(named) || /^\w+\[\w+$/.test(named) ? named : '';
  if (name === '' || name.length > 100) return [];
  const sent = /^\w+\[\w+$/.test(name) ? `${name}]` : name;
  const facts = isList ? { type: 'array' as const } : readValue(value);
  const optional = left.endsWith('?') ? { required: false } : {};
  return [{ name: sent, in: 'query', ...facts, ...optional, ...(isList ? { sentAs: left } : {}) }];
}

/** Type of a query's value; none for a placeholder. */
function readValue(value: string): ParameterFacts {
  if (value === '') return {};
  if (OPEN_VALUE.test(value)) {
    if (/^%\d*d$/.test(value)) return { type: 'integer' };
    const inner = value.replace(/^\W+|\W+$/g, '');
    const type = readType(inner.split(':').at(-1) ?? '') ?? readUnionOf(inner);
    return type && /^[a-z|]+$/i.test(inner) && inner !== 'path' && inner !== 'slug'
      ? { ...pick(type), ...(type.enum ? { enum: type.enum } : {}) }
      : {};
  }
  const choice = readUnionOf(value);
  if (choice) return choice;
  if (/^yyyy-mm-dd$/i.test(value)) return { type: 'string', format: 'date' };
  if (/^-?\d+\.\.-?\d+$/.test(value)) return readType(value) ?? {};
  if (/^(?:string|str|int|integer|number|float|bool|boolean)$/i.test(value))
    return readType(value) ?? {};
  return { type: typeOfText(value) };
}

function readUnionOf(text: string): ParameterFacts | null {
  if (!/^[\w-]+(?:\|[\w-]+)+$/.test(text)) return null;
  const choices = text.split('|');
  if (choices.every((each) => /^(?:true|false)$/.test(each))) return { type: 'boolean' };
  return { type: 'string', enum: choices };
}

function typeOfText(text: string): 'integer' | 'number' | 'boolean' | 'string' {
  if (/^(?:true|false)$/i.test(text)) return 'boolean';
  if (!/^-?\d{1,15}(?:\.\d{1,6})?$/.test(text)) return 'string';
  if (/^-?\d+$/.test(text)) return /^-?0\d/.test(text) ? 'string' : 'integer';
  return 'number';
}

function unique(parameters: readonly ParameterSketch[]): ParameterSketch[] {
  return [...new Map(parameters.map((each) => [each.name, each])).values()];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
