import { data, Link, useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { ImportTimeline } from '#app/start/import-timeline.tsx';
import { useImport } from '#app/start/use-import.ts';
import { getTemplateServer } from '#app/templates/get-template-server.server.ts';
import { templates } from '#app/templates/templates.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/template.route.ts';
import { TemplateServerView } from './template-server-view.tsx';

/** A template and its server as it runs. */
export function loader({ params }: Route.LoaderArgs) {
  const template = templates.find(({ id }) => id === params.template);
  const server = template ? getTemplateServer(template.id) : null;
  if (!template || !server) throw data(null, { status: 404 });
  return { template, server };
}

export function meta(place: Route.MetaArgs) {
  if (!place.loaderData) return [{ title: 'Template · MCP Builder' }];
  const { id, title, summary } = place.loaderData.template;
  return pageMeta(place, {
    title: `${title} · MCP Builder`,
    description: summary,
    image: `/showcase/${id}/share.png`,
  });
}

/** Shows what a template gives, and makes a server of it. */
export default function TemplatePage({ loaderData: { template, server } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { state, start, cancel } = useImport(({ path }) => void navigate(path));
  const begin = () => void start({ kind: 'template', id: template.id, title: template.title });
  return (
    <div className="mx-auto flex w-full max-w-3xl grow flex-col gap-5 px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="me-auto min-w-0">
          <h1 className="text-lg">{template.title}</h1>
          <p className="text-muted">{template.summary}</p>
          {template.needsSecret ? (
            <p className="text-sm text-muted">
              Calls to {template.upstream} need a key of yours; the mock needs none.
            </p>
          ) : null}
        </div>
        <Link to="/showcase" className={buttonClass('ghost')}>
          All servers
        </Link>
        <Button variant="primary" disabled={state.kind === 'running'} onClick={begin}>
          Use this template
        </Button>
      </div>
      {state.kind === 'running' ? (
        <ImportTimeline input={state.input} steps={state.steps} onCancel={cancel} />
      ) : null}
      {state.kind === 'failed' ? (
        <FailureNote failure={state.failure} onRetry={begin} onClose={cancel} />
      ) : null}
      <TemplateServerView template={template} server={server} />
    </div>
  );
}
