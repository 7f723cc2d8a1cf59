import { useRevalidator } from 'react-router';

import { toFailureText } from '#app/api-client/failure-text.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { loadPart } from '#app/ui/loading/load-part.ts';
import { showToast } from '#app/ui/show-toast.ts';

import type { RemoteEntry } from './servers/configs/config-entry.ts';
import type { KeepChoice } from './servers/keeping/save-server.ts';
import { newTarget } from './servers/new-target.ts';
import { connectServer, disconnectServer } from './servers/open-connections.ts';
import type { TesterServer } from './servers/tester-server.ts';
import type { ClientAddress } from './use-client-address.ts';

const IN_BROWSER: KeepChoice = { keep: 'browser', remembersSecrets: false };

/** Everything that is done with servers on the page, beside their dialogs. */
export function useServerActions(servers: readonly TesterServer[], address: ClientAddress) {
  const { revalidate } = useRevalidator();

  /** Keeps a server; of one that the account did not take, the page says why. */
  async function keep(target: ServerTarget, choice: KeepChoice): Promise<boolean> {
    const before = servers.find((each) => each.target.id === target.id)?.keep ?? null;
    const { saveServerAs } = await loadPart(() => import('./servers/keeping/save-server.ts'));
    const failure = await saveServerAs(target, choice, before);
    if (failure !== null) {
      const { title, detail } = toFailureText(failure, 'change');
      showToast(`${title} ${detail}`);
      return false;
    }
    if (choice.keep === 'account' || before === 'account') await revalidate();
    return true;
  }

  async function addAndConnect(target: ServerTarget, choice: KeepChoice): Promise<void> {
    // The same server once more is the one that is there, with the settings as they were entered now.
    const known = servers.find((each) => isSameServer(each.target, target));
    const added = known ? { ...target, id: known.target.id } : target;
    if (!(await keep(added, choice))) await keep(added, { ...choice, keep: 'tab' });
    address.go({ server: added.id }, { isLinkDone: true });
    await connectServer(added);
  }

  /** Keeps them one after the other, in their order. */
  async function keepAll(targets: readonly ServerTarget[]): Promise<void> {
    for (const target of targets) await keep(target, IN_BROWSER);
  }

  return {
    addAndConnect: (target: ServerTarget, choice: KeepChoice) => void addAndConnect(target, choice),
    connectOwn: (own: Partial<ServerTarget> & { url: string }) =>
      void addAndConnect(newTarget(own), IN_BROWSER),
    addAll: (entries: readonly RemoteEntry[]) => {
      const added = entries.map((entry) => newTarget(entry));
      void keepAll(added);
      const [first, ...more] = added;
      if (first && more.length === 0) address.go({ server: first.id }, { isLinkDone: true });
      else showToast(`${added.length} servers were added. Connect to each where you want.`);
    },
    of: ({ target: { id }, keep: kept, remembersSecrets, state }: TesterServer) => ({
      onConnect: (target: ServerTarget) => void connectServer(target),
      onDisconnect: () => void disconnectServer(id),
      onChange: (target: ServerTarget) => keep(target, { keep: kept, remembersSecrets }),
      onSaved: (target: ServerTarget) => {
        void revalidate();
        // What is connected goes on with the new settings.
        if (state.status !== 'closed' && state.status !== 'failed') void connectServer(target);
      },
      onRemoved: async () => {
        // Before the address changes, which would end the loading.
        if (kept === 'account') await revalidate();
        address.go({ server: null, tab: null, tool: null });
      },
    }),
  };
}

/** Whether two entries are one server: one that is asked in another way is compared with the first. */
function isSameServer(one: ServerTarget, other: ServerTarget): boolean {
  const isAskedAlike = one.era === other.era && one.route === other.route;
  return one.url === other.url && one.transport === other.transport && isAskedAlike;
}
