import { ArrowLeft, Download, Link2, Plug, SlidersHorizontal, Unplug } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { useCopy } from '#app/ui/code/use-copy.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

import { SessionFacts } from './session-facts.tsx';
import { StateMark } from './state-mark.tsx';
import { describeState } from './state-words.ts';
import { nameOf, type TesterServer } from './tester-server.ts';

interface Props {
  server: TesterServer;
  /** The link to it that others can be given; null: its address cannot do without a credential. */
  link: { url: string; removed: readonly string[] } | null;
  onBack: () => void;
  onConnect: () => void;
  onDisconnect: () => void;
  onSettings: () => void;
  onExport: () => void;
}

/** The selected server: its address, the state of its connection, and what can be done with it. */
export function ServerHeader({ server, link, onBack, ...actions }: Props) {
  const { target, state } = server;
  return (
    <div className="space-y-1 border-b px-4 py-3 max-md:order-first sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <IconButton label="All servers" className="-ms-2 md:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <h1 className="min-w-0 text-lg wrap-anywhere">{nameOf(server)}</h1>
        <StateMark state={state} />
        <Actions server={server} link={link} {...actions} />
      </div>
      <div className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 wrap-anywhere text-muted">{target.url}</code>
        <CopyButton text={target.url} what="address" />
      </div>
      <SessionFacts state={state} target={target} />
      <output className="sr-only">
        {nameOf(server)}: {describeState(state).label}
      </output>
    </div>
  );
}

function Actions({
  server: { state },
  link,
  onConnect,
  onDisconnect,
  onSettings,
  onExport,
}: Omit<Props, 'onBack'>) {
  const isOpen = state.status !== 'closed' && state.status !== 'failed';
  return (
    <div className="ms-auto flex items-center gap-1">
      {link ? <LinkButton {...link} /> : null}
      <IconButton label="Export" onClick={onExport}>
        <Download aria-hidden />
      </IconButton>
      <IconButton label="Settings" onClick={onSettings}>
        <SlidersHorizontal aria-hidden />
      </IconButton>
      {isOpen ? (
        <Button className="ms-1" onClick={onDisconnect}>
          <Unplug aria-hidden />
          {state.status === 'connected' ? 'Disconnect' : 'Stop'}
        </Button>
      ) : (
        <Button variant="primary" className="ms-1" onClick={onConnect}>
          <Plug aria-hidden />
          Connect
        </Button>
      )}
    </div>
  );
}

function LinkButton({ url, removed }: { url: string; removed: readonly string[] }) {
  const { state, copy } = useCopy();
  const left = removed.length > 0 ? ` It leaves out ${removed.join(', ')}.` : '';
  const said = state === 'copied' ? `Link copied.${left}` : 'The browser refused to copy';
  return (
    <span className="relative">
      <IconButton
        label={`Copy a link that opens this server here.${left}`}
        onClick={() => copy(url)}
      >
        <Link2 aria-hidden className={state === 'copied' ? 'text-pass' : undefined} />
      </IconButton>
      <output
        className={
          state === 'idle'
            ? 'sr-only'
            : 'absolute top-full end-0 z-20 w-max max-w-64 rounded-panel border bg-raised px-3 py-1.5 text-sm shadow-float'
        }
      >
        {state === 'idle' ? '' : said}
      </output>
    </span>
  );
}
