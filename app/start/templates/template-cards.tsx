import { TEMPLATE_ICONS } from '#app/templates/template-icons.ts';
import { templates, type Template } from '#app/templates/templates.ts';
import { Badge } from '#app/ui/badge.tsx';

/** Six servers that run at once; one click imports one. The page hears the clicks: cards are drawn without scripts. */
export function TemplateCards() {
  return (
    <section aria-labelledby="templates-title">
      <h2 id="templates-title" className="mb-3 text-sm text-muted">
        Or start from a template
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-panel border bg-line sm:grid-cols-2 md:grid-cols-3">
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard template={template} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TemplateCard({
  template: { id, title, summary, upstream, needsSecret },
}: {
  template: Template;
}) {
  const Icon = TEMPLATE_ICONS[id];
  return (
    <button
      type="button"
      data-template={id}
      data-title={title}
      className="group flex size-full flex-col items-start gap-1 bg-raised px-4 py-3.5 text-start -outline-offset-2 hover:bg-blue-tint"
    >
      <span className="flex w-full items-center gap-2">
        <Icon aria-hidden className="size-4 shrink-0 text-blue" />
        <span className="me-auto font-semibold group-hover:text-blue">{title}</span>
        {needsSecret ? <Badge>needs a key</Badge> : null}
      </span>
      <span className="text-sm text-muted">{summary}</span>
      <code className="mt-auto pt-1 text-muted">{upstream}</code>
    </button>
  );
}
