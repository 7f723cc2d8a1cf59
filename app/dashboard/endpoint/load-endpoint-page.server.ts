import { findServed } from '#app/hosting/endpoint/find-served.server.ts';
import { openArtifact } from '#app/hosting/hosted-artifact.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';

import type { EndpointPage, EndpointTool } from './endpoint-page.ts';

/** Tools that are listed. */
const MAX_TOOLS = 200;
/** Characters of a text. */
const MAX_TEXT = 500;

/** Loads what the page of an endpoint shows to who asks; null where nothing is served under this name. */
export async function loadEndpointPage(
  app: AppContext,
  request: Request,
  slug: string,
): Promise<EndpointPage | null> {
  const found = await findServed(app, slug, Date.now());
  if (!found.ok) return null;
  const { project, visibility, version } = found.value;
  const own = await findOwnProject(app, request, project, 'viewer');
  if (visibility === 'private' && !own.ok) return { isHidden: true };
  const { identity, tools } = await openArtifact(app.env, found.value).served();
  return {
    isHidden: false,
    slug,
    title: identity.title ?? identity.name,
    description: cut(identity.description),
    visibility,
    version,
    tools: tools.slice(0, MAX_TOOLS).map(toEndpointTool),
    more: Math.max(0, tools.length - MAX_TOOLS),
    project: own.ok ? project : null,
  };
}

function toEndpointTool(tool: {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
}): EndpointTool {
  const { name, title = null, description } = tool;
  return { name, title, description: cut(description) };
}

function cut(text: string | undefined): string | null {
  if (text === undefined || text.length <= MAX_TEXT) return text ?? null;
  return `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}
