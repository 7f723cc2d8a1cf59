import { renderToReadableStream } from 'react-dom/server';

import { getTemplateServer } from './get-template-server.server.ts';
import { TemplateServerView } from './template-server-view.tsx';
import { templates, type TemplateId } from './templates.ts';

const rendered = new Map<TemplateId, Promise<string>>();

/**
 * HTML of a template's server. It works without scripts and never changes, so a page that carries
 * this text need not load the code that drew it. Rendered once in each isolate.
 */
export function renderTemplateServer(id: TemplateId): Promise<string> {
  const known = rendered.get(id) ?? render(id);
  rendered.set(id, known);
  return known;
}

async function render(id: TemplateId): Promise<string> {
  const template = templates.find((each) => each.id === id);
  const server = getTemplateServer(id);
  if (!template || !server) throw new Error(`There is no template ${id}.`);
  const stream = await renderToReadableStream(
    <TemplateServerView template={template} server={server} />,
  );
  await stream.allReady;
  return new Response(stream).text();
}
