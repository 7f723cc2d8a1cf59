import type { SignatureScheme } from '#app/runtime/upstream/signing/signature-scheme.ts';

/** A scheme, a request and the signature that the API's own documents publish for it. */
export interface PublishedExample {
  source: string;
  scheme: SignatureScheme;
  secrets: { [name: string]: string };
  now: string | number;
  nonce?: string;
  request: { method: string; url: string; type?: string; body?: string };
  /** Headers, or arguments of the query or the body, as they have to be sent. */
  sent: { headers?: { [name: string]: string }; url?: string; body?: string };
}

const base = { id: 'signed', kind: 'signature' } as const;
const one = [{ name: 'secret', secret: 'SECRET' }];
const two = [{ name: 'keyId', secret: 'KEY_ID' }, ...one];

export const HAWK: SignatureScheme = {
  ...base,
  algorithm: 'HMAC-SHA-256',
  secrets: two,
  message:
    'hawk.1.header\n{timestamp}\n{nonce}\n{method}\n{pathAndQuery}\n{hostname}\n{port}\n{bodyHash}\nsome-app-ext-data\n',
  encoding: 'base64',
  values: [
    {
      name: 'bodyHash',
      text: 'hawk.1.payload\n{header:content-type}\n{body}\n',
      hash: 'SHA-256',
      encoding: 'base64',
    },
  ],
  send: [
    {
      in: 'header',
      name: 'Authorization',
      value:
        'Hawk id="{keyId}", ts="{timestamp}", nonce="{nonce}", hash="{bodyHash}", ext="some-app-ext-data", mac="{signature}"',
    },
  ],
};

export const BINANCE: SignatureScheme = {
  ...base,
  algorithm: 'HMAC-SHA-256',
  secrets: two,
  message: '{query}{body}',
  encoding: 'hex',
  send: [
    { in: 'header', name: 'X-MBX-APIKEY', value: '{keyId}' },
    { in: 'query', name: 'timestamp', value: '{timestampMs}' },
    { in: 'query', name: 'signature', value: '{signature}' },
  ],
};

export const KRAKEN: SignatureScheme = {
  ...base,
  algorithm: 'HMAC-SHA-512',
  secrets: two,
  keyEncoding: 'base64',
  message: '{path}{inner}',
  encoding: 'base64',
  values: [{ name: 'inner', text: '{timestampMs}{body}', hash: 'SHA-256', encoding: 'bytes' }],
  send: [
    { in: 'header', name: 'API-Key', value: '{keyId}' },
    { in: 'header', name: 'API-Sign', value: '{signature}' },
  ],
};

export const CLOUDINARY: SignatureScheme = {
  ...base,
  algorithm: 'SHA-1',
  secrets: two,
  message: '{plainParameters}{secret}',
  encoding: 'hex',
  unsigned: ['file', 'api_key'],
  send: [
    { in: 'body', name: 'timestamp', value: '{timestamp}' },
    { in: 'body', name: 'signature', value: '{signature}' },
    { in: 'body', name: 'api_key', value: '{keyId}' },
  ],
};

/** With `-0000` for the zone, as the example has it. */
export const DUO: SignatureScheme = {
  ...base,
  algorithm: 'HMAC-SHA-1',
  secrets: two,
  message: '{header:date}\n{method}\n{host}\n{path}\n{sortedParameters}',
  encoding: 'hex',
  values: [{ name: 'pair', text: '{keyId}:{signature}', encoding: 'base64' }],
  send: [
    { in: 'header', name: 'Date', value: 'Tue, 21 Aug 2012 17:29:18 -0000' },
    { in: 'header', name: 'Authorization', value: 'Basic {pair}' },
  ],
};

/** Its parameters may stand in the query instead of the header (RFC 5849, 3.5.3). */
export const OAUTH_1: SignatureScheme = {
  ...base,
  algorithm: 'HMAC-SHA-1',
  secrets: [
    { name: 'consumerKey', secret: 'CONSUMER_KEY' },
    { name: 'consumerSecret', secret: 'CONSUMER_SECRET' },
    { name: 'token', secret: 'TOKEN' },
    { name: 'tokenSecret', secret: 'TOKEN_SECRET' },
  ],
  key: '{consumerSecret}&{tokenSecret}',
  message: '{method}&{address}&{parameters}',
  encoding: 'base64',
  values: [
    { name: 'address', text: '{url}', encoding: 'percent' },
    { name: 'parameters', text: '{sortedParameters}', encoding: 'percent' },
  ],
  send: [
    { in: 'query', name: 'oauth_consumer_key', value: '{consumerKey}' },
    { in: 'query', name: 'oauth_nonce', value: '{nonce}' },
    { in: 'query', name: 'oauth_signature_method', value: 'HMAC-SHA1' },
    { in: 'query', name: 'oauth_timestamp', value: '{timestamp}' },
    { in: 'query', name: 'oauth_token', value: '{token}' },
    { in: 'query', name: 'oauth_version', value: '1.0' },
    { in: 'query', name: 'oauth_signature', value: '{signature}' },
  ],
};
