import type { WrittenRequest } from '#app/blueprint/import/calls/written-request.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { plainText } from './code.ts';
import type { Code } from './code.ts';
import { readCode } from './code-reader.ts';
import type { CodeValues } from './code-values.ts';
import { readGroups } from './read-groups.ts';
import { scanHeaders } from './scan-headers.ts';
import { emptyRequest } from './to-endpoint.ts';

type Call = Extract<Code, { kind: 'call' }>;

const QUERY = /^(?:params|searchParams|query|search_params|qs|queryParams|query_params)$/;
const OPTIONS =
  /^(?:params|searchParams|query|qs|headers|json|body|form|form_params|data|method|type|url|uri|auth|timeout|credentials|files|baseURL|baseUrl|prefixUrl|multipart)$/;
const BASE = /^(?:baseURL|baseUrl|base_url|prefixUrl|prefix_url|base_uri|BaseAddress)$/;

/** A request being read from a call. */
export class RequestDraft {
  method: string | null = null;
  url: string | null = null;
  base: string | null = null;
  readonly #values: CodeValues;
  readonly #at: number;
  readonly #text: string;
  readonly #queries: string[] = [];
  readonly #request: WrittenRequest = emptyRequest('GET', '');

  constructor(values: CodeValues, at: number, text: string) {
    this.#values = values;
    this.#at = at;
    this.#text = text;
  }

