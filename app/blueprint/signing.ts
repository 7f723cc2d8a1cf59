import * as z from 'zod';

import type {
  AwsSignatureScheme,
  KeyAlgorithm,
  SignatureScheme,
} from '#app/runtime/upstream/signing/signature-scheme.ts';

import { SecretName } from './secret-name.ts';
import { PartId } from './tool.ts';

/** Name that templates use. */
export const TemplateName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be letters and digits, starting with a small letter');
const Template = z.string().max(2_000);
const KEY_ALGORITHMS = [
  'Ed25519',
  'ECDSA-P-256',
  'RSA-SHA-256',
  'RSA-SHA-512',
  'RSA-PSS-SHA-256',
  'RSA-PSS-SHA-512',
] as const satisfies readonly KeyAlgorithm[];
const HASHES = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const;

/** Fields of a signature that name no secret: those that a model gives as well. */
export const SIGNATURE_FIELDS = {
  /** HMAC, a private key, or a plain hash of a text that holds the secret. */
  algorithm: z.enum([
    'HMAC-SHA-256',
    'HMAC-SHA-512',
    'HMAC-SHA-384',
    'HMAC-SHA-1',
    ...KEY_ALGORITHMS,
    ...HASHES,
  ]),
  /** Template of the key of an HMAC, or the secret that is a private key; absent: `{secret}`. */
  key: Template.optional(),
  /** Encoding of the key; absent: its text is the key. */
  keyEncoding: z.enum(['base64', 'hex']).optional(),
  /** Template of the text that is signed. */
  message: Template.min(1),
  /** Encoding of the signature. */
  encoding: z.enum(['hex', 'base64', 'base64url']),
  /** Values that templates use, computed from templates of their own. */
  values: z
    .array(
      z.strictObject({
        name: TemplateName,
        text: Template,
        hash: z.enum(HASHES).optional(),
        encoding: z.enum(['bytes', 'hex', 'base64', 'base64url', 'percent']),
      }),
    )
    .max(20)
    .optional(),
  /** Arguments that sorted parameters leave out. */
  unsigned: z.array(z.string().min(1)).max(50).optional(),
  /** Parts that signing adds to a request, in this order. */
  send: z
    .array(
      z.strictObject({
        in: z.enum(['header', 'query', 'body']),
        /** Name on the wire. */
        name: z.string().min(1).max(200),
        value: Template,
      }),
    )
    .min(1)
    .max(20),
};

export const Signature = z.strictObject({
  /** Id that `security` names. */
  id: PartId,
  /** Signature of each request, described by templates. */
  kind: z.literal('signature'),
  /** Secrets by the names that templates have for them. */
  secrets: z
    .array(z.strictObject({ name: TemplateName, secret: SecretName }))
    .min(1)
    .max(10),
  ...SIGNATURE_FIELDS,
}) satisfies z.ZodType<SignatureScheme>;

export const AwsName = z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be small letters, digits and -');

export const AwsSignature = z.strictObject({
  /** Id that `security` names. */
  id: PartId,
  /** AWS Signature Version 4. */
  kind: z.literal('awsSignature'),
  /** Service in the credential's scope. */
  service: AwsName,
  /** Region in the credential's scope. */
  region: AwsName,
  /** Secret that holds the access key's id. */
  accessKeyIdSecret: SecretName,
  /** Secret that holds the secret access key. */
  secretAccessKeySecret: SecretName,
  /** Secret that holds the token of temporary credentials. */
  sessionTokenSecret: SecretName.optional(),
}) satisfies z.ZodType<AwsSignatureScheme>;
