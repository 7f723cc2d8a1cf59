import { toTabChoice, type ModelChoice } from '#app/builder/models/model-choice.ts';
import type { KeyKind } from '#app/builder/models/model-key.ts';

/** What the server has sealed for this tab: the token says nothing to anybody else. */
export interface TabModel {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  kind: KeyKind;
  label: string;
}

const KEY = 'connected-model';

/** Holds it where the browser stores nothing. */
let held: TabModel | null = null;

/** The model that a guest has connected in this tab; null where there is none, or no longer. */
export function readTabModel(): TabModel | null {
  const known = held ?? readStored();
  if (known === null || known.expiresAt > Date.now()) return known;
  forgetTabModel();
  return null;
}

/** Keeps it until the tab is closed. */
export function keepTabModel(model: TabModel): void {
  held = model;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(model));
  } catch {
    // Only a reload would lose it.
  }
}

/** Forgets it for good: nobody else has it. */
export function forgetTabModel(): void {
  held = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is stored where nothing can be.
  }
}

/** The connected model as a choice beside the others. */
export function toChoices(model: TabModel | null): ModelChoice[] {
  return model === null ? [] : [toTabChoice(model)];
}

function readStored(): TabModel | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    return stored === null ? null : JSON.parse(stored);
  } catch {
    return null;
  }
}
