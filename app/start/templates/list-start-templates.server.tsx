import { TEMPLATE_ICONS } from '#app/templates/template-icons.ts';
import { templates, type Template } from '#app/templates/templates.ts';

import { renderHtml } from './render-html.server.ts';

/** A template with its icon, drawn on the server. */
export interface StartTemplate extends Template {
  /** HTML of its icon: the start page need not load the code that draws it. */
  icon: string;
}

let listed: StartTemplate[] | null = null;

/** The templates as the start page offers them. Rendered once in each isolate. */
export async function listStartTemplates(): Promise<StartTemplate[]> {
  if (listed !== null) return listed;
  const drawn = await Promise.all(
    templates.map(async (template) => {
      const Icon = TEMPLATE_ICONS[template.id];
      return { ...template, icon: await renderHtml(<Icon aria-hidden className="size-4" />) };
    }),
  );
  listed = drawn;
  return drawn;
}
