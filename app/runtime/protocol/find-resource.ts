import type { ResourceDefinition } from '../definition.ts';
import { matchUriTemplate } from './match-uri-template.ts';

/** Whether a resource is a template. */
export function isTemplate({ uri }: ResourceDefinition): boolean {
  return uri.includes('{');
}

/** The resource of a URI, with the values of its template's variables; null if there is none. */
export function findResource(
  resources: ResourceDefinition[],
  uri: string,
): { resource: ResourceDefinition; variables: Map<string, string> } | null {
  const exact = resources.find((resource) => resource.uri === uri);
  if (exact !== undefined) return { resource: exact, variables: new Map() };
  for (const resource of resources) {
    const variables = matchUriTemplate(resource.uri, uri);
    if (variables !== null) return { resource, variables };
  }
  return null;
}
