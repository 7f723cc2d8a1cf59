import type { DocumentFormat } from '#app/blueprint/import/import-format.ts';
import { versionLine } from '#app/blueprint/import/text/root-lines.ts';
import type { TextStart } from '#app/blueprint/import/text/text-start.ts';

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

/** A format that the keys of its root tell. */
interface RootFormat extends DocumentFormat {
  isRoot: (keys: ReadonlySet<string>) => boolean;
}

/** Other formats that are text of their own, each refused by its name. */
export const FOREIGN_MARKUP: readonly DocumentFormat[] = [
  markup('html', 'an HTML page', isHtml),
  markup('wsdl', 'XML, probably WSDL', (start) => isXml(start) && WSDL.test(start)),
  markup('xml', 'XML', isXml),
  markup('raml', 'RAML', (start) => start.startsWith('#%RAML')),
  markup('api-blueprint', 'an API Blueprint', (start) => start.startsWith('FORMAT: 1A')),
  markup('graphql', 'a GraphQL schema', (start) => SDL_START.test(start) && SDL_MARK.test(start)),
];

/** Other formats that are JSON or YAML, each refused by its name too. */
export const FOREIGN_ROOTS: readonly RootFormat[] = [
  rooted(
    'postman-1',
    'a Postman collection of version 1',
    (keys) => keys.has('requests') && (keys.has('order') || keys.has('folders')),
  ),
  versioned('asyncapi', 'an AsyncAPI document', 'asyncapi'),
  versioned('arazzo', 'an Arazzo description', 'arazzo'),
  versioned('overlay', 'an OpenAPI Overlay', 'overlay'),
  versioned('swagger-1', 'a Swagger 1.x document', 'swaggerVersion'),
];

/** Everything that an import refuses by its name, in order of precedence. */
export const FOREIGN_FORMATS: readonly DocumentFormat[] = [...FOREIGN_MARKUP, ...FOREIGN_ROOTS];

/** JSON that describes no API: an import says what it holds instead. */
export const OTHER_JSON: DocumentFormat = {
  id: 'json',
  label: 'other JSON',
  detect: ({ source }) => /^(?:\{\s*(?:["}]|$)|\[\s*(?:["{\]]|$))/.test(source),
};

function markup(id: string, label: string, isStart: (start: string) => boolean): DocumentFormat {
  return { id, label, detect: ({ source }) => isStart(source.slice(0, MAX_START)) };
}

function rooted(id: string, label: string, isRoot: RootFormat['isRoot']): RootFormat {
  return { id, label, isRoot, detect: ({ keys }) => isRoot(keys) };
}

/** A format whose root names its version under a key of its own. */
function versioned(id: string, label: string, key: string): RootFormat {
  const line = versionLine(key);
  const isRoot: RootFormat['isRoot'] = (keys) => keys.has(key);
  const detect = (start: TextStart) => isRoot(start.keys) || start.hasLine(line);
  return { id, label, isRoot, detect };
}

function isHtml(start: string): boolean {
  return HTML.test(start) || (start.startsWith('<!--') && /<html/i.test(start));
}

function isXml(start: string): boolean {
  return XML.test(start) && !isHtml(start);
}
