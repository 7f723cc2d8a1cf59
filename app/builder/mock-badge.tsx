import { Badge } from '#app/ui/badge.tsx';

/** Says that answers are made up from the API document; the one label for it on every screen. */
export function MockBadge() {
  return (
    <Badge tone="warn">
      <span title="Answers are made from the examples and schemas of the API document. No request leaves this server.">
        Mock API
      </span>
    </Badge>
  );
}
