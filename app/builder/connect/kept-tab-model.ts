import { toTabChoice, type ModelChoice } from '#app/builder/models/model-choice.ts';
import { TabModel } from '#app/builder/models/tab-model.ts';
import { readJson } from '#app/platform/shape.ts';

const KEY = 'connected-model';

/** Fallback if the browser stores nothing. */
let held: TabModel | null = null;

/** The model that a guest has connected in this tab; null if there is none or it has expired. */
export function readTabModel(): TabModel | null {
  const known = held ?? readStored();
  if (known === null || known.expiresAt > Date.now()) return known;
  forgetTabModel();
  return null;
}

/** Stores it until the tab is closed. */
export function keepTabModel(model: TabModel): void {
  held = model;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(model));
  } catch {
    // Only a reload would lose it.
  }
}

/** Deletes it for good: there is no other copy. */
export function forgetTabModel(): void {
  held = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** The connected model as a choice beside the others. */
export function toChoices(model: TabModel | null): ModelChoice[] {
  return model === null ? [] : [toTabChoice(model)];
}

function readStored(): TabModel | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    return stored === null ? null : readJson(TabModel, stored);
  } catch {
    return null;
  }
}
