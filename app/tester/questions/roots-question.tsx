import type { ServerConnection, ServerQuestion } from '#app/mcp-client/connection.ts';
import { useStore } from '#app/tester/connected/store.ts';
import { Button } from '#app/ui/button.tsx';

import { answerRulesOf } from './answer-rules.ts';

/** A request for the roots, answered with those of the Client tab. */
export function RootsQuestion({
  question,
  connection,
}: {
  question: ServerQuestion;
  connection: ServerConnection;
}) {
  const { roots } = useStore(answerRulesOf(connection));
  return (
    <div className="space-y-3">
      {roots.length === 0 ? (
        <p className="text-sm text-muted">
          You have no roots. Add some in the Client tab, or send an empty list.
        </p>
      ) : (
        <ul className="list-disc ps-5 text-sm wrap-anywhere">
          {roots.map(({ uri }) => (
            <li key={uri}>
              <code>{uri}</code>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={() => question.answer({ roots: roots.map((root) => ({ ...root })) })}
        >
          Send roots
        </Button>
        <Button onClick={() => question.refuse('The user shares no roots.')}>Refuse</Button>
      </div>
    </div>
  );
}
