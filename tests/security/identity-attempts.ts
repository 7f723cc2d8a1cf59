/** The parts of a guest's cookie: `id.time.signature`. */
interface GuestCookie {
  id: string;
  time: string;
  signature: string;
}

/** Ways to forge the cookie of a guest from one of one's own, for the id of another. */
export const GUEST_COOKIES: readonly [
  how: string,
  forge: (own: GuestCookie, other: string) => string,
][] = [
  ['the id of another', ({ time, signature }, other) => `${other}.${time}.${signature}`],
  ['a later time', ({ time, signature }, other) => `${other}.${later(time)}.${signature}`],
  ['no signature', ({ time }, other) => `${other}.${time}`],
  ['an empty signature', ({ time }, other) => `${other}.${time}.`],
  ['no time', ({ signature }, other) => `${other}.${signature}`],
  ['the id alone', (_, other) => other],
  ['a signature of zeros', ({ time, signature }, other) => `${other}.${time}.${zeros(signature)}`],
  ['a cut signature', ({ time, signature }, other) => `${other}.${time}.${signature.slice(1)}`],
  ['one part more', ({ time, signature }, other) => `${other}.${time}.${signature}.x`],
  [
    'the signature in capitals',
    ({ time, signature }, other) => `${other}.${time}.${signature.toUpperCase()}`,
  ],
  ['both ids', ({ id, time, signature }, other) => `${other},${id}.${time}.${signature}`],
  [
    'its own before it',
    ({ id, time, signature }, other) =>
      `${id}.${time}.${signature}; __Host-guest=${other}.${time}.${signature}`,
  ],
];

const later = (time: string) => (Number.parseInt(time, 36) + 1).toString(36);
const zeros = (signature: string) => signature.replace(/./g, '0');

/** Ways to use the session of another, by the value of their cookie: headers and a query. */
export const SESSION_THEFTS: readonly [
  how: string,
  steal: (name: string, value: string) => { headers?: Record<string, string>; query?: string },
][] = [
  ['in the address', (name, value) => ({ query: `?${name}=${value}` })],
  ['as a bearer', (_, value) => ({ headers: { authorization: `Bearer ${value}` } })],
  ['under another name', (name, value) => ({ headers: { cookie: `${name}2=${value}` } })],
  [
    'without its prefix',
    (name, value) => ({ headers: { cookie: `${name.replace('__Host-', '')}=${value}` } }),
  ],
  ['with another letter', (name, value) => ({ headers: { cookie: `${name}=${swap(value)}` } })],
  ['cut off', (name, value) => ({ headers: { cookie: `${name}=${value.slice(0, -4)}` } })],
  ['in capitals', (name, value) => ({ headers: { cookie: `${name}=${value.toUpperCase()}` } })],
];

const swap = (value: string) => `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`;

/** Where a page of another site posts to, with the cookies of its visitor. */
export interface Forgery {
  method: string;
  /** `:id` is a draft of the visitor. */
  path: string;
  headers: Record<string, string>;
}

const CROSS = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
const SAME_SITE = { 'sec-fetch-site': 'same-site' };
/** As browsers send it that do not know `Sec-Fetch-Site`. */
const OLD = { origin: 'https://evil.example' };
const SANDBOXED = { origin: 'null' };
const SILENT = {};

/** Requests by which a page of another site would change something in its visitor's name. */
export const FORGERIES: readonly Forgery[] = [
  { method: 'POST', path: '/api/drafts', headers: CROSS },
  { method: 'POST', path: '/api/drafts', headers: { ...CROSS, 'content-type': 'text/plain' } },
  { method: 'POST', path: '/api/drafts', headers: OLD },
  { method: 'PATCH', path: '/api/drafts/:id', headers: CROSS },
  { method: 'PATCH', path: '/api/drafts/:id', headers: SAME_SITE },
  { method: 'PUT', path: '/api/drafts/:id/secrets/KEY', headers: CROSS },
  { method: 'PUT', path: '/api/drafts/:id/secrets/KEY', headers: SANDBOXED },
  { method: 'DELETE', path: '/api/drafts/:id/secrets/KEY', headers: OLD },
  { method: 'POST', path: '/api/chats', headers: CROSS },
  { method: 'PATCH', path: '/api/chats/:id', headers: CROSS },
  { method: 'PATCH', path: '/api/chats/:id', headers: SILENT },
  { method: 'DELETE', path: '/api/chats/:id', headers: SAME_SITE },
  { method: 'POST', path: '/api/chats/:id/turns', headers: CROSS },
  { method: 'POST', path: '/api/chats/:id/fork', headers: OLD },
  { method: 'POST', path: '/api/session', headers: CROSS },
  { method: 'DELETE', path: '/api/session', headers: SANDBOXED },
  { method: 'DELETE', path: '/api/account', headers: CROSS },
];
