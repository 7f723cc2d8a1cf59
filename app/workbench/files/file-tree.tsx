import { clsx } from 'clsx';
import { ChevronRight, FileText } from 'lucide-react';
import { useMemo } from 'react';

import type { FileStatus } from '#app/workbench/history/use-changed-files.ts';

import { FileMark } from './file-mark.tsx';
import { toFileNodes, type FileNode } from './file-nodes.ts';

/** A folder of more files starts closed, unless the open file is in it. */
const OPEN_UP_TO = 40;
/** Part of every project alike, so that nobody has to scroll past it. */
const RUNTIME = 'src/runtime/';

/** The project's folders and files. Folders open and close as the platform's own disclosures. */
export function FileTree({ paths, ...props }: { paths: readonly string[] } & TreeProps) {
  const nodes = useMemo(() => toFileNodes(paths), [paths]);
  return (
    <nav aria-label="Files">
      <NodeList nodes={nodes} {...props} />
    </nav>
  );
}

function startsOpen(children: readonly FileNode[], path: string): boolean {
  return children.length <= OPEN_UP_TO && path !== RUNTIME;
}

interface TreeProps {
  open: string | null;
  onOpen: (path: string) => void;
  /** The status of files that differ from before, by path. */
  statuses: ReadonlyMap<string, FileStatus>;
}

const ROW =
  'flex min-h-8 w-full items-center gap-1.5 px-4 text-start font-mono text-sm -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11';

function NodeList({ nodes, ...props }: { nodes: readonly FileNode[] } & TreeProps) {
  const { open, onOpen, statuses } = props;
  return (
    <ul>
      {nodes.map((node) => {
        const status = statuses.get(node.path);
        return (
          <li key={node.path}>
            {node.children ? (
              <details
                open={
                  startsOpen(node.children, node.path) || (open?.startsWith(node.path) ?? false)
                }
                className="group/folder"
              >
                <summary className={clsx(ROW, 'text-muted')}>
                  <ChevronRight
                    aria-hidden
                    className="size-4 shrink-0 in-[details[open]>summary]:rotate-90"
                  />
                  <span className="truncate">{node.name}</span>
                  {hasChanges(node, statuses) ? <FolderMark /> : null}
                </summary>
                <div className="ms-5.5 border-s">
                  <NodeList nodes={node.children} {...props} />
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
                <span className={clsx('truncate', status === 'removed' && 'line-through')}>
                  {node.name}
                </span>
                {status ? <FileMark status={status} /> : null}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Of a folder that is closed; of an open one its files have their own. */
function FolderMark() {
  return (
    <span
      title="has changes"
      className="ms-auto shrink-0 ps-1 text-warn in-[details[open]>summary]:hidden"
    >
      <span aria-hidden>•</span>
      <span className="sr-only">has changes</span>
    </span>
  );
}

function hasChanges({ path }: FileNode, statuses: ReadonlyMap<string, FileStatus>): boolean {
  return [...statuses.keys()].some((changed) => changed.startsWith(path));
}
