import { base64url, exportSPKI, importJWK, type JWK } from 'jose';

import { encodePart, makeClaims, type TokenSigner } from '../setup/id-token.ts';

/** A token and what must become of it. */
export interface TokenCase {
  name: string;
  token: string;
  isGood: boolean;
}

type Claims = Record<string, unknown>;
type Rows = [name: string, token: string | Promise<string>][];

/** `[[[…]]]` */
const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;

interface Given {
  /** Its key is published. */
  signer: TokenSigner;
  now: number;
  claims: Claims;
  sign: (over?: Claims, header?: object) => Promise<string>;
}

const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** Texts that say the same in JSON with one member twice. */
const twice = (value: object, name: string, other: string) =>
  JSON.stringify(value).replace('{', `{${JSON.stringify(name)}:${other},`);

/**
 * Tokens of fixed outcome for the project `demo-mcp`, for about 30 seconds: a test with a clock of its
 * own has the edges.
 */
export async function makeTokenCases(signer: TokenSigner, stranger: TokenSigner) {
  const now = Math.floor(Date.now() / 1_000);
  const claims = makeClaims();
  const sign = (over: Claims = {}, header = {}) => signer.sign({ ...claims, ...over }, header);
  const given: Given = { signer, now, claims, sign };
  const bad = [
    ...badHeaders(given),
    ...badSignatures(given, stranger, await sign()),
    ...badForms(given, await sign()),
    ...badJson(given),
    ...badClaims(given),
    ...badTimes(given),
  ];
  const build = (rows: Rows, isGood: boolean) =>
    rows.map(async ([name, token]): Promise<TokenCase> => ({ name, token: await token, isGood }));
  return Promise.all([...build(goodTokens(given), true), ...build(bad, false)]);
}

function goodTokens({ signer, now, claims, sign }: Given): Rows {
  const password = { sign_in_provider: 'password', identities: { email: ['ada@example.com'] } };
  const spaced = JSON.stringify(claims, null, 2);
  return [
    ['a Google user', sign()],
    [
      'a password user with an unverified address',
      sign({ firebase: password, email_verified: false }),
    ],
    [
      'an anonymous user',
      signer.sign({
        ...without(without(claims, 'email'), 'name'),
        firebase: { identities: {}, sign_in_provider: 'anonymous' },
      }),
    ],
    [
      'no type in the header',
      signer.signParts(JSON.stringify({ alg: 'RS256', kid: signer.kid }), JSON.stringify(claims)),
    ],
    [
      'members of the header in another order',
      signer.signParts(
        JSON.stringify({ typ: 'JWT', kid: signer.kid, alg: 'RS256' }),
        JSON.stringify(claims),
      ),
    ],
    [
      'white space inside of the payload',
      signer.signParts(JSON.stringify({ alg: 'RS256', kid: signer.kid }), spaced),
    ],
    [
      'white space inside of the header',
      signer.signParts(`{ "alg": "RS256",\r\n\t"kid": "${signer.kid}" }`, JSON.stringify(claims)),
    ],
    ['a claim of a thousand lists in each other', sign({ deep: nest(1_000) })],
    ['claims of its project', sign({ role: 'editor', teams: [{ id: 1 }, { id: 2 }] })],
    ['a name in other letters', sign({ name: 'Ада Лавлейс 👩‍💻 "quoted": \\' })],
    ['a subject of 128 characters', sign({ sub: 'u'.repeat(128) })],
    ['a subject of one character', sign({ sub: '0' })],
    ['a verified address that is a text', sign({ email_verified: 'true' })],
    ['expired for 20 seconds', sign({ auth_time: now - 3_620, iat: now - 3_620, exp: now - 20 })],
    ['issued 50 seconds ahead', sign({ auth_time: now, iat: now + 50, exp: now + 3_600 })],
    ['a whole hour', sign({ auth_time: now, iat: now, exp: now + 3_600 })],
    ['issued in the second of the sign-in', sign({ auth_time: now - 10, iat: now - 10 })],
  ];
}

