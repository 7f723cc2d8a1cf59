/** Where a project's secrets are used: by calls of its owner, and by those of its endpoint. */
export const SECRET_ENVIRONMENTS = ['test', 'live'] as const;
export type SecretEnvironment = (typeof SECRET_ENVIRONMENTS)[number];

/** Owner of a project's secrets of one environment, in the secrets' store. */
export function toProjectSecretOwner(project: string, environment: SecretEnvironment): string {
  return `project:${project}:${environment}`;
}

/** Owner of the values that a user has given for calls of their own at a project's endpoint. */
export function toCallerSecretOwner(uid: string, project: string): string {
  return `${toCallerSecretPrefix(uid)}${project}`;
}

/** Beginning of all such owners of a user; an id with a colon is told from another one. */
export function toCallerSecretPrefix(uid: string): string {
  return `caller:${encodeURIComponent(uid)}:`;
}
