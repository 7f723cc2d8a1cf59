import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { ServerConnection, ServerQuestion } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { ElicitationForm } from '#app/schema-form/elicitation-form.tsx';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Button } from '#app/ui/button.tsx';

import { RootsQuestion } from './roots-question.tsx';
import { SamplingQuestion } from './sampling-question.tsx';

const TITLES: Readonly<Record<string, string>> = {
  'elicitation/create': 'The server asks you',
  'sampling/createMessage': 'The server asks for a model’s answer',
  'roots/list': 'The server asks for your roots',
};

/** One question of the server, answered by hand. */
export function QuestionCard({
  question,
  connection,
}: {
  question: ServerQuestion;
  connection: ServerConnection;
}) {
  const title = TITLES[question.method] ?? 'The server asks';
  return (
    <section
      aria-label={title}
      className="space-y-3 rounded-panel border border-pencil bg-raised px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-base text-pencil">{title}</h3>
        <code className="text-muted">
          <HiddenMarks text={question.method} />
        </code>
      </div>
      <output className="sr-only">{title}</output>
      <QuestionBody question={question} connection={connection} />
    </section>
  );
}

function QuestionBody({
  question,
  connection,
}: {
  question: ServerQuestion;
  connection: ServerConnection;
}) {
  switch (question.method) {
    case 'elicitation/create':
      return (
        <ElicitationForm
          params={withMarks(question.params)}
          onAnswer={(answer) => question.answer({ ...answer })}
        />
      );
    case 'sampling/createMessage':
      return <SamplingQuestion question={question} />;
    case 'roots/list':
      return <RootsQuestion question={question} connection={connection} />;
    default:
      return (
        <>
          <JsonTree value={question.params} label="question" />
          <Button onClick={() => question.refuse('This client does not know the method.')}>
            Refuse
          </Button>
        </>
      );
  }
}

/** The message with its hidden characters written out. */
function withMarks(params: JsonObject): JsonObject {
  const { message } = params;
  return typeof message === 'string' ? { ...params, message: toVisible(message) } : params;
}
