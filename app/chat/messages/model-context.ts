import { createContext } from 'react';

import type { ModelChoosing } from '#app/builder/connect/use-model-choice.ts';

/** Who answers in the chat around; null where that cannot be chosen. */
export const ModelContext = createContext<ModelChoosing | null>(null);
