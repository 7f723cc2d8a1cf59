import * as z from 'zod';

import type { MockFixture } from '#app/runtime/mock/mock-fixtures.ts';
import { isConnectionHeader } from '#app/runtime/request/connection-header.ts';

import { JsonValueSchema } from './json.ts';
import { PartId } from './tool.ts';

/** Maximum number of written answers of one server. */
const MAX_MOCKS = 500;

/** Headers that the mock or the network sets, or that would carry a session. */
const OWN_HEADERS = /^(?:content-.*|set-cookie2?|x-mock-.*)$/i;

/** RFC 9110, 5.6.2 and 5.5. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7E]*$/;

const MockHeaders = z
  .record(z.string(), z.string().max(2_000).regex(HEADER_VALUE, 'must be printable ASCII'))
  .refine((headers) => Object.keys(headers).every(isSafeHeader), {
    error:
      'must be headers that an answer may set: not Content-*, Set-Cookie or those of a connection',
  });

export const MockConditionSchema = z.strictObject({
  /** Location in the request. */
  in: z.enum(['path', 'query', 'header', 'body']),
  /** Name on the wire. */
  name: z.string().min(1),
  /** The value that it must have. */
  value: JsonValueSchema,
});

/** An answer of the mock that was written for one operation. */
export const Mock = z.strictObject({
  /** Id of the upstream. */
  upstream: PartId,
  /** HTTP method, upper case. */
  method: z.string().regex(/^[A-Z][A-Z0-9_-]{0,31}$/, 'must be an HTTP method in capitals'),
  /** Path template relative to the base URL. */
  path: z.string().max(2_048).startsWith('/', 'must start with /'),
  /** Only requests with these values get it. */
  when: z.array(MockConditionSchema).min(1).max(20).optional(),
  /** HTTP status. */
  status: z.int().min(200).max(599),
  /** `Content-Type` of the answer. */
  mediaType: z.string().min(1).max(200).regex(HEADER_VALUE),
  /** Further headers. */
  headers: MockHeaders.optional(),
  /** JSON, or the text of another media type. */
  body: JsonValueSchema.optional(),
}) satisfies z.ZodType<MockFixture>;
export type Mock = z.infer<typeof Mock>;

export const Mocks = z.array(Mock).max(MAX_MOCKS);

function isSafeHeader(name: string): boolean {
  return HEADER_NAME.test(name) && !OWN_HEADERS.test(name) && !isConnectionHeader(name);
}
