import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { AuthSketch } from './sketch.ts';

/** Authentication described by one sentence, with its position. */
export interface SaidAuth {
  auth: AuthSketch;
  start: number;
  end: number;
}

const SCHEMED =
  /\bAuthorization\s*[:=]\s*[`"']?(Bearer|Basic|Token|ApiKey|Api-Key|Key|[A-Z][\w-]{2,20})\b[^\n]*/i;
const HEADER_NAME =
  /(?<![\w-])(X-[A-Za-z][\w-]*|[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+|Authorization|[a-z]+(?:-[a-z]+)*-(?:key|token|auth))(?![\w-])/;
/** Headers whose name suggests a credential; idempotency keys are not. */
const CREDENTIAL_HEADER = /(?:^|-)(?:api|auth|access|private|token|secret|key|apikey)(?:-|$)/i;
const CREDENTIAL_NAME = /key|token|auth|secret|app_?id|signature/i;
const IDEMPOTENCY = /idempoten|request-key|correlation|^(?:bearer|basic|api)-/i;
const ADDRESS = /https:\/\/[^\s"'`<>)，。]+/;

/** Finds descriptions of authentication, sentence by sentence. Values of credentials are never read. */
export function findAuth(text: string, lx: Lexicon): SaidAuth[] {
  const found: SaidAuth[] = [];
  for (const match of text.matchAll(
    /[^\n.!?;。！？]+(?:[.!?;](?=\S)[^\n.!?;。！？]+)*[.!?;。！？]?/g,
  )) {
    // "Would it be wise to use basic auth?" sets nothing.
    const isAsked =
      /[?？]\s*$/.test(match[0]) &&
      !lx.rx('^\\s*<please>').test(match[0]) &&
      !/https?:/.test(match[0]);
    if (isAsked) continue;
    const parts = cutSubjects(match[0], match.index, lx);
    for (const part of parts.flatMap(({ text: each, start }) => cutParts(each, start, lx))) {
      const auth = readAuth(part.text, lx);
      if (auth) found.push({ auth, start: part.start, end: part.start + part.text.length });
    }
  }
  return joinScopes(found, text, lx);
}

/** Splits "billing needs a token and crm needs an API key", which describes two APIs. */
function cutSubjects(
  sentence: string,
  start: number,
  lx: Lexicon,
): { text: string; start: number }[] {
  const joint = lx.rx(
    String.raw`(?:[,;]\s*|\s)(?:<and>\s+|but\s+|while\s+)?(?=(?:<article>\s+)?(?!<filler>|<takes>)[\w.-]+\s+(?:(?:<base>|one)\s+)?(?!<query>|<header>|<body>)(?:needs|uses|wants|requires|<takes>|is|has)\s+(?:<filler>\s+)*(?:<bearer>|<basic>|<apiKey>|<clientCredentials>|<public>))`,
    'g',
  );
  const cuts = [...sentence.matchAll(joint)].map(({ index, 0: mark }) => index + mark.length);
  return [0, ...cuts].map((from, index) => ({
    text: sentence.slice(from, cuts[index]),
    start: start + from,
  }));
}

/** The part of a sentence about authentication, without an endpoint before it. */
function cutParts(sentence: string, start: number, lx: Lexicon): { text: string; start: number }[] {
  const plain = maskAddresses(sentence);
  const hint = lx
    .rx(
      String.raw`(?:<auth>|<bearer>|<basic>|<apiKey>|<clientCredentials>|<public>)|(?<![\w-])[A-Z]\w*(?:-\w+)*-(?:key|token|auth|secret)(?![\w-])|[?&](?:api_?key|key|token|access_token)=|Authorization`,
    )
    .exec(plain);
  if (!hint) return [];
  const before = plain.slice(0, hint.index);
  const address =
    /[\s\S]*(?:\u0000+|(?<=\s)\/)\S*(?:\s*[,.:;)–-]|\s)/.exec(before)?.[0].length ?? 0;
  const clause = /[\s\S]*[,;:]\s/.exec(before)?.[0].length ?? 0;
  const isClientCredentials = lx.rx('<clientCredentials>|<tokenUrl>').test(sentence);
  const from = isClientCredentials
    ? 0
    : Math.max(address, lx.rx('<not>').test(before) ? 0 : Math.min(clause, hint.index));
  const to = isClientCredentials
    ? sentence.length
    : endBefore(plain, hint.index + hint[0].length, lx);
  return [{ text: sentence.slice(from, to), start: start + from }];
}

