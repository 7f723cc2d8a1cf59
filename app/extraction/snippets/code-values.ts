import { markPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import { toArgumentName } from '#app/extraction/reading/path-notation.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { readCode } from './code-reader.ts';
import type { Code } from './code.ts';

/** Follows a placeholder for any value (see placeholders.ts). */
const BARE = '\uE002';
const MAX_CONSTANTS = 1_000;
const ASSIGNMENT =
  /(?:^|(?<=[\n;{(]))[ \t]*(?:(?:export|public|private|protected|static|final|readonly|val|const|let|var|string|String|auto|my)[ \t]+)*\$?([A-Za-z_][\w$]*(?:(?:\.|->)[A-Za-z_]\w*){0,3})(?:[ \t]*:[ \t]*[\w[\]<>., |]{1,60})?[ \t]*(?::=|=(?![=>]))\s*(?=[^\s=])/g;
/** `with httpx.Client(base_url=BASE) as client:` */
const CONTEXT = /\bwith[ \t]+([\w.]+\([^\n]{0,500}?\))[ \t]+as[ \t]+(\w+)[ \t]*:/g;
/** Wrappers whose argument is the value: `encodeURIComponent(id)`, `str(id)`, `JSON.stringify(x)`. */
const WRAPPER =
  /(?:encodeURI(?:Component)?|String|str|quote(?:_plus)?|JSON\.stringify|json\.dumps|dumps|json_encode|toString|URLSearchParams|urlencode|http_build_query|URL|Uri|parse|trim|strip|rstrip|replace)$/;

/** The constants of a message's code, and the values of expressions with them. */
export class CodeValues {
  readonly #text: string;
  readonly #constants = new Map<string, { at: number; code: Code }[]>();

  constructor(text: string) {
    this.#text = text;
    let count = 0;
    let failed = 0;
    for (const found of text.matchAll(ASSIGNMENT)) {
      if ((count += 1) > MAX_CONSTANTS || failed > 30) break;
      const read = readCode(text, found.index + found[0].length);
      if (!read) failed += 1;
      if (!read || read.code.kind === 'opaque') continue;
      this.#set(found[1] ?? '', found.index, read.code);
    }
    for (const found of [...text.matchAll(CONTEXT)].slice(0, MAX_CONSTANTS)) {
      const read = readCode(text, found.index + found[0].indexOf(found[1] ?? ''));
      if (read) this.#set(found[2] ?? '', found.index, read.code);
    }
  }

  #set(written: string, at: number, code: Code): void {
    const name = written.replace(/->/g, '.').replace(/^(?:this|self)\./, '');
    const known = this.#constants.get(name) ?? [];
    known.push({ at, code });
    this.#constants.set(name, known);
  }

  /** The value last assigned to a name before an offset, or else anywhere. */
  find(name: string, at: number): Code | null {
    const known = this.#constants.get(
      name.replace(/^\$|^(?:this|self)(?:\.|->)#?/g, '').replace(/!$/, ''),
    );
    if (!known) return null;
    return (known.findLast((each) => each.at < at) ?? known[0])?.code ?? null;
  }

  /** Resolves a name to its expression. */
  resolve(code: Code, at: number, depth = 0): Code {
    if (depth > 8) return code;
    if (code.kind === 'name') {
      const found = this.find(code.name, at);
      return found ? this.resolve(found, at, depth + 1) : code;
    }
    if (code.kind === 'call' && code.on && /^(?:to_json|encode|toJson|asJson)$/.test(code.name))
      return this.resolve(code.on, at, depth + 1);
    if (code.kind === 'call' && WRAPPER.test(code.name) && code.args.length === 1 && code.args[0]) {
      return this.resolve(code.args[0], at, depth + 1);
    }
    return code;
  }

  /** An expression as text with placeholders for unknown values; null if it is not text. */
  toText(given: Code, at: number, depth = 0): string | null {
    if (depth > 12) return null;
    const code = this.resolve(given, at, depth);
    const deeper = (each: Code) => this.toText(each, at, depth + 1) ?? open('value');
    if (code.kind === 'text') {
      return code.parts
        .map((part) => (typeof part === 'string' ? part : this.#filled(part.expression, at, depth)))
        .join('');
    }
    if (code.kind === 'value') return String(code.value);
    if (code.kind === 'name') return open(code.name);
    if (code.kind === 'join') return code.parts.map(deeper).join('');
    if (code.kind === 'either') {
      return deeper(
        code.options.find((each) => this.resolve(each, at).kind === 'text') ??
          code.options[0] ??
          given,
      );
    }
    if (code.kind === 'object') return this.#toQuery(code, at);
    if (code.kind === 'call') return this.#callText(code, at, depth);
    return code.kind === 'opaque' ? open(this.#text.slice(code.start, code.end)) : null;
  }

  #callText(code: Extract<Code, { kind: 'call' }>, at: number, depth: number): string | null {
    const [first, second] = code.args;
    if (code.on && (code.name === 'format' || code.name === '%'))
      return this.#format(code, at, depth);
    if (/(?:^|\.)(?:URL|urljoin|resolve)$/.test(code.name) && first && second) {
      const [a = '', b = ''] = [first, second].map(
        (each) => this.toText(each, at, depth + 1) ?? '',
      );
      const [path, base] = /^https?:/.test(a) ? [b, a] : [a, b];
      return path.startsWith('/')
        ? `${base.replace(/^(\w+:\/\/[^/]+).*$/, '$1').replace(/\/$/, '')}${path}`
        : `${base.replace(/\/$/, '')}/${path}`;
    }
    // An environment variable with a fallback.
    if (/(?:getenv|environ\.get|env|Getenv)$/.test(code.name) && second)
      return this.toText(second, at, depth + 1);
    if (/(?:Sprintf|sprintf|String\.format|printf)$/.test(code.name) && first) {
      return this.#format(
        { ...code, name: '%', on: first, args: [{ kind: 'list', items: code.args.slice(1) }] },
        at,
        depth,
      );
    }
    if (WRAPPER.test(code.name) && code.on) return this.toText(code.on, at, depth + 1);
    const named = code.args.findLast((each) => each.kind === 'name');
    return open(named?.kind === 'name' ? named.name : code.name.replace(/^.*\./, ''));
  }

  #filled(expression: string, at: number, depth: number): string {
    const read = /^[\w$.]+$/.test(expression) ? null : readCode(expression, 0);
    const code: Code =
      read && read.end === expression.length ? read.code : { kind: 'name', name: expression };
    return this.toText(code, at, depth + 1) ?? open(expression);
  }

  /** `'/x/{}'.format(id)`, `'/x/%s' % id`. */
  #format(
    { name, on, args, named }: Extract<Code, { kind: 'call' }>,
    at: number,
    depth: number,
  ): string | null {
    const text = on ? this.toText(on, at, depth + 1) : null;
    const given = name === '%' && args[0]?.kind === 'list' ? args[0].items : args;
    const values = given.map((each) => this.toText(each, at, depth + 1) ?? open('value'));
    const names = new Map(
      named.map(([key, value]) => [key, this.toText(value, at, depth + 1) ?? open(key)]),
    );
    let next = 0;
    const pattern = name === '%' ? /%(?:\((\w+)\))?[-.\d]*l?[sdifv]/g : /\{(\w*)(?::[^{}]*)?\}/g;
    return (
      text?.replace(pattern, (all, key?: string) => {
        if (key && names.has(key)) return names.get(key) ?? all;
        const value = key && /^\d+$/.test(key) ? values[Number(key)] : values[next++];
        return value ?? (key ? open(key) : all);
      }) ?? null
    );
  }

  #toQuery(code: Extract<Code, { kind: 'object' }>, at: number): string {
    return code.entries
      .map(([key, value]) => `${encodeURIComponent(key)}=${this.#toQueryValue(value, at)}`)
      .join('&');
  }

  #toQueryValue(code: Code, at: number): string {
    const value = this.toValue(code, at);
    if (typeof value === 'string')
      return value.includes('\uE000')
        ? value.replaceAll(BARE, '')
        : encodeURIComponent(value.toWellFormed());
    return value === null || typeof value === 'object' ? '' : String(value);
  }

  /** Pairs of a query, from an object. */
  toQuery(given: Code, at: number): string {
    const code = this.resolve(given, at);
    return code.kind === 'object' ? this.#toQuery(code, at) : '';
  }

  /** An expression as JSON; unknown values become placeholders. */
  toValue(given: Code, at: number, depth = 0): JsonValue {
    const code = depth > 12 ? given : this.resolve(given, at);
    if (depth > 12) return null;
    if (code.kind === 'value') return code.value;
    if (code.kind === 'list') return code.items.map((each) => this.toValue(each, at, depth + 1));
    if (code.kind === 'object') {
      const object: JsonObject = {};
      for (const [key, value] of code.entries) {
        Object.defineProperty(object, key, {
          value: this.toValue(value, at, depth + 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return object;
    }
    if (code.kind === 'text' || code.kind === 'join') {
      const text = this.toText(code, at) ?? '';
      return /^\uE000[^\uE000\uE001]*\uE001$/.test(text) && code.kind === 'join'
        ? text + BARE
        : text;
    }
    return `${open(code.kind === 'name' ? code.name : 'value')}${BARE}`;
  }
}

function open(expression: string): string {
  return markPlaceholder(toArgumentName(expression) || 'value');
}
