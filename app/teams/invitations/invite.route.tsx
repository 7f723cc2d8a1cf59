import { InviteScreen } from './invite-screen.tsx';

export function meta() {
  return [{ title: 'Invitation · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

/** The page that the link of an invitation opens; its token is behind the `#`, and no server sees it. */
export default function Invite() {
  return <InviteScreen />;
}
