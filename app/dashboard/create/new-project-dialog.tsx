import { useState } from 'react';
import { useNavigate } from 'react-router';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { FailedTask } from '#app/api-client/failure-text.ts';
import { IMPORT_WORDS, type StepState } from '#app/drafts/documents/import-steps.ts';
import type { ProjectSource } from '#app/projects/create-project.ts';
import type { TemplateId } from '#app/templates/templates.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { ProgressSteps } from '#app/ui/progress-steps.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import {
  DocumentFields,
  NO_DOCUMENT,
  toImportedDocument,
  type DocumentInput,
} from '#app/workbench/import/document-fields.tsx';

import { ChatChoice } from './chat-choice.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { useNewProject } from './use-new-project.ts';

const STARTS = [
  { value: 'document', label: 'Document' },
  { value: 'template', label: 'Template' },
  { value: 'chat', label: 'Chat' },
  { value: 'blank', label: 'Blank' },
] as const;
type Start = (typeof STARTS)[number]['value'];

interface Choice {
  start: Start;
  document: DocumentInput;
  template: TemplateId | null;
  chat: string | null;
}

const NOTHING: Choice = { start: 'document', document: NO_DOCUMENT, template: null, chat: null };

interface Props {
  /** Id of the team that gets it; undefined: the user's own account. */
  account: string | undefined;
  onClose: () => void;
}

/** Makes a project of a document, a template, a chat or nothing, with a first version. */
export function NewProjectDialog({ account, onClose }: Props) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState(NOTHING);
  const [title, setTitle] = useState('');
  const { creation, begin, forget } = useNewProject(({ id }) => void navigate(`/projects/${id}`));
  const source = toSource(choice);
  const isBlank = choice.start === 'blank';
  const isReady = source !== null && (!isBlank || title.trim() !== '');
  const choose = (change: Partial<Choice>) => {
    setChoice({ ...choice, ...change });
    forget();
  };
  return (
    <Dialog title="New project" isWide onClose={onClose}>
      <form
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !creation.isBusy) void begin(source, { title: title.trim(), account });
        }}
      >
        <div aria-busy={creation.isBusy} className="min-h-0 space-y-4 overflow-y-auto p-4">
          <Segmented
            label="Start from"
            value={choice.start}
            options={STARTS.map((option) => ({ ...option, disabled: creation.isBusy }))}
            onChange={(start) => choose({ start })}
          />
          {creation.isBusy ? null : <Fields choice={choice} onChoose={choose} />}
          <Field
            label={isBlank ? 'Project name' : 'Project name (optional)'}
            maxLength={120}
            disabled={creation.isBusy}
            placeholder={isBlank ? 'Order desk' : 'Taken from the source'}
            value={title}
            onValue={(next) => {
              setTitle(next);
              forget();
            }}
          />
          {creation.isBusy && creation.steps.length > 0 ? (
            <ProgressSteps steps={creation.steps.map(toProgressStep)} />
          ) : null}
          {creation.failure ? (
            <FailureNote failure={creation.failure} task={taskOf(source)} onClose={forget} />
          ) : null}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isReady || creation.isBusy}>
            {creation.isBusy ? 'Creating…' : 'Create project'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  choice: Choice;
  onChoose: (change: Partial<Choice>) => void;
}

function Fields({ choice, onChoose }: FieldsProps) {
  switch (choice.start) {
    case 'document':
      return (
        <DocumentFields given={choice.document} onGive={(document) => onChoose({ document })} />
      );
    case 'template':
      return (
        <TemplateChoice chosen={choice.template} onChoose={(template) => onChoose({ template })} />
      );
    case 'chat':
      return <ChatChoice chosen={choice.chat} onChoose={(chat) => onChoose({ chat })} />;
    case 'blank':
      return (
        <p className="text-sm text-muted">
          An empty server. Add tools in its chat, then publish it.
        </p>
      );
  }
}

/** The chosen source; null where something is missing. */
function toSource({ start, document, template, chat }: Choice): ProjectSource | null {
  switch (start) {
    case 'document':
      return toDocumentSource(document);
    case 'template':
      return template && { kind: 'template', id: template };
    case 'chat':
      return chat === null ? null : { kind: 'chat', id: chat };
    case 'blank':
      return { kind: 'blank' };
  }
}

function toDocumentSource(given: DocumentInput): ProjectSource | null {
  const document = toImportedDocument(given);
  if (document === null) return null;
  return 'url' in document
    ? { kind: 'url', url: document.url }
    : { kind: 'document', body: document.body };
}

/** Names the task that failed, for the words about it. */
function taskOf(source: ProjectSource | null): FailedTask {
  if (source?.kind === 'url') return 'address';
  return source?.kind === 'document' ? 'document' : 'change';
}

function toProgressStep({ step, state, done, total }: StepState) {
  return {
    label: IMPORT_WORDS[step],
    state,
    ...(done === undefined ? {} : { done }),
    ...(total === undefined ? {} : { total }),
  };
}
