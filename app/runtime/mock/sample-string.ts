import type { JsonObject } from '../json.ts';
import { samplePattern } from './sample-pattern.ts';

/** One unmistakable value for each format of JSON Schema and OpenAPI. */
const FORMATS: { [format: string]: string } = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/example',
  'iri-reference': '/example',
  'uri-template': '/example/{id}',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'json-pointer': '/example',
  'relative-json-pointer': '0/example',
  regex: '.*',
  byte: 'ZXhhbXBsZQ==',
  base64url: 'ZXhhbXBsZQ',
};

/** A text that fits a schema's format, pattern and lengths. */
export function sampleString(schema: JsonObject): string {
  const { format, pattern, contentEncoding, minLength, maxLength } = schema;
  const byFormat = typeof format === 'string' ? FORMATS[format] : undefined;
  if (byFormat !== undefined) return byFormat;
  if (contentEncoding === 'base64') return 'ZXhhbXBsZQ==';
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  const byPattern = typeof pattern === 'string' ? samplePattern(pattern, least) : null;
  if (byPattern !== null) return byPattern;
  return 'example'.padEnd(Math.min(least, 100_000), 'x').slice(0, Math.max(most, least));
}
