import { getTemplateServer } from '#app/templates/get-template-server.server.ts';
import { templates, type TemplateId } from '#app/templates/templates.ts';

import { renderHtml } from './render-html.server.ts';
import { TemplateServerView } from './template-server-view.tsx';

/** Texts, never promises: one request must not wait for the work of another. */
const rendered = new Map<TemplateId, string>();

/**
 * HTML of a template's server. It works without scripts and never changes, so a page that carries
 * this text need not load the code that drew it. Rendered once in each isolate.
 */
export async function renderTemplateServer(id: TemplateId): Promise<string> {
  const known = rendered.get(id);
  if (known !== undefined) return known;
  const template = templates.find((each) => each.id === id);
  const server = getTemplateServer(id);
  if (!template || !server) throw new Error(`There is no template ${id}.`);
  const html = await renderHtml(<TemplateServerView template={template} server={server} />);
  rendered.set(id, html);
  return html;
}
