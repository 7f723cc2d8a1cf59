import { templateServers } from 'virtual:template-servers';

import type { TemplateServer } from './template-server.ts';

/** The measured server of a template; null if there is no such template. */
export function getTemplateServer(id: string): TemplateServer | null {
  return templateServers.find((server) => server.id === id) ?? null;
}
