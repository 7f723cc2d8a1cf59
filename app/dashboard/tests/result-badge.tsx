import { Check, TrendingDown, X } from 'lucide-react';

import type { TestResult } from '#app/projects/tests/project-test.ts';
import { Badge } from '#app/ui/badge.tsx';

/** How a test ended, in a word. */
export function ResultBadge({ result }: { result: TestResult | null }) {
  if (result === null) return <Badge>Not run</Badge>;
  if (result.hasPassed) {
    return (
      <Badge tone="pass">
        <Check aria-hidden />
        Passed
      </Badge>
    );
  }
  return result.passedOn === null ? (
    <Badge tone="fail">
      <X aria-hidden />
      Failed
    </Badge>
  ) : (
    <Badge tone="fail">
      <TrendingDown aria-hidden />
      Regression
    </Badge>
  );
}
