import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { examplePrompts } from './example-prompts.ts';

interface Props {
  blueprint: Blueprint | null;
  onPick: (prompt: string) => void;
}

/** Examples to start an empty chat with; one click sends it. */
export function ChatExamples({ blueprint, onPick }: Props) {
  return (
    <section aria-label="Examples">
      <p className="font-semibold">Say what the server should do</p>
      <p className="mt-1 text-muted">
        A sentence, a document, its address or cURL commands. These examples work as they are:
      </p>
      <ul className="mt-3 space-y-2">
        {examplePrompts(blueprint ?? { tools: [] }).map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onPick(prompt)}
              className="control w-full border bg-raised px-3 py-2 text-start text-sm wrap-anywhere hover:border-edge hover:bg-hover"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
