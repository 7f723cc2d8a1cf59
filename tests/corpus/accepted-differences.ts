import type { OracleQuestion } from './ask-oracle.ts';
import type { Difference } from './compare-requests.ts';
import { isDeepObject } from './deep-object.ts';
import { isObject, listOf, textOf } from './document-operations.ts';
import { isDefault, isEmptyList, isSharedMember } from './given-values.ts';
import { SECRET } from './send-call.ts';
import { decoded, parts } from './written-values.ts';

/** A kind of difference from the oracle in which the specifications are on our side, or on nobody's. */
export interface AcceptedDifference {
  id: string;
  /** The paragraph that decides it. */
  decidedBy: string;
  /** `all` are the differences of the whole request. */
  covers: (difference: Difference, question: OracleQuestion, all: readonly Difference[]) => boolean;
}

/** All of them; the first that covers a difference counts. */
export const ACCEPTED_DIFFERENCES: readonly AcceptedDifference[] = [
  {
    id: 'accept-unsaid',
    decidedBy:
      'RFC 9110, 12.5.1: a request without Accept takes any media type. swagger-client sends none where an answer is not described or where only the whole Swagger document says "produces".',
    covers: ({ part, name, theirs }) => part === 'header' && name === 'accept' && theirs === null,
  },
  {
    id: 'accept-fewer',
    decidedBy:
      'RFC 9110, 12.5.1: Accept names what the client can use. swagger-client lists every type of every 2xx answer, ours those that become a result; each of ours is among them.',
    covers: ({ part, name, ours, theirs }) =>
      part === 'header' &&
      name === 'accept' &&
      theirs !== null &&
      mediaTypes(ours).every(
        (type) => type === '*/*' || mediaTypes(theirs).includes(type) || /\*/.test(theirs),
      ),
  },
  {
    id: 'https-instead-of-http',
    decidedBy:
      'OpenAPI 3.1.1, OpenAPI Object, "servers", and Swagger 2.0, Swagger Object, "schemes": several are alternatives; without schemes it is that of the document, which came over https here. swagger-client takes the first, ours https where it is among them.',
    covers: ({ part, ours, theirs }, { root }) =>
      part === 'address' &&
      escaped(theirs).replace(/^http:/, 'https:') === ours &&
      offersHttps(root),
  },
  {
    id: 'sub-delimiters-escaped',
    decidedBy:
      'OpenAPI 3.1.1, Style Examples ("percent-encoded as required by RFC 6570"), and RFC 6570, 3.2.1: everything but the unreserved characters is percent-encoded. encodeURIComponent leaves !\'()*, and both are read as the same (RFC 3986, 2.1).',
    covers: ({ part, ours, theirs }) =>
      ['address', 'query', 'form'].includes(part) && theirs !== null && ours === escaped(theirs),
  },
  {
    id: 'blank-in-form',
    decidedBy:
      'OpenAPI 3.1.1, Encoding the x-www-form-urlencoded Media Type: RFC 1866, whose 8.2.1 replaces a blank by "+". Every reader takes "%20" for the same.',
    covers: ({ part, ours, theirs }) =>
      part === 'form' && ours === escaped(theirs).replaceAll('%20', '+'),
  },
  {
    id: 'default-unsent',
    decidedBy:
      'Swagger 2.0, Parameter Object, "default": "the value of the parameter that the server will use if none is provided". swagger-client sends it all the same.',
    covers: isDefault,
  },
  {
    id: 'deep-object-of-lists',
    decidedBy:
      'OpenAPI 3.1.1, Style Values, deepObject: "The representation of array or object properties is not defined." Ours writes a[b][]= and a[b][c]=, which Rails, PHP and qs read; swagger-client repeats the bare name or writes JSON.',
    covers: isDeepObject,
  },
  {
    id: 'empty-value',
    decidedBy:
      'RFC 6570, 3.2.8, and OpenAPI 3.1.1, Style Examples ("the empty string is not undefined"): an empty text is written as "name="; swagger-client leaves it out.',
    covers: ({ part, ours, theirs }) =>
      (part === 'query' || part === 'form') && theirs === null && /^[^=&]+=$/.test(ours ?? ''),
  },
  {
    id: 'empty-list',
    decidedBy:
      'RFC 6570, 2.3: a list or an associative array without members is undefined, and 3.2.1: what is undefined is not written. swagger-client writes "name=", which is one empty text. (The column "undefined" of OpenAPI 3.1.1, Style Examples, shows the same, against the RFC that it follows.)',
    covers: isEmptyList,
  },
  {
    id: 'media-range',
    decidedBy:
      'RFC 9110, 8.3.1: Content-Type is one media type; a range of a document such as */* cannot be sent.',
    covers: ({ part, name, ours, theirs }) =>
      part === 'header' && name === 'content-type' && /\*/.test(theirs ?? '') && ours !== null,
  },
  {
    id: 'same-name-twice',
    decidedBy:
      'RFC 6570, 3.2.8: each variable is written for itself. Where exploded objects share a member name swagger-client keeps the last one only.',
    covers: isSharedMember,
  },
  {
    id: 'header-said-elsewhere',
    decidedBy:
      'RFC 9110, 8.6: a client sets Content-Length from the body that it sends. OpenAPI 3.1.1, Parameter Object, "name": a header parameter named Accept is ignored. What is compared is a word that stands in for the value.',
    covers: ({ part, name, theirs }) =>
      part === 'header' && ['content-length', 'accept'].includes(name) && theirs === SECRET,
  },
  {
    id: 'nameless-header',
    decidedBy: 'RFC 9110, 5.1: a field name has at least one character.',
    covers: ({ part, name, ours }) => part === 'header' && name === '' && ours === null,
  },
  {
    id: 'part-of-json',
    decidedBy:
      'OpenAPI 3.1.1, Encoding Object, default contentType: application/json for an object. The content is the same.',
    covers: isSameJsonPart,
  },
  {
    id: 'part-for-each-item',
    decidedBy:
      'OpenAPI 3.1.1, Encoding multipart Media Types: "Array properties are handled by applying the same name to multiple parts". swagger-client joins the items.',
    covers: ({ part, ours, theirs }) => part === 'multipart' && joinsParts(ours, theirs),
  },
  {
    id: 'field-for-each-item',
    decidedBy:
      'OpenAPI 3.1.1, Encoding Object: the contentType of a list is that of its items, so each item is written for itself; swagger-client writes the list as one JSON text.',
    covers: ({ part, ours, theirs }) => part === 'form' && joinsFields(ours, theirs),
  },
  {
    id: 'part-content-type',
    decidedBy:
      'OpenAPI 3.1.1, Encoding Object, "contentType": the media type of the part; swagger-client ignores it for files.',
    covers: isDeclaredType,
  },
  {
    id: 'line-break-in-part',
    decidedBy:
      'RFC 7231, 3.1.1.4: HTTP carries text with any line break. FormData turns each into CRLF, ours is sent as it was given.',
    covers: ({ part, ours, theirs }) => part === 'multipart' && theirs === withCrlf(ours),
  },
  {
    id: 'null-body',
    decidedBy: 'RFC 8259, 2: null is a JSON text; swagger-client sends nothing for it.',
    covers: ({ part, ours, theirs }, { args }) =>
      part === 'body' && args['body'] === null && ours === 'null' && theirs === '',
  },
  {
    id: 'form-of-no-object',
    decidedBy:
      'OpenAPI 3.1.1, Encoding Object: fields and parts are the properties of an object; for any other body nothing is defined.',
    covers: ({ part }, { action, args }) =>
      ['form', 'multipart', 'body'].includes(part) &&
      !isObject(args['body']) &&
      action.body?.contents.some(({ encoding }) => /form|multipart/.test(encoding)) === true,
  },
  {
    id: 'empty-path-segment',
    decidedBy:
      'OpenAPI 3.1.1, Path Templating: a value fills a place in the path; without one the path is another (RFC 3986, 3.3), so such a call is refused.',
    covers: ({ part, ours }) =>
      part === 'refused' && /is part of the path and must not be empty/.test(ours ?? ''),
  },
];

