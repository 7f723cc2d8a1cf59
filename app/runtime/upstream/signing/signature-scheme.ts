/** Hash functions, as Web Crypto names them. */
export type HashName = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

/** Algorithms that sign with a private key; the other side knows the public one. */
export type KeyAlgorithm =
  | 'RSA-SHA-256'
  | 'RSA-SHA-512'
  | 'RSA-PSS-SHA-256'
  | 'RSA-PSS-SHA-512'
  | 'ECDSA-P-256'
  | 'Ed25519';

/** A value that templates use by its name, computed from a template of its own. */
export interface ComputedValue {
  name: string;
  text: string;
  hash?: HashName;
  /** `bytes`: as they are; `percent`: RFC 3986, all but unreserved characters. */
  encoding: 'bytes' | 'hex' | 'base64' | 'base64url' | 'percent';
}

/** A header, an argument of the query or a field of the body that signing adds. */
export interface SignedPart {
  in: 'header' | 'query' | 'body';
  /** Name on the wire. */
  name: string;
  /** Template of its value. */
  value: string;
}

/**
 * A signature of each request, described by templates: a `{name}` in them stands for a part of the request
 * (`SIGNABLE_PARTS`), for one of `secrets` or `values`, or for the `signature`. Parts listed before the first
 * that holds the signature are added before signing, the others after it.
 */
export interface SignatureScheme {
  id: string;
  kind: 'signature';
  /** A plain hash is for APIs whose text to sign holds the secret. */
  algorithm: HashName | `HMAC-${HashName}` | KeyAlgorithm;
  /** Secrets by the names that templates have for them. */
  secrets: { name: string; secret: string }[];
  /** Template of the key of an HMAC, or the secret that is a private key (PKCS #8); default: `{secret}`. */
  key?: string;
  /** Encoding of the key's bytes; default: they are its text in UTF-8. */
  keyEncoding?: 'base64' | 'hex';
  /** Template of the text that is signed. */
  message: string;
  encoding: 'hex' | 'base64' | 'base64url';
  values?: ComputedValue[];
  /** Arguments that sorted parameters leave out. */
  unsigned?: string[];
  send: SignedPart[];
}

/** AWS Signature Version 4 in the `Authorization` header. */
export interface AwsSignatureScheme {
  id: string;
  kind: 'awsSignature';
  /** Name of the service in the credential's scope: `execute-api`, `s3`. */
  service: string;
  region: string;
  accessKeyIdSecret: string;
  secretAccessKeySecret: string;
  /** Token of temporary credentials. */
  sessionTokenSecret?: string;
}

export type SigningScheme = SignatureScheme | AwsSignatureScheme;
