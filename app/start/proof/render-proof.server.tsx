import { StaticRouter } from 'react-router';
import { proof } from 'virtual:proof';
import { exampleReport } from 'virtual:template-servers';

import { SiteFooter } from '#app/site/site-footer.tsx';
import { renderHtml } from '#app/start/templates/render-html.server.ts';
import { EXAMPLE } from '#app/templates/example.ts';
import { templates } from '#app/templates/templates.ts';

import { ProofView } from './proof-view.tsx';

/** A text, never a promise: one request must not wait for the work of another. */
let rendered: string | null = null;

/** HTML of the proof below the start page. It never changes, and needs no script. Rendered once in each isolate. */
export async function renderProof(): Promise<string> {
  if (rendered !== null) return rendered;
  const template = templates.find(({ id }) => id === EXAMPLE);
  if (!template) throw new Error(`There is no template ${EXAMPLE}.`);
  const html = await renderHtml(
    // Its links are plain ones: nothing here is taken over by scripts.
    <StaticRouter location="/">
      <ProofView title={template.title} report={exampleReport} proof={proof} />
      <div className="mt-14 [&_nav]:max-w-none [&_nav]:px-0">
        <SiteFooter />
      </div>
    </StaticRouter>,
  );
  rendered = html;
  return html;
}
