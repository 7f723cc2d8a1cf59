import type { Verdict } from '#app/platform/verdict.ts';
import { getTemplateServer } from '#app/templates/get-template-server.server.ts';
import { templates, type Template } from '#app/templates/templates.ts';

/** A template as the showcase lists it. */
export interface TemplateListing extends Pick<Template, 'id' | 'title' | 'summary'> {
  toolNames: string[];
  verdict: Verdict;
}

/** Lists the templates whose words or tools contain the query; all of them if it is empty. */
export function listTemplateCards(q: string): TemplateListing[] {
  const wanted = q.toLowerCase();
  return templates.flatMap(({ id, title, summary }) => {
    const server = getTemplateServer(id);
    if (server === null) return [];
    const toolNames = server.tools.map(({ name }) => name);
    const words = [title, summary, ...toolNames].join(' ').toLowerCase();
    const { verdict } = server;
    return words.includes(wanted) ? [{ id, title, summary, toolNames, verdict }] : [];
  });
}
