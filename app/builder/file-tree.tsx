import { clsx } from 'clsx';
import { ChevronRight, FileText } from 'lucide-react';
import { useMemo } from 'react';

import { toFileNodes, type FileNode } from './file-nodes.ts';

/** A folder of more files starts closed, unless the open file is in it. */
const OPEN_UP_TO = 40;

/** The project's folders and files. Folders open and close as the platform's own disclosures. */
export function FileTree({
  paths,
  open,
  onOpen,
}: {
  paths: readonly string[];
  open: string | null;
  onOpen: (path: string) => void;
}) {
  const nodes = useMemo(() => toFileNodes(paths), [paths]);
  return (
    <nav aria-label="Files">
      <NodeList nodes={nodes} open={open} onOpen={onOpen} />
    </nav>
  );
}

interface ListProps {
  nodes: readonly FileNode[];
  open: string | null;
  onOpen: (path: string) => void;
}

const ROW =
  'flex min-h-8 w-full items-center gap-1.5 px-4 text-left font-mono text-sm -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11';

function NodeList({ nodes, open, onOpen }: ListProps) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.path}>
          {node.children ? (
            <details
              open={node.children.length <= OPEN_UP_TO || (open?.startsWith(node.path) ?? false)}
              className="group/folder"
            >
              <summary className={clsx(ROW, 'text-muted')}>
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 in-[details[open]>summary]:rotate-90"
                />
                <span className="truncate">{node.name}</span>
              </summary>
              <div className="ml-5.5 border-l">
                <NodeList nodes={node.children} open={open} onOpen={onOpen} />
              </div>
            </details>
          ) : (
            <button
              type="button"
              aria-current={node.path === open}
              onClick={() => onOpen(node.path)}
              className={clsx(ROW, node.path === open && 'bg-blue-tint text-blue')}
            >
              <FileText aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="truncate">{node.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
