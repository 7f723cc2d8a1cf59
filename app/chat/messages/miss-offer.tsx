import { Plug, RotateCcw } from 'lucide-react';
import { use } from 'react';

import { BUILT_IN } from '#app/builder/models/model-choice.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { Button } from '#app/ui/button.tsx';

import { isMiss } from './is-miss.ts';
import { ModelContext } from './model-context.ts';

/** Offers a language model below an answer of the built-in builder that did nothing. */
export function MissOffer({ message, onRetry }: { message: ChatMessage; onRetry: () => void }) {
  const model = use(ModelContext);
  if (model === null || model.models === null || !isMiss(message)) return null;
  const chosen = model.models.find(({ id }) => id === model.chosen);
  const isBuiltIn = chosen === undefined || chosen.id === BUILT_IN.id;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border bg-raised px-3.5 py-2.5 text-sm">
      <p className="me-auto basis-48 grow text-muted">
        {isBuiltIn
          ? 'The built-in builder works without a language model. A connected model understands free-form requests.'
          : `${chosen.label} answers from now on.`}
      </p>
      {isBuiltIn ? (
        <Button onClick={model.connecting.open}>
          <Plug aria-hidden />
          Connect a model
        </Button>
      ) : (
        <Button onClick={onRetry}>
          <RotateCcw aria-hidden />
          Ask {chosen.label}
        </Button>
      )}
    </div>
  );
}
