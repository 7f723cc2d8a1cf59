import { useRef, useState } from 'react';

import { jsonRequest, sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { BASE_URLS, type KeyKind, type ModelKeyView } from '#app/builder/models/model-key.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';

interface Props {
  kind: KeyKind;
  stored: ModelKeyView | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Where a key is typed in, tried with a real request, and stored. */
export function KeyForm({ kind, stored, onSaved, onClose }: Props) {
  const [model, setModel] = useState(stored?.model ?? '');
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? BASE_URLS[kind]);
  const [value, setValue] = useState('');
  const [state, setState] = useState<'idle' | 'testing' | 'works' | 'saving'>('idle');
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  // Counts changes to the form: an answer about values that the form no longer has is ignored.
  const version = useRef(0);
  // The fields are read-only while saving, so that the saved values are those of the form.
  const isSaving = state === 'saving';
  const isBusy = state === 'testing' || isSaving;
  const isWhole = model.trim() !== '' && baseUrl.trim() !== '' && value !== '';

  /** Changes a value and discards the test of the previous ones. */
  function change(set: (value: string) => void) {
    return (next: string) => {
      set(next);
      version.current += 1;
      setState('idle');
      setFailure(null);
    };
  }

  async function send(method: string, rest: string, under: 'testing' | 'saving') {
    const asked = version.current;
    setState(under);
    setFailure(null);
    const body = { model: model.trim(), baseUrl: baseUrl.trim(), value };
    const sent = await sendRequest(`/api/models/keys/${kind}${rest}`, jsonRequest(method, body));
    if (sent.ok && under === 'saving') {
      setState('idle');
      return onSaved();
    }
    if (under === 'testing' && asked !== version.current) return;
    setState(sent.ok ? 'works' : 'idle');
    setFailure(sent.ok ? null : sent);
  }

  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !isBusy) void send('PUT', '', 'saving');
      }}
    >
      <Field
        label="Base URL"
        type="url"
        readOnly={isSaving}
        value={baseUrl}
        onValue={change(setBaseUrl)}
      />
      <Field label="Model" readOnly={isSaving} value={model} onValue={change(setModel)} />
      <Field
        label="Key"
        readOnly={isSaving}
        type="password"
        autoComplete="new-password"
        value={value}
        onValue={change(setValue)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={!isWhole || isBusy}>
          Save
        </Button>
        <Button disabled={!isWhole || isBusy} onClick={() => void send('POST', '/test', 'testing')}>
          Test
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <output className="text-sm text-muted">
          {state === 'works' ? 'The model answered.' : state === 'testing' ? 'Asking…' : ''}
        </output>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </form>
  );
}
