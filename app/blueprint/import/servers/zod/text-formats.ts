import type { JsonObject } from '#app/runtime/json.ts';

const TEXT = { type: 'string' };

/** Texts of a form, by the name that Zod has for it. */
export const TEXT_FORMATS: Readonly<Record<string, JsonObject>> = {
  email: { ...TEXT, format: 'email' },
  url: { ...TEXT, format: 'uri' },
  httpUrl: { ...TEXT, format: 'uri' },
  uuid: { ...TEXT, format: 'uuid' },
  uuidv4: { ...TEXT, format: 'uuid' },
  uuidv7: { ...TEXT, format: 'uuid' },
  guid: { ...TEXT, format: 'uuid' },
  datetime: { ...TEXT, format: 'date-time' },
  date: { ...TEXT, format: 'date' },
  time: { ...TEXT, format: 'time' },
  duration: { ...TEXT, format: 'duration' },
  ip: TEXT,
  ipv4: { ...TEXT, format: 'ipv4' },
  ipv6: { ...TEXT, format: 'ipv6' },
  hostname: { ...TEXT, format: 'hostname' },
  base64: { ...TEXT, contentEncoding: 'base64' },
  base64url: { ...TEXT, contentEncoding: 'base64url' },
  cuid: TEXT,
  cuid2: TEXT,
  ulid: TEXT,
  nanoid: TEXT,
  emoji: TEXT,
  cidr: TEXT,
  cidrv4: TEXT,
  cidrv6: TEXT,
  jwt: TEXT,
  e164: TEXT,
};
