import { renderHtml } from './render-html.server.ts';
import { TemplateCards } from './template-cards.tsx';

/** A text, never a promise: one request must not wait for the work of another. */
let rendered: string | null = null;

/** HTML of the templates as the start page offers them. Rendered once in each isolate. */
export async function renderTemplateCards(): Promise<string> {
  rendered ??= await renderHtml(<TemplateCards />);
  return rendered;
}
