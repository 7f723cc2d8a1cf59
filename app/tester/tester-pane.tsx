import { Suspense, useState } from 'react';

import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { SignInNotice } from './oauth/sign-in-notice.tsx';
import { choosePanel, listPanels, PanelTabs } from './panel-tabs.tsx';
import type { OpenServer } from './panels.ts';
import { checkTarget } from './servers/fields/check-target.ts';
import { ConnectFailure } from './servers/connect-failure.tsx';
import { holdConnection } from './servers/open-connections.ts';
import { toDeepLink } from './servers/deep-link.ts';
import { moveTarget } from './servers/new-target.ts';
import { ServerHeader } from './servers/server-header.tsx';
import type { TesterServer } from './servers/tester-server.ts';
import type { ClientAddress } from './use-client-address.ts';

const EditDialog = lazyPart(async () => (await import('./servers/edit-dialog.tsx')).EditDialog, {
  isAskedFor: true,
});
const ExportDialog = lazyPart(
  async () => (await import('./servers/export-dialog.tsx')).ExportDialog,
  { isAskedFor: true },
);

interface Props {
  server: TesterServer;
  /** Others are kept as they were left, out of sight. */
  isSelected: boolean;
  all: readonly TesterServer[];
  openServers: readonly OpenServer[];
  address: ClientAddress;
  isSignedIn: boolean;
  origin: string;
  onConnect: (target: ServerTarget) => void;
  onDisconnect: () => void;
  /** Keeps changed settings. */
  onChange: (target: ServerTarget) => Promise<boolean>;
  /** The settings were saved, wherever they are kept. */
  onSaved: (target: ServerTarget) => void;
  onRemoved: () => Promise<void>;
}

/** One server: the state of its connection, and its tabs while it is connected. */
export function TesterPane(props: Props) {
  const { server, isSelected, all, openServers, address, isSignedIn, origin } = props;
  const { target, session, connection } = server;
  const [dialog, setDialog] = useState<'settings' | 'export' | null>(null);
  const panels = connection ? listPanels(session) : [];
  const [lastTab, setLastTab] = useState<string | null>(null);
  const open = choosePanel(panels, (isSelected ? address.tab : null) ?? lastTab);
  // Before there is a session, only some tabs are there: none of them was chosen.
  const isChosen = isSelected && session !== null;
  if (isChosen && open && open.id !== lastTab) setLastTab(open.id);
  const place = { tab: open?.id ?? null, tool: address.params.get('tool') };
  const link = toDeepLink(target, place);
  const close = () => setDialog(null);
  // Secrets that were not remembered are asked for, rather than that the server refuses.
  const connect = (wanted: ServerTarget) =>
    checkTarget(wanted).size > 0 ? setDialog('settings') : props.onConnect(wanted);
  return (
    <>
      <ServerHeader
        server={server}
        link={link && { ...link, url: `${origin}${link.path}` }}
        onBack={() => address.go({ server: null, tab: null, tool: null })}
        onConnect={() => connect(target)}
        onDisconnect={props.onDisconnect}
        onSettings={() => setDialog('settings')}
        onExport={() => setDialog('export')}
      />
      <SignInNotice id={target.id} />
      {session === null ? (
        <div className="px-4 py-5 max-md:order-first sm:px-6">
          <NotConnected
            {...props}
            onSettings={() => setDialog('settings')}
            onDebug={() => {
              void holdConnection(target).then(() => address.go({ tab: 'oauth', tool: null }));
            }}
          />
        </div>
      ) : null}
      {open && connection ? (
        <PanelTabs
          key={target.id}
          panels={panels}
          open={open}
          connection={connection}
          servers={openServers}
          onOpen={(tab) => address.go({ tab, tool: null })}
        />
      ) : null}
      <Suspense>
        {dialog === 'settings' ? (
          <EditDialog
            server={server}
            isSignedIn={isSignedIn}
            onClose={close}
            onSaved={(saved) => {
              close();
              props.onSaved(saved);
            }}
            onRemoved={() => void props.onRemoved()}
          />
        ) : null}
        {dialog === 'export' ? (
          <ExportDialog entry={target} all={all.map((each) => each.target)} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function NotConnected({
  server,
  origin,
  onConnect,
  onChange,
  onSettings,
  onDebug,
}: Props & { onSettings: () => void; onDebug: () => void }) {
  const { target, state } = server;
  if (state.status === 'failed') {
    return (
      <ConnectFailure
        problem={state.problem}
        target={target}
        origin={origin}
        onRetry={() => onConnect(target)}
        onSettings={onSettings}
        onFix={(change) => {
          const changed = moveTarget({ ...target, ...change }, target.url);
          void onChange(changed).then((isKept) => isKept && onConnect(changed));
        }}
      />
    );
  }
  if (state.status === 'connecting' || state.status === 'reconnecting') {
    return (
      <p className="flex items-center gap-3">
        <SpinnerMark />
        <span>
          Asking <strong>{new URL(target.url).host}</strong>
          {target.route === 'relay' ? ' through the relay' : ' from this browser'}
        </span>
      </p>
    );
  }
  return (
    <div className="max-w-prose space-y-3">
      <p className="text-muted">
        Nothing is sent to this server before you connect. What it offers then appears here.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => onConnect(target)}>
          Connect to {new URL(target.url).host}
        </Button>
        <Button variant="ghost" onClick={onDebug}>
          Debug OAuth without connecting
        </Button>
      </div>
    </div>
  );
}
