import type { JsonObject } from '#app/runtime/definition.ts';
import { ResultView } from '#app/tester/results/result-view.tsx';

import type { CallAnswer } from './mcp-call.ts';

/** A tool's answer, or why the server refused the call. */
export function CallContent({
  answer,
  outputSchema,
}: {
  answer: CallAnswer;
  /** As clients see it; null where the tool declares none. */
  outputSchema: JsonObject | null;
}) {
  if (answer.kind === 'refused') {
    return (
      <p className="rounded-panel border border-fail bg-raised px-4 py-3 wrap-anywhere">
        {answer.message}
        {answer.code === null ? null : <code className="ms-2 text-muted">{answer.code}</code>}
      </p>
    );
  }
  return <ResultView result={answer.result} outputSchema={outputSchema} />;
}
