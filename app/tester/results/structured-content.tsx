import { useMemo } from 'react';

import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { Badge } from '#app/ui/badge.tsx';

import { checkOutput, type OutputVerdict } from './check-output.ts';
import { DownloadButton } from './download-button.tsx';
import { HiddenMarks } from './hidden-marks.tsx';
import { JsonTree } from './json-tree.tsx';

/** Structured content as a tree, with the verdict of the tool's own output schema. */
export function StructuredContent({
  value,
  outputSchema,
}: {
  value: JsonValue | undefined;
  outputSchema: JsonObject | null;
}) {
  const verdict = useMemo(() => checkOutput(value, outputSchema), [value, outputSchema]);
  if (value === undefined && verdict.kind !== 'missing') return null;
  return (
    <div>
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-2">
        <h3 className="text-sm font-normal text-muted">Structured content</h3>
        <Verdict verdict={verdict} />
        {value === undefined ? null : (
          <span className="ms-auto">
            <DownloadButton
              what="structured content"
              fileName="result.json"
              mediaType="application/json"
              content={() => JSON.stringify(value, null, 2)}
            />
          </span>
        )}
      </div>
      {verdict.kind === 'invalid' ? (
        <ul
          aria-label="Problems of the output"
          className="mb-2 list-disc ps-5 text-sm wrap-anywhere text-fail"
        >
          {verdict.problems.map((problem, index) => (
            <li key={index}>
              <HiddenMarks text={problem} />
            </li>
          ))}
        </ul>
      ) : null}
      {value === undefined ? (
        <p className="text-sm text-fail">
          The tool declares an output schema, but the result has no structured content.
        </p>
      ) : (
        <JsonTree value={value} label="structured content" />
      )}
    </div>
  );
}

function Verdict({ verdict }: { verdict: OutputVerdict }) {
  switch (verdict.kind) {
    case 'valid':
      return <Badge tone="pass">Matches the output schema</Badge>;
    case 'invalid':
      return <Badge tone="fail">Does not match the output schema</Badge>;
    case 'missing':
      return <Badge tone="fail">Missing</Badge>;
    case 'unreadable':
      return <Badge tone="warn">The output schema cannot be read</Badge>;
    case 'undeclared':
      return null;
  }
}