function badHeaders({ signer, claims, sign }: Given): Rows {
  const raw = (header: unknown) => signer.signParts(JSON.stringify(header), JSON.stringify(claims));
  const { kid, publicJwk } = signer;
  return [
    ['the algorithm in small letters', sign({}, { alg: 'rs256' })],
    ['the algorithm RS384', sign({}, { alg: 'RS384' })],
    ['the algorithm RS512', sign({}, { alg: 'RS512' })],
    ['the algorithm PS256', sign({}, { alg: 'PS256' })],
    ['the algorithm ES256', sign({}, { alg: 'ES256' })],
    ['the algorithm HS256 over an RSA signature', sign({}, { alg: 'HS256' })],
    ['the algorithm none over a signature', sign({}, { alg: 'none' })],
    ['no algorithm', raw({ kid, typ: 'JWT' })],
    ['an algorithm that is a list', sign({}, { alg: ['RS256'] })],
    ['an algorithm that is null', sign({}, { alg: null })],
    ['no key id', raw({ alg: 'RS256', typ: 'JWT' })],
    ['an unknown key id', sign({}, { kid: 'nobody-knows' })],
    ['an empty key id', sign({}, { kid: '' })],
    ['a key id that is a number', sign({}, { kid: 7 })],
    ['a key id that is a list', sign({}, { kid: [kid] })],
    ['a key id out of the prototype', sign({}, { kid: 'constructor' })],
    ['a key id that is an object', sign({}, { kid: { kid } })],
    ['a key id and a space', sign({}, { kid: `${kid} ` })],
    ['a key id and a zero byte', sign({}, { kid: `${kid}\0` })],
    ['a key id of many letters', sign({}, { kid: 'k'.repeat(2_000) })],
    ['a key id that is a path', sign({}, { kid: '../../../dev/null' })],
    ['another type', sign({}, { typ: 'at+jwt' })],
    ['a type in small letters', sign({}, { typ: 'jwt' })],
    ['a type that is null', sign({}, { typ: null })],
    ['its own key in the header', sign({}, { jwk: publicJwk })],
    ['an address of keys', sign({}, { jku: 'https://keys.example.net/jwks.json' })],
    ['a certificate in the header', sign({}, { x5c: ['MIIB'] })],
    ['the address of a certificate', sign({}, { x5u: 'https://keys.example.net/cert.pem' })],
    ['critical members', sign({}, { crit: ['exp'], exp: 1 })],
    ['an empty list of critical members', sign({}, { crit: [] })],
    ['an unencoded payload', sign({}, { b64: false, crit: ['b64'] })],
    ['a content type', sign({}, { cty: 'JWT' })],
    ['a made-up member of the header', sign({}, { note: 'harmless' })],
    [
      'a member of the header named __proto__',
      signer.signParts(`{"alg":"RS256","kid":"${kid}","__proto__":{}}`, JSON.stringify(claims)),
    ],
  ];
}

function badSignatures({ signer, claims }: Given, stranger: TokenSigner, good: string): Rows {
  const [header = '', payload = '', signature = ''] = good.split('.');
  const forged = encodePart(JSON.stringify({ ...claims, sub: 'somebody-else' }));
  const none = encodePart(JSON.stringify({ alg: 'none', typ: 'JWT' }));
  const zeros = base64url.encode(new Uint8Array(256));
  return [
    ["a stranger's signature under a known key id", stranger.sign(claims, { kid: signer.kid })],
    ['another payload under a good signature', `${header}.${forged}.${signature}`],
    [
      'another header under a good signature',
      `${encodePart(JSON.stringify({ alg: 'RS256', kid: signer.kid }))}.${payload}.${signature}`,
    ],
    ['a signature of zeros', `${header}.${payload}.${zeros}`],
    ['a short signature', `${header}.${payload}.${signature.slice(0, 340)}`],
    [
      'a longer signature',
      `${header}.${payload}.${base64url.encode(new Uint8Array([0, ...base64url.decode(signature)]))}`,
    ],
    ['the algorithm none and no signature', `${none}.${payload}.`],
    [
      'a token of the emulator with its key id',
      `${encodePart(JSON.stringify({ alg: 'none', kid: signer.kid, typ: 'JWT' }))}.${payload}.`,
    ],
    ['a good header and no signature', `${header}.${payload}.`],
    ...['modulus', 'JWK', 'PEM'].map((form): Rows[number] => [
      `HS256 with the public key as secret: ${form}`,
      signHs256(signer, claims, form),
    ]),
    ['HS256 with an empty secret', signHs256(signer, claims, 'nothing')],
  ];
}

