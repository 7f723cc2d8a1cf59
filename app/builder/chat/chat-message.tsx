import { getToolName, isToolUIPart, type UIMessage } from 'ai';

import { Button } from '#app/ui/button.tsx';

import { ActivityRow } from './activity-row.tsx';
import { Markdown } from './markdown.tsx';

interface Props {
  message: UIMessage;
  /** It is the last one, and nothing runs: its questions can be answered. */
  isOpen: boolean;
  onAnswer: (text: string) => void;
}

/** One message, part by part in the order in which they came. */
export function ChatMessage({ message, isOpen, onAnswer }: Props) {
  if (message.role === 'user') {
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return (
      <article aria-label="You" className="ml-8 rounded-panel bg-sunken px-3.5 py-2.5">
        <p className="max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{text}</p>
      </article>
    );
  }
  return (
    <article aria-label="Builder" className="space-y-2">
      {message.parts.map((part, index) => (
        <MessagePart
          // Parts are only ever added at the end.
          key={`${message.id}-${index}`}
          part={part}
          isOpen={isOpen}
          onAnswer={onAnswer}
        />
      ))}
    </article>
  );
}

function MessagePart({
  part,
  isOpen,
  onAnswer,
}: {
  part: UIMessage['parts'][number];
  isOpen: boolean;
  onAnswer: (text: string) => void;
}) {
  if (part.type === 'text') return <Markdown text={part.text} />;
  if (!isToolUIPart(part)) return null;
  if (getToolName(part) === 'propose_plan') return <Plan input={part.input} />;
  if (getToolName(part) === 'ask_user') {
    return <Question input={part.input} isOpen={isOpen} onAnswer={onAnswer} />;
  }
  return <ActivityRow part={part} />;
}

function Plan({ input }: { input: unknown }) {
  const { goal = '', steps = [] } = (input ?? {}) as { goal?: string; steps?: string[] };
  return (
    <section aria-label="Plan" className="rounded-panel border px-3.5 py-2.5">
      <p className="font-medium">{goal}</p>
      <ol className="mt-1 list-decimal pl-5 text-sm">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

function Question({
  input,
  isOpen,
  onAnswer,
}: {
  input: unknown;
  isOpen: boolean;
  onAnswer: (text: string) => void;
}) {
  const asked = (input ?? {}) as { question?: string; choices?: string[]; default?: string };
  return (
    <section aria-label="Question" className="rounded-panel border border-pencil px-3.5 py-2.5">
      <p className="font-medium">{asked.question}</p>
      {isOpen ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {(asked.choices ?? []).map((choice) => (
            <Button key={choice} variant="secondary" onClick={() => onAnswer(choice)}>
              {choice}
            </Button>
          ))}
        </div>
      ) : null}
      {isOpen && asked.default ? (
        <p className="mt-2 text-sm text-muted">Without an answer: {asked.default}</p>
      ) : null}
    </section>
  );
}
