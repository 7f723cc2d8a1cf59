import type { DocumentFormat } from '#app/blueprint/import/import-format.ts';
import { rootKeys } from '#app/blueprint/import/text/root-keys.ts';
import { hasYamlMark } from '#app/blueprint/import/text/yaml-mark.ts';

/** Characters from the beginning that a format must show itself in. */
const MAX_START = 2_000;

const HTML = /^(?:<!doctype html|<html|<head|<body|<\?xml[^>]*\?>\s*<!doctype html)/i;
const XML =
  /^<(?:\?xml\b|!doctype\b|(?:[a-z]\w{0,30}:)?(?:definitions|schema|application|envelope)\b)/i;
const WSDL = /<(?:\w{1,30}:)?definitions\b/;
/** Beginnings of a GraphQL schema: comments, descriptions, its definitions. */
const SDL_START =
  /^(?:#|"""|(?:extend\s+)?(?:schema|type|interface|input|enum|union|scalar|directive)\b)/;
/** Definitions that TypeScript writes in another way. */
const SDL_MARK =
  /^(?:extend[ \t]+)?(?:(?:type|input)[ \t]+\w{1,80}[^={\n]{0,200}\{[ \t\r]*(?:#[^\n]*|\w+[ \t]*[(:][^\n]*)?$|schema[ \t]*\{|scalar[ \t]+\w+[ \t\r]*$|directive[ \t]+@\w)/m;

/** Other formats that are text of their own, each refused by its name. */
export const FOREIGN_MARKUP: readonly DocumentFormat[] = [
  refused('html', 'an HTML page', (text) => isHtml(startOf(text))),
  refused('wsdl', 'XML, probably WSDL', (text) => isXml(text) && WSDL.test(startOf(text))),
  refused('xml', 'XML', isXml),
  refused('raml', 'RAML', (text) => startOf(text).startsWith('#%RAML')),
  refused('api-blueprint', 'an API Blueprint', (text) => startOf(text).startsWith('FORMAT: 1A')),
  refused('graphql', 'a GraphQL schema', (text) => {
    const start = startOf(text);
    return SDL_START.test(start) && SDL_MARK.test(start);
  }),
];

/** Everything that an import refuses by its name, in order of precedence. */
export const FOREIGN_FORMATS: readonly DocumentFormat[] = [
  ...FOREIGN_MARKUP,
  refused('postman-1', 'a Postman collection of version 1', isFirstPostman),
  keyed('asyncapi', 'an AsyncAPI document', 'asyncapi'),
  keyed('arazzo', 'an Arazzo description', 'arazzo'),
  keyed('overlay', 'an OpenAPI Overlay', 'overlay'),
  keyed('swagger-1', 'a Swagger 1.x document', 'swaggerVersion'),
];

/** JSON that describes no API: an import says what it holds instead. */
export const OTHER_JSON = refused('json', 'other JSON', (text) =>
  /^(?:\{\s*(?:["}]|$)|\[\s*(?:["{\]]|$))/.test(text.trimStart()),
);

function refused(id: string, label: string, detect: DocumentFormat['detect']): DocumentFormat {
  return { id, label, detect };
}

/** A format whose root names its version under a key of its own. */
function keyed(id: string, label: string, key: string): DocumentFormat {
  const line = new RegExp(`^["']?${key}["']?\\s*:\\s*["']?\\d`);
  return refused(id, label, (text) => {
    const source = text.trimStart();
    return source.startsWith('{') ? rootKeys(source).has(key) : hasYamlMark(source, line);
  });
}

function startOf(text: string): string {
  return text.trimStart().slice(0, MAX_START);
}

function isHtml(start: string): boolean {
  return HTML.test(start) || (start.startsWith('<!--') && /<html/i.test(start));
}

function isXml(text: string): boolean {
  const start = startOf(text);
  return XML.test(start) && !isHtml(start);
}

function isFirstPostman(text: string): boolean {
  const source = text.trimStart();
  if (!source.startsWith('{')) return false;
  const keys = rootKeys(source);
  return keys.has('requests') && (keys.has('order') || keys.has('folders'));
}