  /** `axios.create({ baseURL, headers })`, `httpx.Client(base_url=…)`. */
  takeClient({ args, named }: Call): void {
    const options = args
      .map((each) => this.#values.resolve(each, this.#at))
      .find((each) => each.kind === 'object');
    this.takeOptions([...(options?.kind === 'object' ? options.entries : []), ...named], false);
    this.base ??= this.url;
    this.method = null;
    this.url = null;
  }

  /** `session.headers.update({…})` and `session.auth = (…)` beside the call. */
  takeSession(receiver: string): void {
    if (!/^[\w.]+$/.test(receiver)) return;
    const auth = this.#values.find(`${receiver}.auth`, this.#at);
    if (auth) this.#takeAuth(auth);
    const beside = new RegExp(
      String.raw`\b${receiver.replaceAll('.', String.raw`\.`)}\b[^\n]*header[^\n]*`,
      'gi',
    );
    this.takeStated(this.#text.match(beside)?.join('\n') ?? '');
    const marker = `${receiver}.headers.update(`;
    const at = this.#text.indexOf(marker);
    const update = at === -1 ? null : readCode(this.#text, at + marker.length);
    if (update) this.#takeHeaders(update.code);
  }

  /** Headers set in a piece of code. */
  takeStated(code: string): void {
    const { headers, hasUser } = scanHeaders(code);
    this.#request.headers.push(...headers);
    if (hasUser) this.#request.user = ':';
  }

  /** A body in wrappers: `bytes.NewBuffer([]byte("{…}"))`. */
  takeWrapped(code: string): void {
    const { body } = readGroups(code.replaceAll('\\"', '"'));
    if (this.#request.body === null && this.#request.parts.length === 0 && body.length > 0)
      this.#request.body = JSON.stringify(Object.fromEntries(body));
  }

  /** An argument after the address: options, or the body. */
  takeArgument(given: Code, index: number, method: string | null): void {
    const code = this.#values.resolve(given, this.#at);
    if (code.kind !== 'object') {
      if (method !== null && method !== 'GET' && index === 0 && given.kind !== 'opaque')
        this.#takeBody(given, false);
      return;
    }
    const keys = code.entries.map(([key]) => key);
    const isOptions =
      keys.some((key) => OPTIONS.test(key)) &&
      (method === null || keys.every((key) => OPTIONS.test(key) || BASE.test(key) || index > 0));
    const sends = method !== null && /^(?:POST|PUT|PATCH)$/.test(method);
    // `post(url, { body })` sends a property in axios, an option in ky: the other keys decide.
    if (isOptions || index > 0) this.takeOptions(code.entries, false);
    else if (sends) this.#takeBody(code, false);
    else if (method !== null) this.#queries.push(this.#values.toQuery(code, this.#at));
  }

  takeOptions(entries: readonly [string, Code][], isPython: boolean): void {
    for (const [key, code] of entries) {
      const text = () => this.#values.toText(code, this.#at);
      if (BASE.test(key)) this.base = text();
      else if (/^(?:url|uri)$/.test(key)) this.url = text();
      else if (/^(?:method|type|verb)$/.test(key)) this.method = text()?.toUpperCase() ?? null;
      else if (QUERY.test(key)) this.#queries.push(this.#query(code));
      else if (key === 'headers') this.#takeHeaders(code);
      else if (key === 'auth') this.#takeAuth(code);
      else if (/^(?:json|body|data|content|payload|form|form_params)$/.test(key))
        this.#takeBody(code, key.startsWith('form') || (isPython && key === 'data'));
      else if (key === 'files') this.#takeFiles(code);
    }
  }

  /** `.send({…})`, `.set('X-Key', key)`, `.query({…})` of superagent and similar libraries. */
  takeChain(whole: Code): void {
    for (let step = whole; step.kind === 'call' && step.on; step = step.on) {
      const [first, second] = step.args;
      if (!first) continue;
      if (step.name === 'send') this.#takeBody(first, false);
      else if (step.name === 'query') this.#queries.push(this.#query(first));
      else if (/^(?:set|header)$/.test(step.name) && second) this.#header(plainText(first), second);
    }
  }

  finish(): WrittenRequest | null {
    const base = this.base?.replace(/\/$/, '') ?? null;
    const url = this.url?.replace(/\$\{?([A-Za-z_]\w*)\}?/g, '{$1}') ?? null;
    const isAbsolute = url !== null && /^(?:https?:\/\/|\uE000[^\uE001]*\uE001[/?])/.test(url);
    if (
      url === null ||
      !(isAbsolute || url.startsWith('/') || (base !== null && /^[\w{\uE000]/.test(url)))
    )
      return null;
    const whole = isAbsolute || base === null ? url : `${base}/${url.replace(/^\//, '')}`;
    const query = [...this.#queries, this.#appended()].filter((each) => each !== '').join('&');
    const hasBody = this.#request.body !== null || this.#request.parts.length > 0;
    return {
      ...this.#request,
      method: this.method ?? (hasBody ? 'POST' : 'GET'),
      url: query === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${query}`,
    };
  }

  /** `url.searchParams.set('page', page)` beside the call. */
  #appended(): string {
    const names = [
      ...this.#text
        .slice(0, 100_000)
        .matchAll(/\b\w+\.searchParams\.(?:set|append)\(\s*["'`]([\w.[\]-]{1,60})["'`]/g),
    ];
    return this.#text.includes('new URL(')
      ? names.map((found) => `${found[1] ?? ''}=`).join('&')
      : '';
  }

  #query(given: Code): string {
    const query = this.#values.toQuery(given, this.#at);
    return [query, ...this.#appendedTo(given).map((name) => `${name}=`)]
      .filter((each) => each !== '')
      .join('&');
  }

  /** `form.append('file', file)` for a variable. */
  #appendedTo(given: Code): string[] {
    if (given.kind !== 'name' || !/^\w+$/.test(given.name)) return [];
    const pattern = new RegExp(
      String.raw`\b${given.name}\.(?:append|set)\(\s*["'\`]([\w.[\]-]{1,60})["'\`]`,
      'g',
    );
    return [...this.#text.slice(0, 100_000).matchAll(pattern)].map((found) => found[1] ?? '');
  }

  #takeHeaders(given: Code): void {
    const code = this.#values.resolve(given, this.#at);
    const object = code.kind === 'call' ? code.args[0] : code;
    if (object?.kind === 'object')
      for (const [name, value] of object.entries) this.#header(name, value);
  }

  #header(name: string, value: Code): void {
    const text = this.#values.toText(value, this.#at) ?? '';
    this.#request.headers.push({ name, value: text });
  }

  #takeAuth(given: Code): void {
    const code = this.#values.resolve(given, this.#at);
    const isBearer = code.kind === 'call' && /bearer/i.test(code.name);
    if (isBearer) this.#request.headers.push({ name: 'Authorization', value: 'Bearer' });
    else this.#request.user = ':';
  }

  #takeBody(stated: Code, isForm: boolean): void {
    const isEncodedText = stated.kind === 'call' && stated.name === 'encode' && stated.on;
    const given = isEncodedText ? isEncodedText : stated;
    const appended = this.#appendedTo(given);
    const code = this.#values.resolve(given, this.#at);
    const isFormData = code.kind === 'call' && code.name.endsWith('FormData');
    if (isFormData) {
      this.#request.parts = appended.map((name) => ({
        name,
        value: '',
        isFile: /file|image|photo|document|upload|attachment/i.test(name),
        mediaType: null,
      }));
      return;
    }
    const isEncoded =
      isForm ||
      isPairs(given) ||
      isPairs(given.kind === 'name' ? (this.#values.find(given.name, this.#at) ?? given) : given);
    if (isEncoded) {
      const wrapsJson = given.kind === 'call' && given.name.endsWith('dumps');
      if (!wrapsJson) {
        this.#request.body = this.#query(code) || null;
        return;
      }
    }
    const value = this.#values.toValue(code, this.#at);
    if (isJsonObject(value) || Array.isArray(value)) this.#request.body = JSON.stringify(value);
    else if (code.kind === 'text' && !/^[\w.+-]+\/[\w.+-]+$/.test(plainText(code)))
      this.#request.body = this.#values.toText(code, this.#at);
  }

  #takeFiles(given: Code): void {
    const code = this.#values.resolve(given, this.#at);
    if (code.kind !== 'object') return;
    this.#request.parts.push(
      ...code.entries.map(([name]) => ({ name, value: '', isFile: true, mediaType: null })),
    );
  }
}

function isPairs(code: Code): boolean {
  return code.kind === 'call' && /(?:URLSearchParams|urlencode|http_build_query)$/.test(code.name);
}
