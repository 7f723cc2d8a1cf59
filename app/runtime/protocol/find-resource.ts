import type { ResourceDefinition } from '../definition.ts';
import { matchUriTemplate } from './match-uri-template.ts';

/** Tells templates from resources that have one address. */
export function isTemplate({ uri }: ResourceDefinition): boolean {
  return uri.includes('{');
}

/** The resource of a URI, and the text of each variable of its template; null: there is none. */
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
