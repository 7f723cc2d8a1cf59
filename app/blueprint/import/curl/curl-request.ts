/** One part of a multipart body (`-F`). */
export interface CurlPart {
  name: string;
  value: string;
  /** The value names a file whose contents are sent. */
  isFile: boolean;
  mediaType: string | null;
}

/** What a cURL command sends, with placeholders where it leaves a value open. */
export interface CurlRequest {
  method: string;
  url: string;
  /** In the order of the command; the same name may stand there twice. */
  headers: { name: string; value: string }[];
  /** `user:password` of `-u`, or null. */
  user: string | null;
  cookies: string | null;
  /** Text of `-d` and its kin; a piece that names a file is left out. */
  body: string | null;
  /** The body is the contents of a file. */
  isFileBody: boolean;
  parts: CurlPart[];
}

/** What has been read of a command so far. */
interface Draft {
  method: string | null;
  url: string | null;
  headers: { name: string; value: string }[];
  user: string | null;
  cookies: string | null;
  pieces: string[];
  parts: CurlPart[];
  isQueryData: boolean;
  isHead: boolean;
  isUpload: boolean;
  isJson: boolean;
  isFileBody: boolean;
}

type Take = (draft: Draft, value: string) => void;

const addHeader: Take = (draft, value) => {
  const colon = value.search(/[:;]/);
  if (colon < 1) return;
  draft.headers.push({
    name: value.slice(0, colon).trim(),
    value: value.slice(colon + 1).trim(),
  });
};

const addData: Take = (draft, value) => {
  if (value.startsWith('@')) draft.isFileBody = true;
  else draft.pieces.push(value);
};

const addEncoded: Take = (draft, value) => {
  // curl(1): `content`, `=content`, `name=content`; `@file` and `name@file` read a file.
  const [, name = '', sign = '', content = ''] = /^([^=@]*)([=@]?)([\s\S]*)$/.exec(value) ?? [];
  if (sign === '@') draft.isFileBody = true;
  else if (sign === '') draft.pieces.push(encodeURIComponent(name));
  else draft.pieces.push(`${name === '' ? '' : `${name}=`}${encodeURIComponent(content)}`);
};

function addPart(draft: Draft, value: string, isLiteral: boolean): void {
  const [, name = '', rest = ''] = /^([^=]*)=?([\s\S]*)$/.exec(value) ?? [];
  const mediaType = /;type=([^;]+)/.exec(rest)?.[1]?.trim() ?? null;
  const isFile = !isLiteral && /^[@<]/.test(rest);
  const text = isLiteral
    ? rest
    : rest.replace(/^[@<]/, '').replace(/;(?:type|filename)=[^;]*/g, '');
  draft.parts.push({ name, value: text, isFile, mediaType });
}

/** Options with a value that shape the request, by their long names. */
const VALUES: Record<string, Take> = {
  request: (draft, value) => (draft.method = value.toUpperCase()),
  url: (draft, value) => (draft.url ??= value),
  header: addHeader,
  user: (draft, value) => (draft.user = value),
  cookie: (draft, value) => (draft.cookies = value),
  data: addData,
  'data-ascii': addData,
  'data-binary': addData,
  'data-raw': (draft, value) => draft.pieces.push(value),
  'data-urlencode': addEncoded,
  json: (draft, value) => {
    draft.isJson = true;
    addData(draft, value);
  },
  form: (draft, value) => addPart(draft, value, false),
  'form-string': (draft, value) => addPart(draft, value, true),
  'oauth2-bearer': (draft, value) => addHeader(draft, `Authorization: Bearer ${value}`),
  'upload-file': (draft) => (draft.isUpload = true),
};

/** Options without a value that shape the request. */
const SWITCHES: Record<string, (draft: Draft) => void> = {
  get: (draft) => (draft.isQueryData = true),
  head: (draft) => (draft.isHead = true),
};

