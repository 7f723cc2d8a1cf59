import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import type { SecretNames } from '#app/blueprint/import/secret-names.ts';
import type { AuthScheme, SecretDeclaration } from '#app/runtime/definition.ts';

/** Context for making schemes from a document. */
export interface SchemeMaker {
  run: ImportRun;
  secrets: SecretNames;
  /** Name in the document. */
  name: string;
  /** Assigns an id; the hint distinguishes two schemes made from one. */
  id: (hint?: string) => string;
  /** Base of a relative token address. */
  baseUrl: string;
}

/** A scheme, the secrets that it needs, and the scopes that it can request. */
export interface MadeScheme {
  scheme: AuthScheme;
  secrets: SecretDeclaration[];
  knownScopes: string[];
}

/** A secret of the server, with what is said of it. */
export function declare(name: string, ...texts: string[]): SecretDeclaration {
  return { name, scope: 'server', description: texts.filter((text) => text !== '').join(' ') };
}

/** A token that somebody sets by hand. */
export function makeBearer(
  maker: SchemeMaker,
  described: string,
  what: string,
  hint?: string,
): MadeScheme {
  const secret = maker.secrets.take(maker.name, 'token');
  return {
    scheme: { id: maker.id(hint), kind: 'bearer', secret },
    secrets: [declare(secret, described, what)],
    knownScopes: [],
  };
}
