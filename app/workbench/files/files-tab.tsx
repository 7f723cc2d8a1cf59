import { Download } from 'lucide-react';
import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { placeTools } from '#app/blueprint/generate/tool-modules.ts';
import { zipPath } from '#app/drafts/draft-client.ts';
import type { DraftFile, DraftView } from '#app/drafts/draft.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import {
  useChangedFiles,
  type ChangedFiles,
  type FileStatus,
} from '#app/workbench/history/use-changed-files.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress } from '#app/workbench/use-screen-address.ts';

import { FileBrowser } from './file-browser.tsx';
import { useFiles } from './use-files.ts';

/** The generated project, file by file: what Download gives, and what of it changed last. */
export function FilesTab({
  screen,
  blueprint,
  address,
}: {
  screen: DraftScreen;
  blueprint: Blueprint;
  address: ScreenAddress;
}) {
  const { draft } = screen;
  const { files, failure, retry } = useFiles(draft.id, draft.revision);
  const changed = useChangedFiles(screen);
  const [isCut, setCut] = useState(false);
  const statuses = changed.value?.statuses ?? UNCHANGED;
  if (failure) {
    return (
      <div className="p-4 sm:p-6">
        <FailureNote failure={failure} onRetry={retry} />
      </div>
    );
  }
  if (!files) return <Spinner className="p-6" />;
  const tool = address.tool && (screen.renamed[address.tool] ?? address.tool);
  const isFiltered = isCut && statuses.size > 0;
  return (
    <FileBrowser
      files={files}
      removed={listRemoved(files, statuses)}
      isListed={(path) => !isFiltered || statuses.has(path)}
      asked={address.file ?? (tool ? pathOfTool(blueprint, tool) : null)}
      statuses={statuses}
      toChange={(path) => toChange(draft, changed.value, path)}
      action={
        <a
          href={zipPath(draft.id)}
          download
          className={buttonClass('ghost', '@min-[640px]:hidden')}
        >
          <Download aria-hidden />
          Download
        </a>
      }
      filter={
        <ChangedFilter
          changed={changed}
          isFiltered={isFiltered}
          onFilter={() => setCut(!isFiltered)}
        />
      }
      onOpen={(file) => address.go({ file })}
      onBack={() => address.go({ file: null, tool: null })}
    />
  );
}

/** The module that a tool becomes; null where it is not part of the project. */
function pathOfTool({ tools }: Blueprint, name: string): string | null {
  const served = placeTools(tools.filter(({ enabled }) => enabled));
  return served.find(({ tool }) => tool.name === name)?.path ?? null;
}

function toChange({ id }: DraftView, changed: ChangedFiles | null, path: string) {
  const status = changed?.statuses.get(path);
  return changed && status ? { draft: id, since: changed.since, status } : null;
}

const UNCHANGED: ReadonlyMap<string, FileStatus> = new Map();

/** Removed files, so that they can be looked at in the tree. */
function listRemoved(
  files: readonly DraftFile[],
  statuses: ReadonlyMap<string, FileStatus>,
): DraftFile[] {
  const there = new Set(files.map(({ path }) => path));
  const gone = [...statuses].filter(([path, status]) => status === 'removed' && !there.has(path));
  return gone.map(([path]) => ({ path, size: 0, text: '' }));
}

function ChangedFilter({
  changed: { value: changed, failure, retry },
  isFiltered,
  onFilter,
}: {
  changed: ReturnType<typeof useChangedFiles>;
  isFiltered: boolean;
  onFilter: () => void;
}) {
  const count = changed?.statuses.size ?? 0;
  return (
    <>
      {failure ? (
        <Button variant="ghost" className="-ms-3" onClick={retry}>
          Changes could not be loaded. Try again
        </Button>
      ) : null}
      {changed && count > 0 ? (
        <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
          <Checkbox checked={isFiltered} onChange={onFilter} />
          Only the {count} changed since point {changed.since}
        </label>
      ) : null}
    </>
  );
}
