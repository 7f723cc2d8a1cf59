import { useState } from 'react';

import type { PathProblem } from '#app/platform/json-path.ts';
import { Breakable } from '#app/ui/breakable.tsx';
import { Button } from '#app/ui/button.tsx';

const SHOWN_FIRST = 5;
const SHOWN_MORE = 100;

/** Lists the parts of a document that the import could not carry over, each with its place. */
export function WarningList({ warnings }: { warnings: readonly PathProblem[] }) {
  const [shown, setShown] = useState(SHOWN_FIRST);
  const rest = warnings.length - shown;
  return (
    <>
      <ul className="divide-y text-sm">
        {warnings.slice(0, shown).map((warning, index) => (
          <li key={index} className="py-2 first:pt-0">
            <p className="wrap-anywhere">{warning.message}</p>
            <code className="wrap-anywhere text-muted">
              <Breakable text={warning.path} />
            </code>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button className="mt-1" onClick={() => setShown(shown + SHOWN_MORE)}>
          Show {Math.min(rest, SHOWN_MORE)} more
        </Button>
      ) : null}
    </>
  );
}
