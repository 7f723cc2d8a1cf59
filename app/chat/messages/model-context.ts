import { createContext } from 'react';

import type { ModelChoosing } from '#app/builder/connect/use-model-choice.ts';

/** The model that answers in the surrounding chat; null if it cannot be chosen. */
export const ModelContext = createContext<ModelChoosing | null>(null);
