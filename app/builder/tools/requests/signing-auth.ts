import * as z from 'zod';

import { AwsName, SIGNATURE_FIELDS, TemplateName } from '#app/blueprint/signing.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';
import { SIGNABLE_PARTS } from '#app/runtime/upstream/signing/signable-parts.ts';

/** Signatures as a model gives them: secrets by the names that templates have for them. */
export const SignatureAuth = z
  .strictObject({
    kind: z.literal('signature'),
    secrets: z
      .array(TemplateName)
      .min(1)
      .max(10)
      .optional()
      .describe('Names of secrets in templates (default: secret), never values.'),
    ...SIGNATURE_FIELDS,
  })
  .describe(
    `Signs each complete request. key (default {secret}; of Ed25519, ECDSA and RSA a private key), message, values[].text and send[].value are templates: {name} is a secret, one of values (a hash of the body, say), or of the request ${SIGNABLE_PARTS.join(', ')}, header:<name>; in send also {signature}. Parts of send up to the first one with {signature} are added before signing, the others after.`,
  );

export const AwsSignatureAuth = z
  .strictObject({
    kind: z.literal('awsSignature'),
    service: AwsName.describe('As in the credential scope: execute-api, s3.'),
    region: AwsName,
    temporary: z.literal(true).optional().describe('With a session token.'),
  })
  .describe('AWS Signature Version 4.');

export type SigningAuth = z.infer<typeof SignatureAuth> | z.infer<typeof AwsSignatureAuth>;

/** Makes names of secrets: those of a kind that the API has already, or new ones. */
export interface SecretNaming {
  /** Schemes that the API has. */
  known: readonly AuthScheme[];
  keep: (suffix: string) => string;
  create: (suffix: string) => string;
}

/** The scheme of a signature, with the names of its secrets. */
export function toSigningScheme(
  auth: SigningAuth,
  { known, keep, create }: SecretNaming,
): AuthScheme {
  if (auth.kind === 'awsSignature') {
    const { service, region, temporary } = auth;
    return {
      id: 'aws',
      kind: 'awsSignature',
      service,
      region,
      accessKeyIdSecret: keep('ACCESS_KEY_ID'),
      secretAccessKeySecret: keep('SECRET_ACCESS_KEY'),
      ...(temporary ? { sessionTokenSecret: keep('SESSION_TOKEN') } : {}),
    };
  }
  const { kind, secrets = ['secret'], ...fields } = auth;
  const old = known.flatMap((scheme) => (scheme.kind === 'signature' ? scheme.secrets : []));
  return {
    id: 'signature',
    kind,
    secrets: secrets.map((name) => ({
      name,
      secret: old.find((each) => each.name === name)?.secret ?? create(toCapitalWords(name)),
    })),
    ...fields,
  };
}

/** One sentence of how requests to an API are signed. */
export function describeSigning(auth: SigningAuth, id: string): string {
  if (auth.kind === 'awsSignature') {
    return `Requests to ${id} are signed with AWS Signature Version 4 (${auth.service}, ${auth.region}).`;
  }
  const places = auth.send
    .filter(({ value }) => value.includes('{signature}'))
    .map(({ in: place, name }) => `${place} ${name}`);
  const where = places.length === 0 ? '' : `, sent in ${places.join(' and ')}`;
  return `Requests to ${id} are signed (${auth.algorithm}${where}).`;
}

/** `KEY_ID` of `keyId`. */
function toCapitalWords(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
}