/** Options whose value says nothing of the request: it is passed over. */
const PASSED_OVER = new Set(
  `output max-time connect-timeout retry retry-delay retry-max-time write-out cacert capath cert key
  cert-type key-type pass proxy proxy-user proxy-header noproxy resolve connect-to interface limit-rate
  max-filesize max-redirs cookie-jar config dump-header user-agent referer range trace trace-ascii
  stderr ciphers tls-max dns-servers local-port netrc-file unix-socket aws-sigv4 keepalive-time
  speed-limit speed-time time-cond expect100-timeout output-dir create-file-mode rate variable`.split(
    /\s+/,
  ),
);

/** Short options and their long names; curl(1). */
const SHORT: Record<string, string> = {
  A: 'user-agent',
  b: 'cookie',
  c: 'cookie-jar',
  d: 'data',
  D: 'dump-header',
  e: 'referer',
  E: 'cert',
  F: 'form',
  G: 'get',
  H: 'header',
  I: 'head',
  K: 'config',
  m: 'max-time',
  o: 'output',
  r: 'range',
  T: 'upload-file',
  u: 'user',
  U: 'proxy-user',
  w: 'write-out',
  X: 'request',
  x: 'proxy',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
};

/** Reads the words of a cURL command after the program's name; null where it names no address. */
export function readCurlWords(words: readonly string[]): CurlRequest | null {
  const draft: Draft = {
    method: null,
    url: null,
    headers: [],
    user: null,
    cookies: null,
    pieces: [],
    parts: [],
    isQueryData: false,
    isHead: false,
    isUpload: false,
    isJson: false,
    isFileBody: false,
  };
  for (let index = 0; index < words.length; index += 1) {
    index += readWord(draft, words[index] ?? '', words[index + 1] ?? '');
  }
  return draft.url === null ? null : finish(draft, draft.url);
}

/** Reads one word; gives how many words after it belong to it. */
function readWord(draft: Draft, word: string, next: string): number {
  if (word.startsWith('--')) {
    const [name, inline] = splitOnce(word.slice(2), '=');
    return takeOption(draft, name, inline, next);
  }
  // Where the answer is written is no part of the request.
  if (/^\d?>{1,2}$/.test(word)) return 1;
  if (!word.startsWith('-') || word === '-') {
    draft.url ??= word;
    return 0;
  }
  for (let at = 1; at < word.length; at += 1) {
    const name = SHORT[word.charAt(at)];
    if (name === undefined) continue;
    const rest = word.slice(at + 1);
    if (SWITCHES[name]) takeOption(draft, name, undefined, '');
    else return takeOption(draft, name, rest === '' ? undefined : rest, next);
  }
  return 0;
}

function takeOption(draft: Draft, name: string, inline: string | undefined, next: string): number {
  const turn = SWITCHES[name];
  if (turn) {
    turn(draft);
    return 0;
  }
  const take = VALUES[name];
  if (take) take(draft, inline ?? next);
  if (take || PASSED_OVER.has(name)) return inline === undefined ? 1 : 0;
  return 0;
}

function finish(draft: Draft, address: string): CurlRequest {
  const joined = draft.pieces.length > 0 ? draft.pieces.join(draft.isJson ? '' : '&') : null;
  const hasBody = joined !== null || draft.isFileBody;
  const isQuery = draft.isQueryData && joined !== null;
  const url = isQuery ? `${address}${address.includes('?') ? '&' : '?'}${joined}` : address;
  if (draft.isJson) {
    draft.headers.unshift({ name: 'Content-Type', value: 'application/json' });
    draft.headers.push({ name: 'Accept', value: 'application/json' });
  }
  const implied = draft.isHead
    ? 'HEAD'
    : draft.isUpload
      ? 'PUT'
      : (hasBody && !draft.isQueryData) || draft.parts.length > 0
        ? 'POST'
        : 'GET';
  return {
    method: draft.method ?? implied,
    url,
    headers: draft.headers,
    user: draft.user,
    cookies: draft.cookies,
    body: isQuery ? null : joined,
    isFileBody: draft.isUpload || (draft.isFileBody && joined === null),
    parts: draft.parts,
  };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const found = text.indexOf(separator);
  return found === -1 ? [text] : [text.slice(0, found), text.slice(found + 1)];
}