/** Base64 as it was before it came into addresses; a token whose letters are in both is changed. */
function swapAlphabet(token: string): string {
  const swapped = token.replaceAll('-', '+').replaceAll('_', '/');
  return swapped === token ? `+${token}` : swapped;
}

async function toSecret(publicJwk: JWK, form: string): Promise<string> {
  if (form === 'modulus') return publicJwk.n ?? '';
  if (form === 'JWK') return JSON.stringify(publicJwk);
  if (form === 'nothing') return '\0';
  const key = await importJWK(publicJwk, 'RS256', { extractable: true });
  return key instanceof Uint8Array ? '' : exportSPKI(key);
}

async function signHs256(
  { kid, publicJwk }: TokenSigner,
  claims: Claims,
  form: string,
): Promise<string> {
  const header = JSON.stringify({ alg: 'HS256', kid, typ: 'JWT' });
  const input = `${encodePart(header)}.${encodePart(JSON.stringify(claims))}`;
  const secret = new TextEncoder().encode(await toSecret(publicJwk, form));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(input));
  return `${input}.${base64url.encode(new Uint8Array(mac))}`;
}

function badForms({ sign }: Given, good: string): Rows {
  const [header = '', payload = '', signature = ''] = good.split('.');
  const last = signature.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // The signature's last character carries two bits; the other four must be zero.
  const sloppy = alphabet[alphabet.indexOf(last) + 1] ?? '';
  return [
    ['one segment', payload],
    ['two segments', `${header}.${payload}`],
    ['four segments', `${good}.${signature}`],
    ['dots at the end', `${good}...`],
    ['a dot in front', `.${good}`],
    ['padding of the payload', `${header}.${payload}=.${signature}`],
    ['the other alphabet of base64', swapAlphabet(good)],
    ['a dot at the end', `${good}.`],
    ['an empty header', `.${payload}.${signature}`],
    ['an empty payload', `${header}..${signature}`],
    ['only dots', '..'],
    ['padding', `${good}==`],
    ['padding inside', `${header}=.${payload}.${signature}`],
    ['unused bits in the signature', `${header}.${payload}.${signature.slice(0, -1)}${sloppy}`],
    ['a letter too many in the signature', `${good}A`],
    ['more than 8 KiB', sign({ note: 'x'.repeat(8_192) })],
  ];
}

function badJson({ signer, claims }: Given): Rows {
  const { kid, signParts } = signer;
  const header = { alg: 'RS256', kid, typ: 'JWT' };
  const headerText = JSON.stringify(header);
  const text = JSON.stringify(claims);
  const invalid = new Uint8Array([...new TextEncoder().encode(text.slice(0, -1)), 0xff, 0x7d]);
  const inside = async (outer: object) =>
    signParts(JSON.stringify(outer), await signParts(headerText, text));
  const nested = inside(header);
  const spaced = text.replace('{', '{"exp" : 99999999999,');
  return [
    ['a member of the header twice', signParts(twice(header, 'alg', '"none"'), text)],
    [
      'a key id twice, once escaped',
      signParts(headerText.replace('{', `{"k\\u0069d":"${kid}",`), text),
    ],
    ['a claim twice', signParts(headerText, twice(claims, 'sub', '"somebody-else"'))],
    [
      'a claim twice inside of a claim',
      signParts(
        headerText,
        text.replace('"sign_in_provider"', '"sign_in_provider":"password","sign_in_provider"'),
      ),
    ],
    ['a header that is a list', signParts(JSON.stringify([header]), text)],
    ['a header that is null', signParts('null', text)],
    ['a header that is a text', signParts('"RS256"', text)],
    ['a header that is no JSON', signParts('{alg:RS256}', text)],
    ['a payload that is a list', signParts(headerText, `[${text}]`)],
    ['a payload that is null', signParts(headerText, 'null')],
    ['a payload that is a number', signParts(headerText, '1')],
    ['a payload that is a token', nested],
    ['a payload that is a token, and says so', inside({ ...header, cty: 'JWT' })],
    ['a zero byte after the header', signParts(`${headerText}\0`, text)],
    ['a zero byte after the payload', signParts(headerText, `${text}\0`)],
    ['a claim twice, with a space before the colon', signParts(headerText, spaced)],
    ['a payload that is no JSON', signParts(headerText, `${text},`)],
    ['a payload that is not UTF-8', signParts(headerText, invalid)],
    ['a byte order mark before the payload', signParts(headerText, `\u{feff}${text}`)],
    ['a byte order mark before the header', signParts(`\u{feff}${headerText}`, text)],
  ];
}

