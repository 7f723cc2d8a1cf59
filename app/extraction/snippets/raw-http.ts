import { markPlaceholder } from '#app/blueprint/import/calls/placeholders.ts';
import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';

import { linesOf } from './found.ts';
import type { Found, Span } from './found.ts';
import { closingOf } from './split-top.ts';
import { emptyRequest, toEndpoint } from './to-endpoint.ts';

const METHOD = '(GET|POST|PUT|PATCH|DELETE|HEAD)';
const MARK = String.raw`^[ \t]*(?:[>|][ \t]+)?`;
const REQUEST = new RegExp(
  String.raw`${MARK}${METHOD}[ \t]+(\S+)(?:[ \t]+(HTTP\/\d(?:\.\d)?))?[ \t]*\r?$`,
);
const BARE_URL = /^(https?:\/\/\S+|\{\{\w+\}\}\S*)[ \t]*\r?$/;
const HEADER = new RegExp(String.raw`${MARK}([A-Za-z][A-Za-z\d-]{1,60}):[ \t]*(\S.*?)?[ \t]*\r?$`);
const KNOWN_HEADER =
  /^(?:Host|Accept|Authorization|Cookie|Content-[A-Za-z]+|User-Agent|X-[\w-]+|[\w]+-[\w-]*Key|Accept-[A-Za-z]+)$/i;
