import { Play } from 'lucide-react';
import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { BackToList } from '#app/tester/connected/back-to-list.tsx';
import { CompletionField } from '#app/tester/connected/completion-field.tsx';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Unfolding } from '#app/tester/results/unfolding.tsx';
import { Button } from '#app/ui/button.tsx';

import { PromptOutcome } from './prompt-outcome.tsx';
import type { ListedPrompt } from './read-prompts.ts';

/** One prompt: its arguments, with the server's completions, and the messages that it makes. */
export function PromptView({
  prompt,
  connection,
  onClose,
}: {
  prompt: ListedPrompt;
  connection: ServerConnection;
  onClose: () => void;
}) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const subject = `prompt:${prompt.key}:${prompt.name}`;
  const missing = prompt.arguments.filter(
    ({ name, isRequired }) => isRequired && (values[name] ?? '') === '',
  );

  function get() {
    const filled = Object.entries(values).filter(([, value]) => value !== '');
    void sentCallsOf(connection).make(subject, 'prompts/get', {
      name: prompt.name,
      arguments: Object.fromEntries(filled),
    });
  }

  return (
    <article aria-label={prompt.name} className="max-w-4xl space-y-4 px-4 py-4 sm:px-6">
      <BackToList label="All prompts" onClose={onClose} />
      <header className="space-y-2">
        <h2 className="font-mono text-base wrap-anywhere">
          <HiddenMarks text={prompt.name} />
        </h2>
        {prompt.title === null ? null : (
          <p className="font-medium wrap-anywhere">
            <HiddenMarks text={prompt.title} />
          </p>
        )}
        {prompt.description === null ? null : (
          <p className="wrap-anywhere whitespace-pre-line">
            <HiddenMarks text={prompt.description} />
          </p>
        )}
        {prompt.hasHidden ? (
          <p className="text-sm text-warn">
            Name, title or description contain hidden characters. They are marked here.
          </p>
        ) : null}
      </header>
      <form
        aria-label={`Arguments of ${prompt.name}`}
        className="space-y-4 border-t pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          get();
        }}
      >
        {prompt.arguments.length === 0 ? (
          <p className="text-sm text-muted">No arguments are taken.</p>
        ) : null}
        {prompt.arguments.map(({ name, description, isRequired }) => (
          <CompletionField
            key={name}
            connection={connection}
            reference={{ type: 'ref/prompt', name: prompt.name }}
            name={name}
            values={values}
            isRequired={isRequired}
            description={description}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary">
            <Play aria-hidden />
            Get prompt
          </Button>
          {missing.length > 0 ? (
            <p className="text-sm text-muted">
              Required: {missing.map(({ name }) => name).join(', ')}
            </p>
          ) : null}
        </div>
      </form>
      <PromptOutcome connection={connection} subject={subject} />
      <Unfolding summary="Definition as the server sent it">
        {() => <JsonTree value={prompt.definition} label="definition" />}
      </Unfolding>
    </article>
  );
}
