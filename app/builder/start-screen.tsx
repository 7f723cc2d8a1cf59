import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { lazyPart } from '#app/ui/lazy-part.tsx';

import type { RequestFailure } from './api-request.ts';
import { Composer } from './composer.tsx';
import { LONGEST_SHOWN_TEXT, nameText, MAX_DOCUMENT_BYTES } from './composer-input.ts';
import { TemplateCards } from './template-cards.tsx';
import type { Template } from './templates/templates.ts';
import { useDocumentDrop } from './use-document-drop.ts';
import { loadDraftClient, useImport } from './use-import.ts';
import { useKeptText } from './use-kept-text.ts';

const loadFailureNote = () => import('./failure-note.tsx');
const loadBeginChat = () => import('./chat/begin-chat.ts');
const loadImportTimeline = () => import('./import-timeline.tsx');
const StartModel = lazyPart(async () => (await import('./connect/start-model.tsx')).StartModel);
const FailureNote = lazyPart(async () => (await loadFailureNote()).FailureNote);
const ImportTimeline = lazyPart(async () => (await loadImportTimeline()).ImportTimeline);

/** Says who answers; it comes after the page. */
const START_MODEL = (
  <Suspense fallback={<span className="control" />}>
    <StartModel />
  </Suspense>
);

/** Our own script could not be loaded. */
const UNREACHED = { ok: false, reason: 'network' } as const;

/** Loads what an import needs as soon as somebody turns to the page, so that it is there in time. */
function loadAhead() {
  for (const load of [loadFailureNote, loadImportTimeline, loadDraftClient, loadBeginChat]) {
    // What fails now is loaded again, and reported, when it is needed.
    load().catch(() => {});
  }
}

/** Where a server begins: the composer, the templates, and the import while it runs. */
export function StartScreen({ templates }: { templates: readonly Template[] }) {
  const navigate = useNavigate();
  const [text, setText] = useKeptText('composer-text');
  const [refusal, setRefusal] = useState<RequestFailure | null>(null);
  const [file, setFile] = useState<{ name: string; body: Blob } | null>(null);
  const { state, start, cancel } = useImport((draft) => {
    setText('');
    void navigate(`/chat/${draft.id}`);
  });

  const isStarting = useRef(false);
  async function startChat(words: string) {
    if (isStarting.current) return;
    isStarting.current = true;
    setRefusal(null);
    const begun = await loadBeginChat().then(
      ({ beginChat }) => beginChat(words),
      () => UNREACHED,
    );
    isStarting.current = false;
    if (!begun.ok) return setRefusal(begun);
    setText('');
    void navigate(`/chat/${begun.value.id}`);
  }

  function takeText(next: string) {
    if (next.length <= LONGEST_SHOWN_TEXT) return setText(next);
    setFile({ name: nameText(next), body: new Blob([next]) });
  }

  function takeFile(next: File) {
    setFile({ name: next.name, body: next });
  }

  const { isOver } = useDocumentDrop({
    onFiles: ([first]) => first && takeFile(first),
    onText: takeText,
  });
  const isTooLarge = file !== null && file.body.size > MAX_DOCUMENT_BYTES;

  return (
    <div
      className="relative flex grow flex-col"
      onFocusCapture={loadAhead}
      onPointerEnter={loadAhead}
    >
      <div aria-hidden className="drawing-table absolute inset-0" />
      <div className="relative mx-auto flex w-full max-w-4xl grow flex-col bg-paper px-4 pt-10 pb-16 sm:px-6 sm:pt-20">
        <h1 className="text-xl tracking-tight">Build Production-Ready MCP, Not a Demo</h1>
        <p className="mt-2 mb-8 text-muted">Create and manage your MCP servers</p>
        {state.kind === 'running' ? (
          <Suspense fallback={<div className="min-h-55" />}>
            <ImportTimeline input={state.input} steps={state.steps} onCancel={cancel} />
          </Suspense>
        ) : (
          <Composer
            text={text}
            file={file}
            isOver={isOver}
            onText={takeText}
            onFile={takeFile}
            onClearFile={() => setFile(null)}
            model={START_MODEL}
            canSend={!isTooLarge}
            onSend={(input) => void (input.kind === 'words' ? startChat(input.text) : start(input))}
          />
        )}
        <div className="mt-8 mb-4">
          {state.kind === 'failed' ? (
            <Suspense>
              <FailureNote
                failure={state.failure}
                task={state.input.kind === 'url' ? 'address' : 'document'}
                onRetry={() => void start(state.input)}
                onClose={cancel}
              />
            </Suspense>
          ) : null}
          {refusal ? (
            <Suspense>
              <FailureNote
                failure={refusal}
                task="document"
                onRetry={() => void startChat(text)}
                onClose={() => setRefusal(null)}
              />
            </Suspense>
          ) : null}
          {isTooLarge && state.kind !== 'failed' ? (
            <p role="alert" className="text-sm text-warn">
              Documents of up to 25 MB are taken; this one is larger.
            </p>
          ) : null}
        </div>
        <TemplateCards templates={templates} onPick={(input) => void start(input)} />
      </div>
    </div>
  );
}
