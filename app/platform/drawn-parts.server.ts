import type { AppContext } from './app-context.ts';

const drawn = new WeakMap<AppContext, Readonly<Record<string, string>>>();

/** Keeps HTML for the page that answers this request: its data need not carry what stands in the page already. */
export function keepDrawnParts(app: AppContext, parts: Readonly<Record<string, string>>): void {
  drawn.set(app, parts);
}

/** HTML that a loader has drawn for this page, by name. */
export function drawnPartsOf(app: AppContext): Readonly<Record<string, string>> {
  return drawn.get(app) ?? {};
}
