import { FileText } from 'lucide-react';
import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { CompletionField } from '#app/tester/connected/completion-field.tsx';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { ReadOutcome } from '#app/tester/connected/read-outcome.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { Button } from '#app/ui/button.tsx';

import type { ListedResource } from './read-resources.ts';
import { ResourceHeading } from './resource-heading.tsx';
import { expandTemplate, findVariables } from './uri-template.ts';
import { WatchButton } from './watch-button.tsx';

/** A template: its variables to fill in, with the server's completions, and the address they make. */
export function TemplateView({
  template,
  connection,
  onClose,
}: {
  template: ListedResource;
  connection: ServerConnection;
  onClose: () => void;
}) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const variables = findVariables(template.uri);
  const uri = expandTemplate(template.uri, values);
  const subject = `template:${template.key}`;
  const read = () => void sentCallsOf(connection).make(subject, 'resources/read', { uri });
  return (
    <article aria-label={template.name} className="max-w-4xl space-y-4 px-4 py-4 sm:px-6">
      <ResourceHeading resource={template} onClose={onClose} />
      <form
        aria-label={`Variables of ${template.name}`}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          read();
        }}
      >
        {variables.map((name) => (
          <CompletionField
            key={name}
            connection={connection}
            reference={{ type: 'ref/resource', uri: template.uri }}
            name={name}
            values={values}
            isRequired={false}
            description={null}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <p className="text-sm wrap-anywhere">
          <span className="text-muted">Address </span>
          <code>
            <HiddenMarks text={uri} />
          </code>
        </p>
        <div className="flex flex-wrap items-start gap-2">
          <Button type="submit" variant="primary">
            <FileText aria-hidden />
            Read
          </Button>
          <WatchButton key={uri} connection={connection} uri={uri} onRead={read} />
        </div>
      </form>
      <ReadOutcome connection={connection} subject={subject} />
    </article>
  );
}
