import { ArrowLeft, Play } from 'lucide-react';
import { Suspense } from 'react';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { InlineEdit } from './inline-edit.tsx';

const ToolSchemas = lazyPart(
  async () => (await import('#app/workbench/parameters/tool-schemas.tsx')).ToolSchemas,
);

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

interface Props {
  tool: Tool;
  blueprint: Blueprint;
  screen: DraftScreen;
  address: ScreenAddress;
}

/** One tool as models see it, with its words open for editing. */
export function ToolDetail({ tool, blueprint, screen, address }: Props) {
  const canEdit = screen.draft.mayEdit;

  function rename(to: string): string | null {
    const refused = screen.edit({ edit: 'renameTool', from: tool.name, to });
    if (refused === null) address.go({ tool: to }, { replace: true });
    return refused;
  }

  return (
    <article aria-label={tool.name} className="max-w-3xl space-y-5 px-4 py-4 sm:px-6">
      <Button
        variant="ghost"
        className="-ms-3 @min-[640px]:hidden"
        onClick={() => address.go({ tool: null })}
      >
        <ArrowLeft aria-hidden />
        All tools
      </Button>
      <header className="space-y-2">
        <InlineEdit
          label="name"
          value={tool.name}
          canEdit={canEdit}
          isMono
          check={(text) =>
            NAME.test(text) ? null : 'Use 1 to 64 letters, digits, or any of _ . -'
          }
          onSave={rename}
        >
          <h2 className="font-mono wrap-anywhere">{tool.name}</h2>
        </InlineEdit>
        <Route tool={tool} />
        <Hints tool={tool} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-1">
          <Button
            variant="primary"
            disabled={!tool.enabled}
            onClick={() => address.go({ tab: 'try', tool: tool.name })}
          >
            <Play aria-hidden />
            Try it
          </Button>
          <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
            <Checkbox
              checked={tool.enabled}
              disabled={!canEdit}
              onChange={() =>
                screen.edit({ edit: 'selectTools', names: [tool.name], enabled: !tool.enabled })
              }
            />
            Served
          </label>
        </div>
      </header>
      <Words tool={tool} screen={screen} />
      <Suspense fallback={<Spinner />}>
        <ToolSchemas tool={tool} definitions={blueprint.definitions} />
      </Suspense>
    </article>
  );
}

function Route({ tool }: { tool: Tool }) {
  const { action } = tool;
  if (action.kind !== 'http') return <p className="text-sm text-muted">{action.kind} action</p>;
  return (
    <p>
      <code className="wrap-anywhere">
        <strong className="font-semibold">{action.method}</strong> {action.path}
      </code>
    </p>
  );
}

function Hints({ tool }: { tool: Tool }) {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
  return (
    <p className="flex flex-wrap gap-1.5">
      {readOnlyHint ? <Badge>read-only</Badge> : null}
      {destructiveHint ? <Badge tone="warn">destructive</Badge> : null}
      {idempotentHint ? <Badge>idempotent</Badge> : null}
      {openWorldHint ? <Badge>open world</Badge> : null}
      {tool.deprecated ? <Badge tone="warn">deprecated</Badge> : null}
    </p>
  );
}

function Words({ tool, screen }: { tool: Tool; screen: DraftScreen }) {
  const canEdit = screen.draft.mayEdit;
  return (
    <dl className="space-y-4">
      <div>
        <dt className="mb-1 text-sm text-muted">Title</dt>
        <dd>
          <InlineEdit
            label="title"
            value={tool.title ?? ''}
            canEdit={canEdit}
            onSave={(text) =>
              screen.edit({ edit: 'describeTool', name: tool.name, title: text || null })
            }
          >
            {tool.title ?? <span className="text-muted">none</span>}
          </InlineEdit>
        </dd>
      </div>
      <div>
        <dt className="mb-1 text-sm text-muted">Description</dt>
        <dd>
          <InlineEdit
            label="description"
            value={tool.description ?? ''}
            canEdit={canEdit}
            isLong
            onSave={(text) =>
              screen.edit({ edit: 'describeTool', name: tool.name, description: text || null })
            }
          >
            {tool.description ? (
              <p className="wrap-anywhere whitespace-pre-line">{tool.description}</p>
            ) : (
              <span className="text-pencil">
                Missing. Without a description, a model cannot tell when to use this tool.
              </span>
            )}
          </InlineEdit>
        </dd>
      </div>
    </dl>
  );
}
