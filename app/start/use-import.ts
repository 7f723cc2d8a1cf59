import { useEffect, useRef, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ComposerInput } from '#app/drafts/documents/composer-input.ts';
import type { CreationOptions } from '#app/drafts/draft-client.ts';
import { fail, type Result } from '#app/platform/result.ts';

import {
  advanceImport,
  beginImport,
  failImport,
  type StepState,
} from '#app/drafts/documents/import-steps.ts';

import type { ImportedPlace } from './request-import.ts';

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'running'; input: ComposerInput; steps: StepState[] }
  | { kind: 'failed'; input: ComposerInput; steps: StepState[]; failure: RequestFailure };

/** Runs one import at a time; a cancelled one leaves everything as it was. */
export function useImport(onImported: (place: ImportedPlace) => void) {
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(input: ComposerInput) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let steps = beginImport(input.kind === 'url', Date.now());
    setState({ kind: 'running', input, steps });
    const outcome = await importDraft(input, {
      signal: controller.signal,
      onProgress: (progress) => {
        steps = advanceImport(steps, progress, Date.now());
        if (running.current === controller) setState({ kind: 'running', input, steps });
      },
    });
    if (running.current !== controller) return;
    running.current = null;
    if (outcome.ok) {
      setState({
        kind: 'running',
        input,
        steps: advanceImport(steps, { step: 'ready' }, Date.now()),
      });
      return onImported(outcome.value);
    }
    if (outcome.reason === 'aborted') return setState({ kind: 'idle' });
    setState({ kind: 'failed', input, steps: failImport(steps, Date.now()), failure: outcome });
  }

  function cancel() {
    running.current?.abort();
    running.current = null;
    setState({ kind: 'idle' });
  }

  return { state, start, cancel };
}

/** The client comes with the first import: the first screen is usable without it. */
export const loadDraftClient = () => import('./request-import.ts');

async function importDraft(
  input: ComposerInput,
  options: CreationOptions,
): Promise<Result<ImportedPlace, RequestFailure>> {
  try {
    const { requestImport } = await loadDraftClient();
    return await requestImport(input, options);
  } catch {
    // Our own script could not be loaded: the network failed before the request.
    return fail({ reason: 'network' });
  }
}
