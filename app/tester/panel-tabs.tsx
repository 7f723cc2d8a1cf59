import { Activity, Suspense, useState, type ComponentType } from 'react';

import type { ServerConnection, Session } from '#app/mcp-client/connection.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Tabs } from '#app/ui/tabs.tsx';

import { PANELS, type OpenServer, type Panel, type PanelId, type PanelProps } from './panels.ts';

/** Each panel's code is loaded when it is first shown. */
const PARTS = new Map<PanelId, ComponentType<PanelProps>>(
  PANELS.map(({ id, load }) => [id, lazyPart(async () => (await load()).default)]),
);

/** The tab that testers come for. */
const FIRST: PanelId = 'tools';

/** The panels that a server has in this state. */
export function listPanels(session: Session | null): Panel[] {
  return PANELS.filter(({ isShown, worksClosed }) =>
    session === null ? worksClosed : (isShown?.(session) ?? true),
  );
}

/** The panel that an address asks for, or the first that a tester looks at. */
export function choosePanel(panels: readonly Panel[], asked: string | null): Panel | undefined {
  return [asked, FIRST, panels[0]?.id]
    .map((id) => panels.find((panel) => panel.id === id))
    .find((panel) => panel !== undefined);
}

interface Props {
  panels: readonly Panel[];
  open: Panel;
  connection: ServerConnection;
  servers: readonly OpenServer[];
  onOpen: (id: PanelId) => void;
}

/** The tabs of a server. One that was left keeps what was entered and shown in it. */
export function PanelTabs({ panels, open, connection, servers, onOpen }: Props) {
  const [visited, setVisited] = useState<readonly PanelId[]>([open.id]);
  if (!visited.includes(open.id)) setVisited([...visited, open.id]);
  return (
    <Tabs
      label="Server"
      value={open.id}
      tabs={panels.map(({ id, label, icon: Icon }) => ({
        value: id,
        label: (
          <span className="flex items-center gap-1.5">
            <Icon aria-hidden className="size-4 max-sm:hidden" />
            {label}
          </span>
        ),
      }))}
      onChange={onOpen}
    >
      {panels
        .filter(({ id }) => visited.includes(id))
        .map(({ id }) => {
          const Part = PARTS.get(id);
          return Part ? (
            <Activity key={id} mode={id === open.id ? 'visible' : 'hidden'}>
              <Suspense fallback={<Spinner className="p-6" />}>
                <div className="flex min-h-0 grow flex-col md:overflow-y-auto">
                  <Part connection={connection} servers={servers} />
                </div>
              </Suspense>
            </Activity>
          ) : null;
        })}
    </Tabs>
  );
}
