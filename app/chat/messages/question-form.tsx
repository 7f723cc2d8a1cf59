import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Markdown } from '#app/ui/markdown.tsx';

interface Props {
  input: unknown;
  /** It is the last thing that was said, and can still be answered. */
  isOpen: boolean;
  onAnswer: (text: string) => void;
}

/** A question of the builder: choices, an answer in one's own words, or the default. */
export function QuestionForm({ input, isOpen, onAnswer }: Props) {
  const [text, setText] = useState('');
  const asked = (input ?? {}) as { question?: string; choices?: string[]; default?: string };
  const { question = '', choices = [], default: skip } = asked;
  return (
    <fieldset
      aria-label="Question"
      className="min-w-0 rounded-panel border border-pencil bg-raised px-3.5 py-3"
    >
      <div className="font-medium">
        <Markdown text={question} />
      </div>
      {isOpen ? (
        <>
          <div className="mt-2 flex flex-wrap gap-2">
            {choices.map((choice) => (
              <Button
                key={choice}
                variant="secondary"
                className="max-w-full shrink py-1 text-start whitespace-normal"
                onClick={() => onAnswer(choice)}
              >
                {choice}
              </Button>
            ))}
          </div>
          <form
            aria-label="Answer in your own words"
            className="mt-2 flex gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() !== '') onAnswer(text);
            }}
          >
            <Input
              aria-label="Your answer"
              placeholder={choices.length > 0 ? 'Or in your own words' : 'In your own words'}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" variant="secondary" disabled={text.trim() === ''}>
              Answer
            </Button>
          </form>
          {skip ? (
            <p className="mt-1 text-sm text-muted">
              <Button variant="ghost" className="-ms-3" onClick={() => onAnswer(skip)}>
                Skip
              </Button>
              then: {skip}
            </p>
          ) : null}
        </>
      ) : null}
    </fieldset>
  );
}