const STATUS = new RegExp(String.raw`^[ \t]*(?:<[ \t]+)?HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b`);
const VARIABLE = /^[ \t]*@([\w.-]+)[ \t]*=[ \t]*(\S.*?)[ \t]*\r?$/;
const TITLE = /^[ \t]*###+[ \t]*(.*?)[ \t]*\r?$/;
const COMMENT = /^[ \t]*(?:#|\/\/)(?!#)/;

const MAX_REQUESTS = 500;

type Line = ReturnType<typeof linesOf>[number];

/** Reads requests in wire format, and the .http files of VS Code and JetBrains. */
export function readRawHttp(text: string): Found {
  const lines = linesOf(text);
  const isFile =
    lines.some((line) => VARIABLE.test(line.text)) ||
    lines.some((line, index) => TITLE.test(line.text) && isNearRequest(lines, index));
  const reader = new HttpReader(text, lines, isFile);
  return reader.read();
}

/** A Markdown heading looks the same: only directly above a request it is a title of a .http file. */
function isNearRequest(lines: readonly Line[], index: number): boolean {
  const next = lines
    .slice(index + 1, index + 6)
    .find((line) => line.text.trim() !== '' && !COMMENT.test(line.text));
  const found = REQUEST.exec(next?.text ?? '');
  return (
    found !== null &&
    /^(?:https?:|\{\{)/.test(found[2] ?? '') &&
    /^###(?!#)/.test(lines[index]?.text.trim() ?? '')
  );
}

class HttpReader {
  readonly #text: string;
  readonly #lines: readonly Line[];
  readonly #isFile: boolean;
  readonly #variables = new Map<string, string>();
  readonly #found: { endpoints: Found['endpoints']; spans: Span[] } = { endpoints: [], spans: [] };
  #at = 0;
  #title: { text: string; index: number } | null = null;

  constructor(text: string, lines: readonly Line[], isFile: boolean) {
    this.#text = text;
    this.#lines = lines;
    this.#isFile = isFile;
    for (const line of isFile ? lines : []) {
      const [, name = '', value = ''] = VARIABLE.exec(line.text) ?? [];
      if (name !== '') this.#variables.set(name, value.replace(/^(["'])(.*)\1$/, '$2'));
    }
  }

  read(): Found {
    while (this.#at < this.#lines.length) this.#step(this.#lines[this.#at]?.text ?? '');
    if (this.#found.endpoints.length > 0)
      this.#consume((line) => this.#isFile && VARIABLE.test(line));
    return this.#found;
  }

  #step(line: string): void {
    const title = this.#isFile ? TITLE.exec(line) : null;
    if (title) this.#title = { text: title[1] ?? '', index: this.#at };
    const named = this.#isFile ? /^[ \t]*(?:#|\/\/)[ \t]*@name[ \t]+(\S+)/.exec(line) : null;
    if (named && this.#title) this.#title.text ||= named[1] ?? '';
    const request = REQUEST.exec(line);
    const bare = this.#isFile ? BARE_URL.exec(line.trim()) : null;
    if (STATUS.test(line)) return this.#passResponse();
    const isRequest =
      request !== null &&
      (request[3] !== undefined ||
        this.#isOfFile(request[2] ?? '') ||
        this.#hasHeaders(this.#at + 1));
    if (!isRequest && !(bare && this.#title)) {
      this.#at += 1;
      return;
    }
    this.#readRequest(request?.[1] ?? 'GET', request?.[2] ?? bare?.[1] ?? '');
  }

  #isOfFile(url: string): boolean {
    return (
      this.#isFile &&
      (/^(?:https?:\/\/|\{\{)/.test(url) || (this.#title !== null && url.startsWith('/')))
    );
  }

  #hasHeaders(index: number): boolean {
    const [, name = '', value = ''] = HEADER.exec(this.#lines[index]?.text ?? '') ?? [];
    return value !== '' && KNOWN_HEADER.test(name);
  }

  #readRequest(method: string, target: string): void {
    const first = this.#at;
    const request = emptyRequest(method, target);
    let host = '';
    for (this.#at += 1; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at]?.text ?? '';
      const continued = /^[ \t]+([?&]\S+)[ \t]*\r?$/.exec(line);
      const [, name = '', value = ''] = HEADER.exec(line) ?? [];
      if (continued) request.url += continued[1] ?? '';
      else if (name === '' || /^https?$/i.test(name)) break;
      else if (name.toLowerCase() === 'host') host = value;
      else if (value !== '') request.headers.push({ name, value: this.#fill(value) });
    }
    request.body = this.#readBody(request.headers);
    request.url = this.#fill(request.url);
    if (host !== '' && request.url.startsWith('/'))
      request.url = `${/^localhost|^127\./.test(host) ? 'http' : 'https'}://${this.#fill(host)}${request.url}`;
    if (this.#found.endpoints.length >= MAX_REQUESTS) return;
    const sketch: EndpointSketch | null = toEndpoint(request, this.#title?.text || null);
    const from = this.#lines[this.#title?.index ?? first]?.at ?? 0;
    this.#title = null;
    if (!sketch) return;
    const last = this.#lines[this.#at - 1];
    this.#found.endpoints.push({ at: this.#lines[first]?.at ?? 0, sketch });
    this.#found.spans.push([from, last ? last.at + last.text.length : from]);
  }

  /** The body after a blank line: JSON up to its last brace, or one line of a form. */
  #readBody(headers: readonly { name: string; value: string }[]): string | null {
    const blank = this.#lines[this.#at];
    if (blank === undefined || !/^[ \t]*(?:[>|][ \t]*)?\r?$/.test(blank.text)) return null;
    const skipped = this.#lines
      .slice(this.#at, this.#at + 4)
      .findIndex((each) => !/^[ \t]*(?:[>|][ \t]*)?\r?$/.test(each.text));
    const start = skipped === -1 ? -1 : this.#at + skipped;
    const line = this.#lines[start];
    if (!line) return null;
    const isForm = headers.some(
      ({ name, value }) => /^content-type$/i.test(name) && /urlencoded/.test(value),
    );
    const isEmpty = headers.some(
      ({ name, value }) => /^content-length$/i.test(name) && value === '0',
    );
    if (isForm && line.text.includes('=')) {
      this.#at = start + 1;
      return this.#fill(line.text.trim());
    }
    const offset = line.at + (line.text.length - line.text.trimStart().length);
    if (isEmpty || !/[{[]/.test(this.#text.charAt(offset)) || line.text.trim().startsWith('{{'))
      return null;
    const end = closingOf(this.#text, offset);
    if (end === -1) return null;
    this.#at = start;
    while ((this.#lines[this.#at]?.at ?? end) < end) this.#at += 1;
    return this.#fill(this.#text.slice(offset, end));
  }

  /** Replaces `{{host}}` by the file's variable; unknown ones stay. */
  #fill(text: string, depth = 0): string {
    return text.replace(/\{\{\$?([\w.-]+)[^{}]*\}\}/g, (_all, name: string) => {
      const value = this.#variables.get(name);
      return value === undefined || depth > 5
        ? markPlaceholder(name)
        : this.#fill(value, depth + 1);
    });
  }

  /** Skips the head of a response; its body may be a sample. */
  #passResponse(): void {
    const first = this.#at;
    for (this.#at += 1; this.#at < this.#lines.length; this.#at += 1) {
      if (!HEADER.test(this.#lines[this.#at]?.text ?? '')) break;
    }
    const last = this.#lines[this.#at - 1];
    this.#found.spans.push([this.#lines[first]?.at ?? 0, last ? last.at + last.text.length : 0]);
  }

  #consume(isOver: (line: string) => boolean): void {
    for (const line of this.#lines) {
      if (isOver(line.text)) this.#found.spans.push([line.at, line.at + line.text.length]);
    }
  }
}
