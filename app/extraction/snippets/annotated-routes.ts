import { readPathNotation } from '#app/extraction/reading/path-notation.ts';
import type { EndpointSketch, ParameterSketch } from '#app/extraction/reading/sketch.ts';

import { readCode } from './code-reader.ts';
import { plainText } from './code.ts';
import type { Code } from './code.ts';
import { CodeValues } from './code-values.ts';
import { lineEnd, lineStart } from './found.ts';
import type { Found, Span } from './found.ts';
import { readRequestInputs } from './read-request-inputs.ts';
import { readRouteNote } from './route-note.ts';
import { readTypes } from './read-types.ts';
import type { ReadType } from './read-types.ts';
import { hasBody } from './route-methods.ts';
import { readSignature } from './signature.ts';
import { closingOf } from './split-top.ts';

type Call = Extract<Code, { kind: 'call' }>;

/** `@app.get(…)`, `@GetMapping(…)`, `@Get(…)`, `[HttpGet(…)]`, at the start of a line. */
const ROUTE =
  /(?:^|(?<=\n))[ \t]*(?:@|\[)((?:\w+\.)?(?:(?:get|post|put|patch|delete|route|api_route)|(?:Get|Post|Put|Patch|Delete|Request)Mapping|Get|Post|Put|Patch|Delete|Http(?:Get|Post|Put|Patch|Delete)|GET|POST|PUT|PATCH|DELETE))(?=[(\]\s,])/g;
/** Annotation with the base path of a class. */
const CLASS_PATH =
  /(?:^|(?<=\n))[ \t]*(?:@|\[)(?:RequestMapping|Controller|RestController|Route|Path|JsonController)\(([^()\n]*)\)\]?/g;
const METHOD = /get|post|put|patch|delete/i;
const MAX_ROUTES = 500;

interface Handler {
  name: string;
  /** Text between the brackets of its parameters. */
  inner: string;
  body: string;
  end: number;
  /** From JAX-RS' `@Path`. */
  path: string;
}

/** Reads routes annotated at a function: FastAPI, Flask, Spring, NestJS, ASP.NET, JAX-RS. */
export function readAnnotatedRoutes(text: string): Found {
  const matches = [...text.matchAll(ROUTE)].slice(0, MAX_ROUTES);
  return matches.length === 0
    ? { endpoints: [], spans: [] }
    : new AnnotationReader(text).read(matches);
}

class AnnotationReader {
  readonly #text: string;
  readonly #values: CodeValues;
  readonly #types: readonly ReadType[];
  readonly #classes: { at: number; prefix: string; name: string }[];
  readonly #usedTypes = new Set<ReadType>();

  constructor(text: string) {
    this.#text = text;
    this.#values = new CodeValues(text);
    this.#types = readTypes(text);
    this.#classes = this.#findClasses();
  }

  read(matches: readonly RegExpExecArray[]): Found {
    const endpoints: Found['endpoints'] = [];
    const spans: Span[] = [];
    for (const found of matches) {
      const start = found.index + found[0].length - (found[1] ?? '').length;
      const hasArguments = this.#text.charAt(found.index + found[0].length) === '(';
      const read = hasArguments ? readCode(this.#text, start) : null;
      const call: Call =
        read?.code.kind === 'call'
          ? read.code
          : { kind: 'call', name: found[1] ?? '', args: [], named: [], on: null, start };
      const handler = this.#findHandler(read?.end ?? found.index + found[0].length);
      // On a class it is not a route itself.
      if (handler === null || (hasArguments && !read)) continue;
      endpoints.push(
        ...this.#toSketches(call, handler).map((sketch) => ({ at: found.index, sketch })),
      );
      spans.push([found.index, handler.end]);
    }
    const used: Span[] = [...this.#usedTypes].map(({ start, end }) => [start, end]);
    const paths: Span[] =
      endpoints.length > 0 ? this.#classes.map(({ at }) => [at, lineEnd(this.#text, at)]) : [];
    return { endpoints, spans: [...spans, ...used, ...paths] };
  }

  #findClasses(): { at: number; prefix: string; name: string }[] {
    return [...this.#text.matchAll(CLASS_PATH)].flatMap((found) => {
      const at = found.index + found[0].search(/\S/);
      const next = /^[^;{}]{0,600}?\b(?:class|interface)\s+(\w+)/.exec(
        this.#text.slice(found.index + found[0].length, found.index + found[0].length + 700),
      );
      const between = next?.[0] ?? '(';
      // Only annotations stand between it and its class.
      if (/\)\s*(?:->|:)|\w+\s+\w+\s*\(/.test(between.replace(/@\w+\([^()]*\)|\[[^[\]]*\]/g, '')))
        return [];
      const name = next?.[1] ?? '';
      const path = /["'`]([^"'`]*)["'`]/.exec(found[1] ?? '')?.[1] ?? '';
      const prefix = path.replace(/\[controller\]/i, name.replace(/Controller$/, '').toLowerCase());
      return [{ at, prefix: prefix === '' ? '' : `/${prefix.replace(/^\/|\/$/g, '')}`, name }];
    });
  }

  /** The function below an annotation: its name, parameters and body. */
  #findHandler(at: number): Handler | null {
    const more = /(?:\s*[\])])?(?:\s*(?:@\w[\w.]*|\[[A-Z]\w*|#[^\n]*|\/\/[^\n]*|\/\*[^*]*\*\/))?/y;
    let from = at;
    let path = '';
    for (let round = 0; round < 12; round += 1) {
      more.lastIndex = from;
      const found = more.exec(this.#text)?.[0] ?? '';
      from += found.length;
      if (found.trim() === '' || /^\s*[\])]$/.test(found)) break;
      if (this.#text.charAt(from) !== '(') continue;
      const end = closingOf(this.#text, from, 5_000);
      if (end === -1) return null;
      if (found.endsWith('@Path'))
        path = /["']([^"']*)["']/.exec(this.#text.slice(from, end))?.[1] ?? '';
      from = end;
    }
    const signature = /[\s\]]*(?:[\w<>,.?[\]|]+[ \t\n]+){0,8}?([A-Za-z_]\w*)\s*(?=\()/y;
    signature.lastIndex = from;
    const found = signature.exec(this.#text);
    if (!found || /\bclass\b/.test(found[0])) return null;
    const open = from + found[0].length;
    const close = closingOf(this.#text, open, 10_000);
    if (close === -1) return null;
    const end = this.#bodyEnd(close, from);
    return {
      name: found[1] ?? '',
      inner: this.#text.slice(open + 1, close - 1),
      body: this.#text.slice(close, end),
      end,
      path,
    };
  }

  #bodyEnd(close: number, from: number): number {
    const rest = this.#text.slice(close, close + 300);
    const brace = /^[^;{}\n]{0,200}(?:\n\s*)?\{/.exec(rest);
    if (brace && !/^\s*(?:->[^\n:]*)?:/.test(rest.replace(/^:\s*[\w<>[\]| ]+\{/, '{'))) {
      const end = closingOf(this.#text, close + brace[0].length - 1);
      if (end !== -1) return end;
    }
    // Python: the lines indented deeper than the function.
    const head = this.#text.slice(from).search(/\S/) + from;
    const indent = head - lineStart(this.#text, head);
    let end = lineEnd(this.#text, close);
    while (end < this.#text.length) {
      const next = lineEnd(this.#text, end + 1);
      const line = this.#text.slice(end + 1, next);
      if (line.trim() !== '' && line.search(/\S/) <= indent) break;
      if (line.trim() === '' && !/^\n[ \t]+\S/.test(this.#text.slice(next, next + 60))) break;
      end = next;
    }
    return end;
  }

  #toSketches(call: Call, handler: Handler): EndpointSketch[] {
    const [receiver = '', verb = ''] = call.name.includes('.')
      ? call.name.split('.')
      : ['', call.name];
    const named = new Map(call.named);
    const stated =
      call.args.find((each) => each.kind === 'text') ??
      named.get('value') ??
      named.get('path') ??
      named.get('rule');
    const first =
      stated?.kind === 'list' || stated?.kind === 'object'
        ? stated.kind === 'list'
          ? stated.items[0]
          : undefined
        : stated;
    const own = first ? (this.#values.toText(first, call.start) ?? '') : handler.path;
    const isAbsolute = /^[~]/.test(own);
    const prefix = isAbsolute
      ? ''
      : receiver === ''
        ? this.#classPrefix(call.start)
        : this.#routerPrefix(receiver, call.start);
    const joined = `${prefix}/${own.replace(/^[~/]+/, '')}`;
    const path = readPathNotation(
      own === '' || (own === '/' && prefix !== '') ? prefix || '/' : joined,
    );
    const methods = METHOD.exec(verb)?.[0]
      ? [METHOD.exec(verb)?.[0].toUpperCase() ?? 'GET']
      : this.#statedMethods(named);
    const docs = /^[^"']{0,100}?(?:"""|''')\s*([^\n"']{3,200})/.exec(handler.body)?.[1]?.trim();
    const summary = named.get('summary');
    const title = summary ? plainText(summary) : docs;
    return methods.map((method) => {
      const { parameters, aliases, isForm } = this.#readInputs(
        handler.inner,
        handler.body,
        method,
        [...path.path, ...path.query],
      );
      return {
        method,
        url: path.url,
        parameters,
        aliases: [handler.name, ...aliases],
        ...(parameters.some((each) => each.in === 'body')
          ? { body: isForm ? ('multipart' as const) : ('json' as const) }
          : {}),
        ...(title ? { title } : {}),
      };
    });
  }

  #statedMethods(named: ReadonlyMap<string, Code>): string[] {
    const given = named.get('methods') ?? named.get('method');
    const items =
      given?.kind === 'list' ? given.items : given?.kind === 'object' ? [] : given ? [given] : [];
    const methods = items
      .map((each) =>
        (each.kind === 'name' ? each.name.replace(/^.*\./, '') : plainText(each)).toUpperCase(),
      )
      .filter((each) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(each));
    return methods.length > 0 ? methods : ['GET'];
  }

  #classPrefix(at: number): string {
    return this.#classes.findLast((each) => each.at < at)?.prefix ?? '';
  }

  /** Prefix from `APIRouter(prefix=…)`, `Blueprint(…, url_prefix=…)`, `include_router(items, prefix=…)`. */
  #routerPrefix(receiver: string, at: number): string {
    const made = this.#values.find(receiver, at);
    const own =
      made?.kind === 'call'
        ? (made.named.find(([key]) => /^(?:url_)?prefix$/.test(key))?.[1] ?? null)
        : null;
    const mount =
      /(?:include_router|register_blueprint)\(\s*(?:\w+\.)?(\w+)[^()\n]{0,200}?prefix\s*=\s*["']([^"'\n]*)["']/g;
    const above = [...this.#text.matchAll(mount)].find((found) => found[1] === receiver)?.[2] ?? '';
    return `${above}${own ? (this.#values.toText(own, at) ?? '') : ''}`.replace(/\/$/, '');
  }

  #readInputs(
    inner: string,
    body: string,
    method: string,
    path: readonly ParameterSketch[],
  ): { parameters: ParameterSketch[]; aliases: string[]; isForm: boolean } {
    const found = new Map(path.map((each) => [each.name, each]));
    const aliases: string[] = [];
    let isForm = false;
    for (const { sketch, place, model } of readSignature(inner)) {
      const known = found.get(sketch.name);
      if (known?.in === 'path') {
        const { type, format } = sketch;
        found.set(sketch.name, {
          ...known,
          ...(type ? { type } : {}),
          ...(format ? { format } : {}),
        });
        continue;
      }
      if (place === 'injected') continue;
      if (sketch.format === 'binary') isForm = true;
      const type = this.#types.find(({ name }) => name !== null && name === model);
      if (model !== null) aliases.push(model);
      if (type) {
        this.#usedTypes.add(type);
        const where = place === 'query' || !hasBody(method) ? 'query' : 'body';
        for (const each of type.parameters) found.set(each.name, { ...each, in: where });
      } else if (model === null || place === 'query' || place === 'header') {
        if (sketch.type !== undefined || place !== null)
          found.set(sketch.name, {
            ...sketch,
            in: place ?? (sketch.format === 'binary' ? 'body' : 'query'),
          });
      }
    }
    const comment = /^[^\n]*?\/\/[ \t]*(.*)/.exec(body)?.[1] ?? '';
    for (const input of [
      ...readRouteNote(comment, method).parameters,
      ...readRequestInputs(body, method),
    ])
      if (!found.has(input.name)) found.set(input.name, input);
    return { parameters: [...found.values()], aliases, isForm };
  }
}
