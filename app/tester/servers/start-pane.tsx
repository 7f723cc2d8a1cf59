import { Boxes, Link2 } from 'lucide-react';

import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';

import { AddServer } from './add-server.tsx';
import type { RemoteEntry } from './configs/config-entry.ts';
import type { AddForm } from './use-add-form.ts';
import type { KeepChoice } from './keeping/save-server.ts';
import { toOwnTarget, type OwnServer } from './own-server.ts';

interface Props {
  /** The server that a link or another page of ours offers. */
  offered: (Partial<ServerTarget> & { url: string }) | null;
  form: AddForm;
  projects: readonly OwnServer[];
  isSignedIn: boolean;
  origin: string;
  onConnect: (target: ServerTarget, keep: KeepChoice) => void;
  onAdd: (entries: readonly RemoteEntry[]) => void;
  onOwn: (target: Partial<ServerTarget> & { url: string }) => void;
}

/** The way to a server: its address or a configuration, or one of one's own. */
export function StartPane({ offered, projects, origin, onOwn, ...add }: Props) {
  return (
    <div className="min-h-0 md:grow md:overflow-y-auto">
      <div className="max-w-3xl space-y-8 px-4 py-6 sm:px-6">
        <div>
          <h1 className="text-lg">Test any MCP server</h1>
          <p className="mt-1 max-w-prose text-muted">
            Connect from this browser, call tools, read every message, and check the protocol.
            Nothing is sent to a server before you connect.
          </p>
        </div>
        {offered ? (
          <p className="flex items-start gap-2 rounded-panel bg-blue-tint px-3 py-2 text-sm">
            <Link2 aria-hidden className="mt-0.5 size-4 shrink-0 text-blue" />
            <span className="min-w-0 wrap-anywhere">
              This link offers a server at <strong>{new URL(offered.url).host}</strong>. Connect if
              you trust it; its settings are below.
            </span>
          </p>
        ) : null}
        <AddServer origin={origin} {...add} />
        {projects.length > 0 ? (
          <section aria-label="Your projects">
            <h2 className="mb-2">Your projects</h2>
            <ul className="divide-y rounded-panel border">
              {projects.map((project) => (
                <li key={project.path} className="flex items-center gap-3 px-3 py-2">
                  <Boxes aria-hidden className="size-4 shrink-0 text-muted" />
                  <div className="min-w-0 grow">
                    <p className="truncate font-medium">{project.title}</p>
                    <p className="truncate text-sm text-muted">
                      <code>{project.path}</code>
                      {project.isPublic ? '' : ' · signs you in'}
                    </p>
                  </div>
                  <Button
                    aria-label={`Connect to ${project.title}`}
                    disabled={origin === ''}
                    onClick={() => onOwn(toOwnTarget(project, origin))}
                  >
                    Connect
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </div>
  );
}
