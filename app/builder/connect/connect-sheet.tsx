import { createPortal } from 'react-dom';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ModelList } from '#app/builder/models/model-choice.ts';
import type { KeyKind } from '#app/builder/models/model-key.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';

import { ModelField } from './model-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { ProviderPicker } from './provider-picker.tsx';
import { TrialSteps } from './trial-steps.tsx';
import { useConnectionForm, type ConnectionForm } from './use-connection-form.ts';

interface Props extends Pick<ModelList, 'keeps' | 'allowsLocal'> {
  onConnected: (kind: KeyKind) => void;
  onClose: () => void;
}

/** Window for connecting one's own model. */
export function ConnectSheet({ keeps, allowsLocal, onConnected, onClose }: Props) {
  const form = useConnectionForm({ keeps, allowsLocal, onConnected });
  const { preset, fields, trial, failure } = form;
  // The menu is inside a form, and forms do not nest.
  return createPortal(
    <Dialog title="Connect a model" isWide onClose={onClose}>
      <form
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          // React passes events on to the composer's form, beyond the portal.
          event.stopPropagation();
          if (form.canConnect) form.connect();
        }}
      >
        <div className="min-h-0 space-y-4 overflow-y-auto p-4">
          <p className="text-sm text-muted">
            A language model understands free-form requests; the built-in builder reads only plain
            requests and documents. Turns that use your own key do not count toward any limit.
          </p>
          <ProviderPicker chosen={preset} onChoose={form.choose} />
          {preset.hint ? <p className="text-sm text-muted">{preset.hint}</p> : null}
          <Field
            spellCheck={false}
            label="Base URL"
            type="url"
            inputMode="url"
            required
            readOnly={form.isKeeping}
            value={fields.baseUrl}
            onValue={(baseUrl) => form.change({ baseUrl })}
          />
          {form.isRefused ? <LocalRefusal /> : null}
          <div>
            <Field
              spellCheck={false}
              label={preset.needsNoKey ? 'API key (if the server asks for one)' : 'API key'}
              type="password"
              autoComplete="new-password"
              required={!preset.needsNoKey}
              readOnly={form.isKeeping}
              value={fields.value}
              onValue={(value) => form.change({ value })}
              onBlur={() => {
                if (form.canList && form.offered === null && fields.value !== '') form.list();
              }}
            />
            <KeyNote form={form} keeps={keeps} />
          </div>
          <ModelField form={form} />
          {preset.isLocal ? null : <PriceFields form={form} />}
          {trial === null ? null : <TrialSteps trial={trial} />}
          {failure ? <FailureNote failure={failure} onClose={form.closeFailure} /> : null}
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
          <p className="basis-full text-sm text-muted">
            Our server calls the provider, not your browser: CORS settings do not matter.
          </p>
          <Button type="submit" variant="primary" disabled={!form.canConnect}>
            {form.isKeeping ? 'Connecting' : 'Connect'}
          </Button>
          <Button disabled={!form.canConnect} onClick={form.test}>
            {trial === 'running' ? 'Testing' : 'Test'}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}

/** Explains how the key is stored, and where to get one. */
function KeyNote({ form, keeps }: { form: ConnectionForm; keeps: ModelList['keeps'] }) {
  const { keysAt, name, kind } = form.preset;
  const provider = kind === 'anthropic' ? 'Anthropic' : 'OpenAI-compatible providers';
  return (
    <p className="mt-1 text-sm text-muted">
      {keysAt ? (
        <>
          <a
            href={keysAt}
            target="_blank"
            rel="noreferrer"
            className="text-blue underline underline-offset-2"
          >
            Get a key from {name}
          </a>
          .{' '}
        </>
      ) : null}
      {keeps === 'account'
        ? `Stored encrypted in your account, sent to this address only, and never shown again. It replaces your stored key for ${provider}.`
        : 'Without an account the key stays in this tab: encrypted so that only your session can use it, stored nowhere else, and forgotten when you close the tab, at the latest after 12 hours.'}
    </p>
  );
}

/** Explains why a model on the user's own machine cannot be reached from here, and the alternatives. */
function LocalRefusal() {
  return (
    <p role="alert" className="rounded-panel border border-warn px-3.5 py-2.5 text-sm">
      The server of this site does not call <code>localhost</code>: that would be its own machine,
      not yours, and its operator has not allowed it (<code>LOCAL_MODELS</code>). Run the builder on
      your machine with <code>npm start</code>, or enter a public https address of your model
      server, such as a tunnel.
    </p>
  );
}
