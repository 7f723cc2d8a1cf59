import { Suspense, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { FailedTask } from '#app/api-client/failure-text.ts';
import type { ListedChat } from '#app/chat/list/chat-page.ts';
import {
  detectInput,
  MAX_DOCUMENT_BYTES,
  type ComposerInput,
} from '#app/drafts/documents/composer-input.ts';
import { carriesUrlCredentials } from '#app/drafts/documents/strip-url-credentials.ts';
import { DrawnHtml } from '#app/ui/loading/drawn-html.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useIdle } from '#app/ui/loading/use-idle.ts';
import { useDocumentDrop } from '#app/ui/use-document-drop.ts';

import { Composer } from './composer.tsx';
import { loadDraftClient, useImport, type ImportState } from './use-import.ts';
import { useRecogniser } from './use-recogniser.ts';
import { loadStartWords, useStartChat } from './use-start-chat.ts';
import { useStartInput, type StartFile } from './use-start-input.ts';

const loadFailureNote = () => import('#app/api-client/failure-note.tsx');
const loadImportTimeline = () => import('./import-timeline.tsx');
const StartModel = lazyPart(
  async () => (await import('#app/builder/connect/start-model.tsx')).StartModel,
);
const FailureNote = lazyPart(async () => (await loadFailureNote()).FailureNote);
const ImportTimeline = lazyPart(async () => (await loadImportTimeline()).ImportTimeline);
const StartNotes = lazyPart(async () => (await import('./start-notes.tsx')).StartNotes);
const RecentServers = lazyPart(async () => (await import('./recent-servers.tsx')).RecentServers);

/** Says who answers; its script comes when the page is idle. */
function ModelOfStart() {
  const isIdle = useIdle();
  const space = <span className="control" />;
  return isIdle ? (
    <Suspense fallback={space}>
      <StartModel />
    </Suspense>
  ) : (
    space
  );
}

/** Loads what an import needs as soon as somebody turns to the page, so that it is there in time. */
function loadAhead() {
  for (const load of [loadFailureNote, loadImportTimeline, loadDraftClient, loadStartWords]) {
    // A load that fails now is repeated, and its failure reported, when it is needed.
    load().catch(() => {});
  }
}

interface Props {
  /** Servers that the visitor made before, the newest first. */
  recent: readonly ListedChat[];
  /**
   * HTML of the templates' cards, of a running server, and of what proves the claim to somebody new, empty for
   * others; null: the document has it.
   */
  templates: string | null;
  example: string | null;
  proof: string | null;
}

/** Where a server begins: the composer beside a running server, the templates, and the import while it runs. */
export function StartScreen({ templates, recent, example, proof }: Props) {
  const navigate = useNavigate();
  const input = useStartInput();
  const { state, start, cancel } = useImport(({ path }) => {
    input.clear();
    void navigate(path);
  });

  const { file, text } = input;
  const isDocument = useRecogniser(text !== '');
  const detected = file ? withFile(file, text) : detectInput(text, isDocument);
  const { refusal, startChat, clearRefusal, share, cancel: cancelUpload } = useStartChat(start);
  /** A refusal is about the words that were sent. */
  const withoutRefusal =
    <Value,>(take: (value: Value) => void) =>
    (value: Value) => {
      clearRefusal();
      take(value);
    };
  const { isOver } = useDocumentDrop({
    onFiles: withoutRefusal(input.setFiles),
    onText: withoutRefusal(input.setText),
  });
  const canSend =
    !carriesUrlCredentials(detected) && (file === null || file.body.size <= MAX_DOCUMENT_BYTES);
  const needsDecision = !canSend || input.files.length > 1 || input.removed.length > 0;
  const send = (sent: ComposerInput) =>
    void (sent.kind === 'words' ? startChat(sent.text, sent.file) : start(sent));
  /** Sends what is there now; a template is nowhere but in the attempt that failed. */
  function retry() {
    if (state.kind === 'failed' && state.input.kind === 'template') void start(state.input);
    else if (detected && canSend) send(detected);
  }
  const running = <DrawnHtml name="example" html={example} />;

  return (
    <div
      className="relative flex grow flex-col"
      onInputCapture={loadAhead}
      onKeyDownCapture={loadAhead}
      onPointerEnter={loadAhead}
    >
      <div aria-hidden className="drawing-table absolute inset-0" />
      <div className="relative mx-auto flex w-full max-w-6xl grow flex-col gap-y-8 bg-paper px-4 pt-10 pb-16 sm:px-6 lg:pt-16">
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="min-w-0">
            <StartHeading />
            {state.kind === 'running' ? (
              <Suspense fallback={<div className="min-h-55" />}>
                <ImportTimeline input={state.input} steps={state.steps} onCancel={cancel} />
              </Suspense>
            ) : (
              <Composer
                text={text}
                file={file}
                input={detected}
                isOver={isOver}
                onText={withoutRefusal(input.setText)}
                onFiles={withoutRefusal(input.setFiles)}
                onClearFile={input.removeFile}
                model={<ModelOfStart />}
                canSend={canSend}
                share={share}
                onCancel={cancelUpload}
                onSend={send}
              />
            )}
            <div className="mt-5 space-y-3">
              {state.kind !== 'running' && needsDecision ? (
                <Suspense>
                  <StartNotes input={input} detected={detected} />
                </Suspense>
              ) : null}
              <StartFailure
                failure={state.kind === 'failed' ? state.failure : refusal}
                task={toTask(state, file)}
                onRetry={retry}
                onClose={() => (state.kind === 'failed' ? cancel() : clearRefusal())}
              />
            </div>
          </div>
          {recent.length > 0 ? (
            <Suspense>
              <RecentServers chats={recent} />
            </Suspense>
          ) : (
            running
          )}
        </div>
        <TemplateChoice html={templates} onPick={(picked) => void start(picked)} />
        {recent.length > 0 ? running : null}
        {proof === '' ? null : <DrawnHtml name="proof" html={proof} />}
      </div>
    </div>
  );
}

/** The site's headline, and in two sentences what it does. */
function StartHeading() {
  return (
    <>
      <h1 className="tagline tracking-tight">Build Production-Ready MCP, Not a Demo</h1>
      <p className="mt-2 mb-7 text-pretty text-muted lg:mb-8">
        <span className="block text-ink">Create and manage your MCP servers</span>
        The server runs within a second. The files that you try are the files that are hosted and
        downloaded.
      </p>
    </>
  );
}

/** The templates' cards, which the server drew: their clicks are heard here. */
function TemplateChoice({
  html,
  onPick,
}: {
  html: string | null;
  onPick: (picked: ComposerInput) => void;
}) {
  function pick({ target }: MouseEvent<HTMLElement>) {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-template]') : null;
    const { template: id, title } = card?.dataset ?? {};
    if (id !== undefined && title !== undefined) onPick({ kind: 'template', id, title });
  }
  return (
    // The cards are buttons, which answer to the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={pick}>
      <DrawnHtml name="templates" html={html} />
    </div>
  );
}

/** The task that failed: an import, or a message with a file, whose limits are others. */
function toTask(state: ImportState, file: StartFile | null): FailedTask {
  if (state.kind !== 'failed') return file ? 'change' : 'document';
  return state.input.kind === 'url' ? 'address' : 'document';
}

/** A file alone is imported; with words it goes along with them. */
function withFile(file: StartFile, text: string): ComposerInput {
  return text.trim() === '' ? { kind: 'file', ...file } : { kind: 'words', text, file };
}

function StartFailure({
  failure,
  ...props
}: {
  failure: RequestFailure | null;
  task: FailedTask;
  onRetry: () => void;
  onClose: () => void;
}) {
  if (failure === null) return null;
  return (
    <Suspense>
      <FailureNote failure={failure} {...props} />
    </Suspense>
  );
}
