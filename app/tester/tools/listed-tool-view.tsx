import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { BackToList } from '#app/tester/connected/back-to-list.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Unfolding } from '#app/tester/results/unfolding.tsx';
import { Badge } from '#app/ui/badge.tsx';

import { listSchemaFaults } from './list-schema-faults.ts';
import type { ServerTool } from './read-tools.ts';
import { ToolCallForm } from './tool-call-form.tsx';
import { ToolOutcome } from './tool-outcome.tsx';

/** One tool as the server describes it, its form, and the outcome of its last call. */
export function ListedToolView({
  tool,
  connection,
  onClose,
}: {
  tool: ServerTool;
  connection: ServerConnection;
  onClose: () => void;
}) {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const faults = useMemo(
    () => [
      ...(inputSchema
        ? listSchemaFaults(inputSchema).map((fault) => `Input schema: ${fault}`)
        : []),
      ...(outputSchema
        ? listSchemaFaults(outputSchema).map((fault) => `Output schema: ${fault}`)
        : []),
    ],
    [inputSchema, outputSchema],
  );
  return (
    <article
      aria-label={name === '' ? 'Tool without a name' : name}
      className="max-w-4xl space-y-4 px-4 py-4 sm:px-6"
    >
      <BackToList label="All tools" onClose={onClose} />
      <header className="space-y-2">
        <h2 className="font-mono text-base wrap-anywhere">
          {name === '' ? '(no name)' : <HiddenMarks text={name} />}
        </h2>
        {title === null ? null : (
          <p className="font-medium wrap-anywhere">
            <HiddenMarks text={title} />
          </p>
        )}
        {tool.hints.length > 0 ? (
          <p className="flex flex-wrap gap-1.5">
            {tool.hints.map(({ label, tone }) => (
              <Badge key={label} tone={tone}>
                {label}
              </Badge>
            ))}
          </p>
        ) : null}
        {description === null ? (
          <p className="text-sm text-pencil">The tool has no description.</p>
        ) : (
          <p className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line">
            <HiddenMarks text={description} />
          </p>
        )}
        <Warnings warnings={[...tool.warnings, ...faults]} />
      </header>
      <ToolCallForm tool={tool} connection={connection} />
      <ToolOutcome tool={tool} connection={connection} />
      <Unfolding summary="Definition as the server sent it">
        {() => <JsonTree value={tool.definition} label="definition" />}
      </Unfolding>
    </article>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="space-y-1 rounded-panel border px-4 py-2 text-sm">
      {warnings.map((warning, index) => (
        <li key={index} className="flex gap-2 wrap-anywhere">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span>
            <HiddenMarks text={warning} />
          </span>
        </li>
      ))}
    </ul>
  );
}
