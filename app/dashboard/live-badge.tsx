import { Circle, CircleDot } from 'lucide-react';

import { Badge } from '#app/ui/badge.tsx';

/** Whether something is served, and which version. */
export function LiveBadge({ published }: { published: number | null }) {
  if (published === null) {
    return (
      <Badge>
        <Circle aria-hidden />
        Not published
      </Badge>
    );
  }
  return (
    <Badge tone="pass" className="tabular-nums">
      <CircleDot aria-hidden />
      Live: version {published}
    </Badge>
  );
}