function mediaTypes(accept: string | null): string[] {
  return (accept ?? '').split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
}

/** With the characters escaped that encodeURIComponent leaves. */
function escaped(text: string | null): string {
  return (text ?? '').replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function offersHttps(root: OracleQuestion['root']): boolean {
  const { schemes, servers } = root;
  if (root['swagger'] !== undefined)
    return schemes === undefined || listOf(schemes).includes('https');
  return listOf(servers).some(
    (server) => isObject(server) && textOf(server['url']).startsWith('https:'),
  );
}

function isSameJsonPart({ part, ours, theirs }: Difference): boolean {
  if (part !== 'multipart' || ours === null || theirs === null) return false;
  const [mine, other] = [parts(ours), parts(theirs)];
  return (
    mine.length === other.length &&
    mine.every(
      ({ content, mediaType }, index) =>
        mediaType === 'application/json' && other[index]?.content === content,
    )
  );
}

/** Parts as FormData writes them: each line break as CRLF. */
function withCrlf(text: string | null): string {
  return JSON.stringify(
    parts(text).map((part) => ({ ...part, content: part.content.replaceAll(/\r?\n|\r/g, '\r\n') })),
  );
}

function joinsParts(ours: string | null, theirs: string | null): boolean {
  const [mine, other] = [parts(withCrlf(ours)), parts(theirs)];
  const contents = mine.map(({ content }) => content);
  const joined = other.length === 1 ? other[0]?.content : undefined;
  const isJoined = contents.length > 1 && joined === contents.join(',');
  return isJoined || joined === `[${contents.join(',')}]`;
}

/** `a={}&a={}` and `a=[{},{}]`. */
function joinsFields(ours: string | null, theirs: string | null): boolean {
  const values = (text: string | null) =>
    (text ?? '').split('&').map((pair) => decoded(pair.slice(pair.indexOf('=') + 1)));
  return `[${values(ours).join(',')}]` === values(theirs).join('&');
}

/** The same parts, ours with the media type that the document's encoding names. */
function isDeclaredType(
  { part, name, ours, theirs }: Difference,
  question: OracleQuestion,
): boolean {
  if (part !== 'multipart') return false;
  const contents = question.action.body?.contents ?? [];
  const declared = contents.map((content) => content.parts?.[name]?.mediaType);
  const [mine, other] = [parts(ours), parts(theirs)];
  return (
    mine.length === other.length &&
    mine.every(
      ({ content, mediaType }, index) =>
        declared.includes(mediaType ?? '') && other[index]?.content === content,
    )
  );
}
