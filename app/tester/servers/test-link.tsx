import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';

import type { ServerTarget } from '#app/mcp-client/target.ts';
import { buttonClass } from '#app/ui/button.tsx';

import { toDeepLink } from './deep-link.ts';
import { newTarget } from './new-target.ts';
import { offerServer } from './offered-server.ts';

/**
 * A link that opens a server in the client, where connecting takes one click more. The link carries no token; the
 * client gets one all the same where it is followed in this tab.
 */
export function TestLink({ server }: { server: Partial<ServerTarget> & { url: string } }) {
  const link = URL.canParse(server.url) ? toDeepLink(newTarget(server)) : null;
  return (
    <Link
      to={link?.path ?? '/client'}
      // A document of its own: the policy of this one lets no page ask other servers.
      reloadDocument
      className={buttonClass()}
      onClick={() => offerServer(server)}
    >
      <FlaskConical aria-hidden />
      Test in the MCP client
    </Link>
  );
}