function badClaims({ signer, claims, sign }: Given): Rows {
  const lacks = (name: string): Rows[number] => [
    `no claim ${name}`,
    signer.sign(without(claims, name)),
  ];
  return [
    ...['iss', 'aud', 'sub', 'iat', 'exp', 'auth_time'].map(lacks),
    ['another issuer', sign({ iss: 'https://accounts.google.com' })],
    ["another project's issuer", sign({ iss: 'https://securetoken.google.com/other' })],
    ['an issuer with a slash', sign({ iss: 'https://securetoken.google.com/demo-mcp/' })],
    ['an issuer over http', sign({ iss: 'http://securetoken.google.com/demo-mcp' })],
    ['an issuer in a list', sign({ iss: ['https://securetoken.google.com/demo-mcp'] })],
    ['another audience', sign({ aud: 'demo-other' })],
    ['an audience in other letters', sign({ aud: 'DEMO-MCP' })],
    ['an audience in a list', sign({ aud: ['demo-mcp'] })],
    ['an audience and a space', sign({ aud: 'demo-mcp ' })],
    ['an empty audience', sign({ aud: '' })],
    ['two audiences', sign({ aud: ['demo-mcp', 'demo-other'] })],
    ['an empty subject', sign({ sub: '' })],
    ['a subject of 129 characters', sign({ sub: 'u'.repeat(129) })],
    ['a subject that is a number', sign({ sub: 42 })],
    ['a subject that is an object', sign({ sub: {} })],
    ['a subject in a list', sign({ sub: ['user-1'] })],
    ['a subject that is true', sign({ sub: true })],
    ['a subject that is null', sign({ sub: null })],
    [
      'a user of a tenant',
      sign({ firebase: { sign_in_provider: 'password', tenant: 'tenant-1' } }),
    ],
    ['a firebase claim that is a text', sign({ firebase: 'google.com' })],
  ];
}

function badTimes({ now, sign }: Given): Rows {
  return [
    ['expired for 65 seconds', sign({ auth_time: now - 3_665, iat: now - 3_665, exp: now - 65 })],
    ['expired for a day', sign({ auth_time: now - 90_000, iat: now - 90_000, exp: now - 86_400 })],
    ['issued two minutes ahead', sign({ auth_time: now, iat: now + 120, exp: now + 3_600 })],
    ['an expiry that is a text', sign({ exp: String(now + 3_590) })],
    ['an expiry between two seconds', sign({ exp: now + 3_589.5 })],
    ['an expiry that is huge', sign({ exp: 1e300 })],
    ['an expiry in milliseconds', sign({ exp: (now + 3_590) * 1_000 })],
    ['an expiry that is true', sign({ exp: true })],
    ['an expiry that is negative', sign({ exp: -(now + 3_590) })],
    ['an expiry that is null', sign({ exp: null })],
    ['an issue time that is a text', sign({ iat: String(now - 10) })],
    ['an issue time between two seconds', sign({ iat: now - 10.5 })],
    ['a negative issue time', sign({ iat: -1 })],
    ['a sign-in time that is a text', sign({ auth_time: String(now - 600) })],
    ['a sign-in time between two seconds', sign({ auth_time: now - 600.5 })],
    ['a negative sign-in time', sign({ auth_time: -1 })],
    ['a sign-in after its issue', sign({ auth_time: now - 9 })],
    ['an hour and a second', sign({ iat: now - 10, exp: now + 3_591 })],
    ['expired in the second of its issue', sign({ iat: now - 10, exp: now - 10 })],
    ['expired before its issue', sign({ iat: now - 10, exp: now - 11 })],
    ['valid in two minutes only', sign({ nbf: now + 120 })],
  ];
}
