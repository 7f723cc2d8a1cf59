import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { useShownVersion } from '#app/dashboard/use-shown-version.ts';
import { getVersion } from '#app/projects/project-client.ts';
import type { ProjectView } from '#app/projects/project.ts';
import type { VersionView } from '#app/projects/version.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { VersionBar } from './version-bar.tsx';

/** The enabled tools of a version, as clients list them. */
export function VersionToolsTab({ project }: { project: ProjectView }) {
  const { version, show } = useShownVersion(project);
  return (
    <>
      <VersionBar project={project} version={version} onVersion={show} />
      <Tools project={project.id} version={version} />
    </>
  );
}

function Tools({ project, version }: { project: string; version: number }) {
  const loaded = useLoaded(`${project} ${version}`, '', () => getVersion(project, version));
  if (loaded.failure) return <FailureNote failure={loaded.failure} onRetry={loaded.retry} />;
  if (loaded.value === null) return <Spinner className="p-6" />;
  const tools = toolsOf(loaded.value).filter(({ enabled }) => enabled);
  return (
    <>
      <p className="mb-3 text-sm text-muted tabular-nums">
        {tools.length === 1 ? '1 tool' : `${tools.length} tools`} of version {version}. A version
        never changes: continue in a chat to make the next one.
      </p>
      <ul aria-label="Tools" className="divide-y border-y">
        {tools.map((tool) => (
          <li key={tool.name} className="py-2.5">
            <p className="flex flex-wrap items-center gap-2">
              <code className="font-semibold wrap-anywhere">{tool.name}</code>
              {tool.hint ? <Badge tone={tool.hint.tone}>{tool.hint.text}</Badge> : null}
            </p>
            {tool.description ? (
              <p className="mt-0.5 line-clamp-3 max-w-prose text-sm wrap-anywhere text-muted">
                {tool.description}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ShownTool {
  name: string;
  enabled: boolean;
  description: string;
  hint: { tone: 'plain' | 'warn'; text: string } | null;
}

/** Large blueprints come as a summary, which has names and titles only. */
function toolsOf({ blueprint }: VersionView): ShownTool[] {
  if ('isSummary' in blueprint) {
    return blueprint.tools.map(({ name, title, enabled }) => ({
      name,
      enabled,
      description: title ?? '',
      hint: null,
    }));
  }
  return blueprint.tools.map(({ name, enabled, description, title, annotations }) => ({
    name,
    enabled,
    description: description ?? title ?? '',
    hint: toHint(annotations),
  }));
}

function toHint(
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean } | undefined,
): ShownTool['hint'] {
  if (annotations?.readOnlyHint) return { tone: 'plain', text: 'Reads only' };
  return annotations?.destructiveHint ? { tone: 'warn', text: 'Destructive' } : null;
}
