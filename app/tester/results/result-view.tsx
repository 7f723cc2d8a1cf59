import { useMemo } from 'react';

import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

import { ContentView } from './content-view.tsx';
import { limitText } from './limit-text.ts';
import { HiddenMarks } from './hidden-marks.tsx';
import { JsonTree } from './json-tree.tsx';
import { readContent } from './read-content.ts';
import { StructuredContent } from './structured-content.tsx';
import { Unfolding } from './unfolding.tsx';

/** A longer text is not compared with the structured content. */
const LONGEST_MIRROR = 1_000_000;

const LONGEST_ERROR = 20_000;

/** The result of a tool: each block of its content, and its structured content with a verdict. */
export function ResultView({
  result,
  outputSchema,
  onRead = null,
}: {
  result: JsonObject;
  /** Null where the tool declares none. */
  outputSchema: JsonObject | null;
  onRead?: ((uri: string) => void) | null;
}) {
  const { content, structuredContent, isError, _meta: meta } = result;
  const hasFailed = isError === true;
  const blocks = useMemo(() => {
    const all = Array.isArray(content) ? content : [];
    return structuredContent === undefined
      ? all
      : all.filter((block) => !isMirror(block, structuredContent));
  }, [content, structuredContent]);
  return (
    <div className="space-y-4">
      {content === undefined || Array.isArray(content) ? null : (
        <p className="text-sm text-fail">The content of the result is not a list.</p>
      )}
      {blocks.map((block, index) =>
        hasFailed ? (
          <FailedBlock key={index} block={block} onRead={onRead} />
        ) : (
          <ContentView key={index} block={block} onRead={onRead} />
        ),
      )}
      {/* A failed call owes no structured content. */}
      <StructuredContent
        value={structuredContent}
        outputSchema={hasFailed && structuredContent === undefined ? null : outputSchema}
      />
      {blocks.length === 0 && structuredContent === undefined ? (
        <p className="text-sm text-muted">The result is empty.</p>
      ) : null}
      {isJsonObject(meta) && Object.keys(meta).length > 0 ? (
        <Unfolding summary="Metadata">{() => <JsonTree value={meta} label="metadata" />}</Unfolding>
      ) : null}
    </div>
  );
}

function FailedBlock({
  block,
  onRead,
}: {
  block: JsonValue;
  onRead: ((uri: string) => void) | null;
}) {
  const part = readContent(block);
  if (part.kind !== 'text') return <ContentView block={block} onRead={onRead} />;
  return (
    <p className="rounded-panel border border-fail bg-raised px-4 py-3 wrap-anywhere whitespace-pre-wrap">
      <HiddenMarks text={limitText(part.text, LONGEST_ERROR).text} />
    </p>
  );
}

/** A text block that only repeats the structured content, for clients that cannot read that. */
function isMirror(block: JsonValue, structured: JsonValue): boolean {
  const part = readContent(block);
  if (part.kind !== 'text' || part.text.length > LONGEST_MIRROR) return false;
  if (!/^\s*[[{]/.test(part.text)) return false;
  try {
    return JSON.stringify(parseJson(part.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
