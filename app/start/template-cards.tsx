import type { ComposerInput } from '#app/drafts/documents/composer-input.ts';
import { Badge } from '#app/ui/badge.tsx';

import type { StartTemplate } from './templates/list-start-templates.server.tsx';

/** Six servers that run at once; one click imports one. */
export function TemplateCards({
  templates,
  onPick,
}: {
  templates: readonly StartTemplate[];
  onPick: (input: ComposerInput) => void;
}) {
  return (
    <section aria-labelledby="templates-title">
      <h2 id="templates-title" className="mb-3 text-sm text-muted">
        Or start from a template
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-panel border bg-line sm:grid-cols-2 md:grid-cols-3">
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} onPick={onPick} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TemplateCard({
  template: { id, title, summary, upstream, needsSecret, icon },
  onPick,
}: {
  template: StartTemplate;
  onPick: (input: ComposerInput) => void;
}) {
  return (
    <button
      type="button"
      onClick={() => onPick({ kind: 'template', id, title })}
      className="group flex size-full flex-col items-start gap-1 bg-raised px-4 py-3.5 text-left -outline-offset-2 hover:bg-blue-tint"
    >
      <span className="flex w-full items-center gap-2">
        {/* Our own server drew it. */}
        {/* oxlint-disable-next-line react/no-danger */}
        <span className="shrink-0 text-blue" dangerouslySetInnerHTML={{ __html: icon }} />
        <span className="mr-auto font-semibold group-hover:text-blue">{title}</span>
        {needsSecret ? <Badge>needs a key</Badge> : null}
      </span>
      <span className="text-sm text-muted">{summary}</span>
      <code className="mt-auto pt-1 text-muted">{upstream}</code>
    </button>
  );
}
