import { TEMPLATE_ICONS } from '#app/templates/template-icons.ts';
import { templates, type TemplateId } from '#app/templates/templates.ts';

interface Props {
  chosen: TemplateId | null;
  onChoose: (id: TemplateId) => void;
}

/** One of the templates, each of which is a server that runs. */
export function TemplateChoice({ chosen, onChoose }: Props) {
  return (
    <div role="radiogroup" aria-label="Template" className="divide-y border-y">
      {templates.map(({ id, title, summary, needsSecret }) => {
        const Icon = TEMPLATE_ICONS[id];
        return (
          <label
            key={id}
            className="flex min-h-11 cursor-pointer items-center gap-3 px-1 py-1.5 hover:bg-hover"
          >
            <input
              type="radio"
              name="template"
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="size-4 shrink-0 accent-blue"
            />
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 grow">
              <span className="block font-medium">{title}</span>
              <span className="block text-sm text-muted">
                {summary}
                {needsSecret ? '. Requires your own credential.' : ''}
              </span>
            </span>
          </label>
        );
      })}
    </div>
  );
}