/** Where the words about authentication end: before the clause with the next address, "…, and GET /users". */
function endBefore(plain: string, from: number, lx: Lexicon): number {
  const behind = plain.slice(from);
  const address = /\u0000|(?<=\s)\/\w/.exec(behind);
  if (!address) return plain.length;
  const joints = [
    ...behind.slice(0, address.index).matchAll(lx.rx(String.raw`[,;:]\s|\s<and>\s`, 'g')),
  ];
  return joints[0] ? from + joints[0].index : plain.length;
}

/** Masks words in addresses and keys of JSON, which do not describe credentials. */
function maskAddresses(text: string): string {
  return text.replace(/https?:\/\/\S+|["'][a-z_]+["']\s*:/g, (address) =>
    '\u0000'.repeat(address.length),
  );
}

function readAuth(raw: string, lx: Lexicon): AuthSketch | null {
  const text = dropNegated(raw, lx);
  const schemed = SCHEMED.exec(text);
  if (schemed) return readScheme(schemed[1] ?? '');
  const plain = maskAddresses(text).replace(
    /(?<![\w-])[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+(?![\w-])/g,
    (name) => 'x'.repeat(name.length),
  );
  if (
    lx.rx('<clientCredentials>').test(plain) &&
    (lx.rx('<tokenUrl>|<auth>').test(plain) ||
      ADDRESS.test(text) ||
      /client.credential/i.test(plain))
  )
    return readClientCredentials(text, lx);
  if (
    lx.rx('<public>').test(maskAddresses(raw)) &&
    !lx.rx(String.raw`<public>\s+(?:<base>)`).test(raw)
  ) {
    return lx.rx('<bearer>|<basic>').test(plain) ? null : { kind: 'none' };
  }
  if (lx.rx(String.raw`(?:<bearer>|<basic>)[^,;:]{0,20}<wrong>`).test(plain)) return null;
  if (
    lx.rx(String.raw`(?:<remove>|<no>|<nothing>)\s+(?:[\p{L}]+\s+){0,3}<auth>`).test(plain) &&
    !lx.rx('<header>|<query>').test(plain)
  )
    return { kind: 'none' };
  const key = readKey(text, plain, lx);
  if (key) return key;
  if (lx.rx('<bearer>').test(plain)) return { kind: 'bearer' };
  return lx.rx('<basic>').test(plain) ? { kind: 'basic' } : null;
}

/** Removes what is negated: "not a bearer token: an API key", "no more basic". */
function dropNegated(text: string, lx: Lexicon): string {
  return text.replace(
    lx.rx(
      String.raw`(?:<not>|<no>|<instead>)\s+(?:(?:<filler>|more|longer)\s+)*(?:<bearer>|<basic>|<apiKey>)(?:\s+<auth>)?`,
      'g',
    ),
    (all) => ' '.repeat(all.length),
  );
}

function readScheme(scheme: string): AuthSketch {
  if (/^bearer$/i.test(scheme)) return { kind: 'bearer' };
  if (/^basic$/i.test(scheme)) return { kind: 'basic' };
  return { kind: 'apiKey', in: 'header', name: 'Authorization' };
}

function readClientCredentials(text: string, lx: Lexicon): AuthSketch {
  const tokenUrl = ADDRESS.exec(text)?.[0].replace(/[.,;:]+$/, '');
  return { kind: 'oauth2', ...(tokenUrl ? { tokenUrl } : {}), ...withScopes(text, lx) };
}

function withScopes(text: string, lx: Lexicon): { scopes?: string[] } {
  const said = lx
    .rx(
      String.raw`<scope>\s*[:=]?\s*(?:<filler>\s+|<named>\s+)*((?:[\x60"']?[A-Za-z][\w.:/-]*[\x60"']?(?:\s*,\s*|\s+<and>\s+|\s+(?=[\w-]+[.:/]))?)+)`,
    )
    .exec(text);
  const scopes = (said?.[1] ?? '')
    .split(lx.rx(String.raw`[\s,\x60"']+(?:<and>\s+)?`))
    .map((each) => each.replace(/[.,]+$/, ''))
    .filter(
      (each) => /^[a-z][\w.:/-]*$/i.test(each) && !lx.is('and', each) && !lx.is('filler', each),
    );
  return scopes.length > 0 ? { scopes } : {};
}

/** An API key with its location and name. */
function readKey(text: string, plain: string, lx: Lexicon): AuthSketch | null {
  const header = HEADER_NAME.exec(text)?.[1];
  const isCredential =
    header !== undefined &&
    CREDENTIAL_HEADER.test(header) &&
    !IDEMPOTENCY.test(header) &&
    !lx.rx('<argument>|<required>').test(plain);
  const hasKey = lx.rx('<apiKey>').test(plain) || isCredential;
  if (header === 'Authorization' && lx.rx('<bearer>').test(plain)) return { kind: 'bearer' };
  const isHeader = lx.rx('<header>').test(plain);
  const asked = findKeyInQuery(text);
  const isQuery = lx.rx('<query>').test(plain) || asked !== undefined;
  const isCookie = lx.rx('<cookie>').test(plain);
  const hasToken = lx.rx('<auth>|<bearer>').test(plain);
  if (!hasKey && !(hasToken && (isHeader || isQuery))) return null;
  const named = lx.rx(
    String.raw`(?:<named>|<header>|<query>|<cookie>|<argument>|=|:)\s*(?:<filler>\s+|<named>\s+|<argument>\s+)*[\x60"'?]*([A-Za-z_][\w-]{1,60})`,
    'g',
  );
  const names = [...text.matchAll(named)]
    .map(([, name = '']) => name)
    .filter((name) => !isWord(name, lx));
  if (isHeader || (header !== undefined && !isQuery)) {
    const name = header ?? names.at(-1);
    return name === undefined ? null : { kind: 'apiKey', in: 'header', name };
  }
  const name = asked ?? names.at(-1);
  if (isQuery && name !== undefined) return { kind: 'apiKey', in: 'query', name };
  if (isCookie && name !== undefined) return { kind: 'apiKey', in: 'cookie', name };
  return hasKey && /api.?key/i.test(plain) ? { kind: 'apiKey' } : null;
}

/** The parameter of a credential: `?appid=` by itself; in an address only where its name is that of a credential. */
function findKeyInQuery(text: string): string | undefined {
  const isOfAddress = (index: number) => /(?:https?:\/\/|\/)[^\s"'`]*$/.test(text.slice(0, index));
  return [...text.matchAll(/[?&]([\w-]+)=/g)].find(
    ({ index, 1: name = '' }) => !isOfAddress(index) || CREDENTIAL_NAME.test(name),
  )?.[1];
}

function isWord(name: string, lx: Lexicon): boolean {
  const isPlainToken = /^(?:key|token)$/i.test(name);
  return (
    !isPlainToken &&
    lx
      .rx(
        '^(?:<filler>|<header>|<query>|<argument>|<named>|<auth>|<and>|<required>|<optional>|<please>)$',
      )
      .test(name)
  );
}

/** Adds "Scopes: a, b" on a line below to the scheme above it. */
function joinScopes(found: SaidAuth[], text: string, lx: Lexicon): SaidAuth[] {
  const scheme = found.find(({ auth }) => auth.kind === 'oauth2');
  if (!scheme) return found;
  const tokenUrl = lx
    .rx(String.raw`<tokenUrl>[^\n]{0,30}?(https:\/\/[^\s"'\x60<>)]+)`)
    .exec(text)?.[1];
  const auth = { ...withScopes(text, lx), ...(tokenUrl ? { tokenUrl } : {}), ...scheme.auth };
  return found
    .map((each) => (each === scheme ? { ...each, auth } : each))
    .filter((each) => each === scheme || each.auth.kind !== 'bearer');
}
