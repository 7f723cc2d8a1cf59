import { FOREIGN_MARKUP, OTHER_JSON } from '#app/blueprint/import/foreign/formats.ts';
import type { DocumentFormat } from '#app/blueprint/import/import-format.ts';
import { OPENAPI, OPENAPI_FRAGMENT } from '#app/blueprint/import/openapi/format.ts';
import { recogniseDocument } from '#app/blueprint/import/recognise-document.ts';

import { blankSpan } from './blank-span.ts';

/** An API description inside a message. */
export interface FoundDocument {
  text: string;
  start: number;
  end: number;
  /** Incomplete: `paths` without `openapi`. */
  isFragment: boolean;
}

const YAML_MARK =
  /^[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?v?\d[\w.+-]*["']?(?:[ \t]*,)?[ \t\r]*(?:#|$)/m;
const YAML_PATHS = /^paths:[ \t]*\r?\n[ \t]+["']?\//m;
/** The first key of a document; the others are recognised by the whole of it. */
const JSON_MARK =
  /\{\s*"(?:(openapi|swagger|paths|info|servers|components)|item|variable|auth|event|collection|asyncapi|arazzo|overlay)"\s*:/g;
const YAML_LINE = /^(?:\s*$|\s*#|\s+\S|["']?[\w$./{}-]+["']?\s*:(?:\s|$)|-\s|---)/;

/** Maximum number of documents in one message, and of objects that are looked at for one of them. */
const MAX_DOCUMENTS = 10;
const MAX_OBJECTS = 20;

/** Finds an OpenAPI or Swagger document, or a part of one with its paths, inside a message. */
function findDocument(text: string): FoundDocument | null {
  const json = findJson(text);
  if (json) return json;
  const mark = YAML_MARK.exec(text) ?? YAML_PATHS.exec(text);
  if (!mark) return null;
  const start = keysBefore(text, mark.index);
  const end = endOfYaml(text, mark.index);
  const body = withoutFence(text.slice(start, end));
  if (!/^[ \t]*["']?paths["']?[ \t]*:/m.test(body)) return null;
  return { text: body, start, end, isFragment: !YAML_MARK.test(body) };
}

function findJson(text: string): FoundDocument | null {
  for (const { index: start, 1: openapiKey } of [...text.matchAll(JSON_MARK)].slice(
    0,
    MAX_OBJECTS,
  )) {
    const found = objectFrom(text, start);
    if (isOtherDocument(recogniseDocument(found.text))) return found;
    if (openapiKey !== undefined && /"paths"\s*:/.test(found.text)) {
      return { ...found, isFragment: !/"(?:openapi|swagger)"\s*:/.test(found.text) };
    }
  }
  return null;
}

function objectFrom(text: string, start: number): FoundDocument {
  const end = closingBrace(text, start);
  return { text: text.slice(start, end), start, end, isFragment: false };
}

/** Finds the documents of a message, in order, and the remaining text. */
export function findDocuments(message: string): { documents: FoundDocument[]; rest: string } {
  const format = recogniseDocument(message);
  const first = isOtherDocument(format) ? firstDocument(message) : findDocument(message);
  const documents: FoundDocument[] = [];
  let rest = message;
  for (let found = first; found && documents.length < MAX_DOCUMENTS;) {
    documents.push(found);
    rest = blankSpan(rest, found.start, found.end);
    found = findDocument(rest);
  }
  const isDescription = format === OPENAPI || format === OPENAPI_FRAGMENT;
  if (!isDescription || documents.length > 0) return { documents, rest };
  return toWhole(message, format === OPENAPI_FRAGMENT);
}

/** The document that a message begins with. Of JSON the end is known, and words may follow. */
function firstDocument(message: string): FoundDocument {
  const start = message.search(/\S/);
  if (message[start] === '{') return objectFrom(message, start);
  return { text: message, start: 0, end: message.length, isFragment: false };
}

/** A document that is recognised by its beginning alone: no OpenAPI, which also stands amid words. */
function isOtherDocument(format: DocumentFormat | null): boolean {
  if (format === null || format === OPENAPI || format === OPENAPI_FRAGMENT) return false;
  return format !== OTHER_JSON && !FOREIGN_MARKUP.includes(format) && format.isRequest !== true;
}

function toWhole(message: string, isFragment: boolean): ReturnType<typeof findDocuments> {
  const end = message.length;
  const rest = blankSpan(message, 0, end);
  return { documents: [{ text: message, start: 0, end, isFragment }], rest };
}

/** Completes a part of a description with the address that the message names. */
export function completeDocument(
  { text, isFragment }: FoundDocument,
  base: string | undefined,
): string {
  if (!isFragment) return text;
  const head = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1.0.0' },
    ...(base ? { servers: [{ url: base }] } : {}),
  };
  if (text.trimStart().startsWith('{')) {
    const lead = JSON.stringify(head).slice(1, -1);
    return text.replace('{', `{${lead},`);
  }
  const servers =
    /^servers:/m.test(text) || !base ? '' : `servers:\n  - url: ${JSON.stringify(base)}\n`;
  const info = /^info:/m.test(text) ? '' : 'info: { title: API, version: 1.0.0 }\n';
  return `openapi: 3.1.0\n${info}${servers}${text}`;
}

/** The fence around a document ends it. */
function withoutFence(body: string): string {
  const trimmed = body.trimEnd();
  const last = trimmed.lastIndexOf('\n') + 1;
  return /^(?:```|~~~)$/.test(trimmed.slice(last).trim()) ? trimmed.slice(0, last) : body;
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (isText) {
      if (char === '\\') index += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}

/** Includes keys such as `info:` above the mark. */
function keysBefore(text: string, mark: number): number {
  let start = mark;
  for (;;) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(before, Math.max(start - 1, before));
    if (
      start === 0 ||
      line.trim() === '' ||
      !/^(?:\s+\S|(?:info|servers|tags|security|components)\s*:)/.test(line)
    )
      return start;
    start = before;
  }
}

function endOfYaml(text: string, mark: number): number {
  let at = text.indexOf('\n', mark) + 1;
  if (at === 0) return text.length;
  while (at < text.length) {
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next === -1 ? text.length : next);
    if (!YAML_LINE.test(line) || YAML_MARK.test(line)) return at;
    if (next === -1) return text.length;
    at = next + 1;
  }
  return text.length;
}
