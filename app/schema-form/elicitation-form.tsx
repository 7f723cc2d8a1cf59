import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { JsonObject } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';

import { readElicitation, startElicitation, type Elicitation } from './elicitation-start.ts';
import { NO_PROBLEMS } from './find-argument-problems.ts';
import { findValueProblems } from './find-value-problems.ts';
import { SchemaForm } from './schema-form.tsx';

/** The result of an `elicitation/create`. */
export type ElicitationAnswer =
  | { action: 'accept'; content?: JsonObject }
  | { action: 'decline' }
  | { action: 'cancel' };

interface Props {
  /** The params of `elicitation/create`. */
  params: JsonObject;
  onAnswer: (answer: ElicitationAnswer) => void;
}

/** Shows a question of a server to the person: fields to fill in, or an address to open. */
export function ElicitationForm({ params, onAnswer }: Props) {
  const elicitation = readElicitation(params);
  return (
    <>
      <p className="mb-4 wrap-anywhere whitespace-pre-wrap">{elicitation.message}</p>
      {elicitation.mode === 'url' ? (
        <AddressRequest request={elicitation} onAnswer={onAnswer} />
      ) : (
        <FieldsRequest request={elicitation} onAnswer={onAnswer} />
      )}
    </>
  );
}

function FieldsRequest({
  request: { schema },
  onAnswer,
}: {
  request: Extract<Elicitation, { mode: 'form' }>;
  onAnswer: Props['onAnswer'];
}) {
  const [content, setContent] = useState(() => startElicitation(schema));
  const [isReadable, setReadable] = useState(true);
  // From the first try on, problems are shown while they are being fixed.
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? findValueProblems(schema, content) : NO_PROBLEMS;

  function accept() {
    setChecked(true);
    if (isReadable && findValueProblems(schema, content).size === 0) {
      onAnswer({ action: 'accept', content });
    }
  }

  return (
    <form
      noValidate
      aria-label="Answer to the server"
      onSubmit={(event) => {
        event.preventDefault();
        accept();
      }}
    >
      <SchemaForm
        schema={schema}
        value={content}
        problems={problems}
        onChange={setContent}
        onReadable={setReadable}
      />
      <Actions onAnswer={onAnswer}>
        <Button type="submit" variant="primary" disabled={!isReadable}>
          Accept
        </Button>
        {problems.size > 0 ? (
          <Button disabled={!isReadable} onClick={() => onAnswer({ action: 'accept', content })}>
            Send as it is
          </Button>
        ) : null}
      </Actions>
      {problems.size > 0 ? (
        <p role="alert" className="mt-2 text-sm text-fail">
          {problems.size === 1 ? '1 field is not valid' : `${problems.size} fields are not valid`}.
          To see how the server takes it, send it as it is.
        </p>
      ) : null}
    </form>
  );
}

function AddressRequest({
  request: { url, isWeb },
  onAnswer,
}: {
  request: Extract<Elicitation, { mode: 'url' }>;
  onAnswer: Props['onAnswer'];
}) {
  return (
    <>
      <p className="text-sm text-muted">The server asks you to open this address:</p>
      <code className="mt-1 block wrap-anywhere">{url}</code>
      <p className="mt-1 text-sm text-muted">
        {isWeb
          ? `It belongs to ${new URL(url).host}. What you enter there does not pass through this page.`
          : 'It is no web address, so it cannot be opened from here.'}
      </p>
      <Actions onAnswer={onAnswer}>
        {isWeb ? (
          <Button
            variant="primary"
            onClick={() => {
              window.open(url, '_blank', 'noopener,noreferrer');
              onAnswer({ action: 'accept' });
            }}
          >
            <ExternalLink aria-hidden />
            Open and accept
          </Button>
        ) : null}
        <Button onClick={() => onAnswer({ action: 'accept' })}>Accept without opening</Button>
      </Actions>
    </>
  );
}

function Actions({ onAnswer, children }: { onAnswer: Props['onAnswer']; children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {children}
      <Button onClick={() => onAnswer({ action: 'decline' })}>Decline</Button>
      <Button variant="ghost" onClick={() => onAnswer({ action: 'cancel' })}>
        Cancel
      </Button>
    </div>
  );
}
