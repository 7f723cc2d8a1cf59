import { Badge } from '#app/ui/badge.tsx';

const MOCK =
  'Answers are made from the examples and schemas of the API document. No request leaves this server.';
const REAL = 'Requests reach the real API, with your secrets.';

/** Says what answers the tools' requests, with the same label on every screen. */
export function UpstreamBadge({ isMock }: { isMock: boolean }) {
  return (
    <Badge tone={isMock ? 'warn' : 'blue'}>
      <span title={isMock ? MOCK : REAL}>{isMock ? 'Mock upstream' : 'Real upstream'}</span>
    </Badge>
  );
}
