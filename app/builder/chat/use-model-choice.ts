import { useState } from 'react';

import { requestJson } from '#app/builder/api-request.ts';
import { useLoaded } from '#app/builder/history/use-loaded.ts';
import type { ModelChoice, ModelList } from '#app/builder/model/model-choice.ts';

/** The models that a chat can be answered by, and the chosen one; null until they are known. */
export type ModelChoosing = ReturnType<typeof useModelChoice>;

/** Asks which models can answer, and holds the choice. */
export function useModelChoice(initial: string | null) {
  const {
    value: list,
    failure,
    retry,
  } = useLoaded('models', '', () => requestJson<ModelList>('/api/models'));
  const [picked, pick] = useState(initial);
  const models: readonly ModelChoice[] | null = list?.models ?? null;
  const chosen =
    models?.find(({ id }) => id === picked) ?? models?.find(({ id }) => id === list?.default);
  return {
    models,
    chosen: chosen?.id ?? '',
    takesImages: chosen?.takesImages ?? false,
    /** Sent along only where somebody chose it. */
    wanted: chosen?.id === picked ? picked : null,
    pick,
    /** Which there are could not be told: asks again. */
    retry: failure ? retry : null,
  };
}
