import { clsx } from 'clsx';
import { Activity, useMemo } from 'react';

import { Toaster } from '#app/ui/toaster.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';

import { readDeepLink } from './servers/deep-link.ts';
import type { OwnServers } from './servers/load-own.server.ts';
import { ServerList } from './servers/server-list.tsx';
import { StartPane } from './servers/start-pane.tsx';
import { useAddForm } from './servers/use-add-form.ts';
import { useServers } from './servers/use-servers.ts';
import { TesterPane } from './tester-pane.tsx';
import { useClientAddress } from './use-client-address.ts';
import { useOwnDocument } from './use-own-document.ts';
import { useServerActions } from './use-server-actions.ts';

/** The MCP client: servers to connect to, and the tabs of the selected one. */
export function TesterScreen({ own }: { own: OwnServers }) {
  const { isSignedIn, projects } = own;
  const servers = useServers(own.saved);
  const address = useClientAddress();
  const origin = useOrigin();
  useOwnDocument();
  const actions = useServerActions(servers, address);
  const selected = servers.find(({ target }) => target.id === address.server) ?? null;
  const link = useMemo(() => readDeepLink(address.params), [address.params]);
  // Lives here, so that what was entered is there again after a look at a server.
  const form = useAddForm(link);
  const openServers = useMemo(
    () =>
      servers.flatMap(({ target, connection, state }) =>
        connection && state.status === 'connected' ? [{ target, connection }] : [],
      ),
    [servers],
  );
  return (
    <div className="flex min-w-0 grow max-md:flex-col md:h-[calc(100dvh-48px-var(--foot,0px))]">
      <div
        className={clsx(
          'flex min-h-0 shrink-0 flex-col md:w-64 md:border-e lg:w-72',
          (selected !== null || servers.length === 0) && 'max-md:hidden',
          'max-md:order-last',
        )}
      >
        <ServerList
          servers={servers}
          selected={selected?.target.id ?? null}
          onSelect={(id) => address.go({ server: id, tab: null, tool: null })}
        />
      </div>
      <div className="flex min-h-0 min-w-0 grow flex-col max-md:contents">
        {servers
          .filter((server) => server === selected || server.session !== null)
          .map((server) => (
            <Activity key={server.target.id} mode={server === selected ? 'visible' : 'hidden'}>
              <TesterPane
                server={server}
                isSelected={server === selected}
                all={servers}
                openServers={openServers}
                address={address}
                isSignedIn={isSignedIn}
                origin={origin}
                {...actions.of(server)}
              />
            </Activity>
          ))}
        {selected === null ? (
          <StartPane
            offered={link}
            form={form}
            projects={projects}
            isSignedIn={isSignedIn}
            origin={origin}
            onConnect={actions.addAndConnect}
            onAdd={actions.addAll}
            onOwn={actions.connectOwn}
          />
        ) : null}
      </div>
      <Toaster />
    </div>
  );
}
