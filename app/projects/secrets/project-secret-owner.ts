/** Where a project's secrets are used: by calls of its owner, and by those of its endpoint. */
export const SECRET_ENVIRONMENTS = ['test', 'live'] as const;
export type SecretEnvironment = (typeof SECRET_ENVIRONMENTS)[number];

/** Owner of a project's secrets of one environment, in the secrets' store. */
export function toProjectSecretOwner(project: string, environment: SecretEnvironment): string {
  return `project:${project}:${environment}`;
}
