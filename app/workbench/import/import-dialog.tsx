import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { getImportPreview, sendImport, type ImportedDocument } from '#app/drafts/draft-client.ts';
import type { ImportPreview } from '#app/drafts/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { bringPointBack, getPoints } from '#app/workbench/history/points-client.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { ChangeList, isChoice } from './change-list.tsx';
import { NewDocument } from './new-document.tsx';
import { countChanges } from './import-words.ts';

interface Looked {
  document: ImportedDocument;
  preview: ImportPreview;
  /** The draft when it was looked at. */
  revision: number;
}

/** Imports a document again: shows what would change, and makes the changes that are chosen. */
export function ImportDialog({ screen, onClose }: { screen: DraftScreen; onClose: () => void }) {
  const { id, blueprint } = screen.draft;
  const [looked, setLooked] = useState<Looked | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const url = blueprint.sources.find((source) => source.url !== undefined)?.url ?? '';

  async function look(document: ImportedDocument): Promise<void> {
    setFailure(null);
    setBusy(true);
    const { revision } = screen.draft;
    const preview = await getImportPreview(id, revision, document);
    setBusy(false);
    if (preview.ok) setLooked({ document, preview: preview.value, revision });
    else setFailure(preview);
  }

  async function take(operations: string[], apis: boolean): Promise<void> {
    if (looked === null) return;
    setFailure(null);
    setBusy(true);
    const { document, preview, revision } = looked;
    const points = await getPoints(id);
    const choice = { operations, apis, hash: preview.changes.hash };
    const imported = await sendImport(id, revision, document, choice);
    setBusy(false);
    if (!imported.ok) return setFailure(imported);
    await screen.reload();
    onClose();
    // A draft without points had its beginning noted as the first one.
    const before = points.ok ? points.value.current || 1 : null;
    const undo = before === null ? undefined : { label: 'Undo', run: () => void undoTo(before) };
    showToast('Imported again', undo);
  }

  async function undoTo(point: number): Promise<void> {
    const restored = await bringPointBack(id, point);
    await screen.reload();
    showToast(restored.ok ? 'The import is undone' : 'The import could not be undone: see History');
  }

  return (
    <Dialog title="Import again" isWide onClose={onClose}>
      <div aria-busy={isBusy} className="min-h-0 space-y-4 overflow-y-auto px-4 py-4">
        {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
        {looked === null ? (
          <NewDocument url={url} isBusy={isBusy} onChoose={(document) => void look(document)} />
        ) : (
          <Preview
            preview={looked.preview}
            isBusy={isBusy}
            onBack={() => setLooked(null)}
            onTake={(operations, apis) => void take(operations, apis)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  preview: ImportPreview;
  isBusy: boolean;
  onBack: () => void;
  onTake: (operations: string[], apis: boolean) => void;
}

function Preview({ preview: { changes }, isBusy, onBack, onTake }: PreviewProps) {
  const open = changes.tools.filter(isChoice);
  const summary = useRef<HTMLOutputElement>(null);
  // The button that asked for it is gone, and the focus with it.
  useEffect(() => summary.current?.focus(), []);
  const [taken, setTaken] = useState(() => new Set(open.map(({ operation }) => operation)));
  const [takesApis, setTakesApis] = useState(true);
  const hasApis = changes.apis.some(({ change }) => change !== 'kept');
  const isSame = open.length === 0 && !hasApis;
  const isEmpty = isSame || (taken.size === 0 && !(hasApis && takesApis));

  function choose(operations: readonly string[], isTaken: boolean) {
    const next = new Set(taken);
    for (const operation of operations) {
      if (isTaken) next.add(operation);
      else next.delete(operation);
    }
    setTaken(next);
  }

  return (
    <>
      <output ref={summary} tabIndex={-1} className="block text-sm outline-none">
        {changes.isAgain ? null : 'This is another document: its tools are added. '}
        {isSame ? (
          'Nothing changes: the server is as the document has it, or as you edited it.'
        ) : (
          <>Tools: {countChanges(changes) || 'none changes'}.</>
        )}
      </output>
      <ChangeList
        changes={changes}
        taken={taken}
        takesApis={takesApis}
        onTake={choose}
        onApis={setTakesApis}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          disabled={isBusy || isEmpty}
          onClick={() => onTake([...taken], takesApis)}
        >
          {isBusy ? 'Importing…' : 'Import the chosen changes'}
        </Button>
      </div>
    </>
  );
}
