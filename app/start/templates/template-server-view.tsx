import { ChevronRight } from 'lucide-react';

import { TEMPLATE_ICONS } from '#app/templates/template-icons.ts';
import type { TemplateServer, TemplateTool } from '#app/templates/template-server.ts';
import type { Template } from '#app/templates/templates.ts';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

/** A template's server as it runs: the verdict on it, its tools, and a call of each with its answer. */
export function TemplateServerView({
  template,
  server,
}: {
  template: Template;
  server: TemplateServer;
}) {
  const { title, upstream } = template;
  const Icon = TEMPLATE_ICONS[template.id];
  return (
    <section
      aria-label={`${title}, a running server`}
      className="min-w-0 overflow-hidden rounded-panel border bg-raised"
    >
      <div className="flex items-center gap-2.5 border-b px-4 py-2.5">
        <Icon aria-hidden className="size-5 shrink-0 text-blue" />
        <div className="min-w-0 grow">
          <p className="truncate font-semibold">{title}</p>
          <code className="block truncate text-muted">{upstream}</code>
        </div>
        <VerdictBadge verdict={server.verdict} />
      </div>
      <ul aria-label={`Tools of ${title}`} className="divide-y">
        {server.tools.map((tool, index) => (
          <li key={tool.name}>
            <ToolCall tool={tool} group={`calls-${template.id}`} isOpen={index === 0} />
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-sm text-muted">
        Built from the {title} template. {server.passed} of {server.checks} checks pass. Answers
        come from a mock of the API.
      </p>
    </section>
  );
}

function ToolCall({ tool, group, isOpen }: { tool: TemplateTool; group: string; isOpen: boolean }) {
  return (
    <details name={group} open={isOpen} className="group">
      <summary className="flex min-h-9 list-none items-center gap-2 px-4 py-1.5 -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <code className="shrink-0 font-semibold">{tool.name}</code>
        <span className="truncate text-sm text-muted max-sm:hidden">{tool.title}</span>
        {tool.isReadOnly ? null : (
          <span className="ms-auto shrink-0 text-sm text-pencil">writes</span>
        )}
      </summary>
      <div className="border-t bg-paper px-4 py-2.5 text-sm">
        <p className="text-muted">Call</p>
        <pre className="leading-5 wrap-anywhere whitespace-pre-wrap text-blue">{toCall(tool)}</pre>
        <p className="mt-1.5 text-muted">Answer</p>
        <pre
          // A scrolling area must be reachable by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={`Answer of ${tool.name}`}
          className="max-h-44 overflow-auto leading-5"
        >
          {tool.call.answer}
        </pre>
      </div>
    </details>
  );
}

/** `find_place { "name": "Lisbon" }`, each argument on a line of its own where there are more. */
function toCall({ name, call }: TemplateTool): string {
  const entries = Object.entries(call.arguments);
  if (entries.length > 2) return `${name} ${JSON.stringify(call.arguments, null, 2)}`;
  const inner = entries.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`).join(', ');
  return inner === '' ? `${name} {}` : `${name} { ${inner} }`;
}
