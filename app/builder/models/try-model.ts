import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

import { fail, succeed, type Result } from '#app/platform/result.ts';

import { ModelError, toFault, type ModelFault } from './model-fault.ts';

/** A model that can be called. */
export interface Candidate {
  label: string;
  isOwn: boolean;
  /** The built-in builder: neither wrapped nor timed. */
  isBuiltIn: boolean;
  open: () => Promise<LanguageModelV4>;
}

/** Time limits in milliseconds. */
export interface ModelTimes {
  /** Until the first token. */
  firstToken: number;
  /** Between two parts of an answer. */
  idle: number;
}

type Part = LanguageModelV4StreamPart;
type Late = 'late';

/**
 * Calls a model, and returns once its first token is there; until then nothing was shown, so another model
 * can be used instead. The stream is still watched: if it stalls or breaks, it ends with an error part.
 */
export async function tryModel(
  candidate: Candidate,
  options: LanguageModelV4CallOptions,
  times: ModelTimes,
): Promise<Result<LanguageModelV4StreamResult, { reason: 'failed'; fault: ModelFault }>> {
  const abort = new AbortController();
  const signals = [abort.signal, ...(options.abortSignal ? [options.abortSignal] : [])];
  const clock = startClock(times.firstToken);
  let reader: ReadableStreamDefaultReader<Part> | null = null;
  const giveUp = (fault: ModelFault) => {
    abort.abort();
    reader?.cancel().catch(() => undefined);
    return fail({ reason: 'failed' as const, fault });
  };
  try {
    const abortSignal = AbortSignal.any(signals);
    const asked = candidate.open().then((model) => model.doStream({ ...options, abortSignal }));
    // A late result is ignored.
    asked.catch(() => undefined);
    const result = await Promise.race([asked, clock.late]);
    if (result === 'late') return giveUp({ kind: 'slow' });
    reader = result.stream.getReader();
    const held: Part[] = [];
    for (;;) {
      const next = await Promise.race([reader.read(), clock.late]);
      if (next === 'late') return giveUp({ kind: 'slow' });
      if (next.done) return giveUp({ kind: 'broken' });
      if (next.value.type === 'error') return giveUp(toFault(next.value.error));
      held.push(next.value);
      if (isToken(next.value)) break;
    }
    const stream = watch(held, reader, candidate, times.idle, () => abort.abort());
    return succeed({ ...result, stream });
  } catch (error) {
    return giveUp(toFault(error));
  } finally {
    clock.stop();
  }
}

/** Whether a part contains output. */
function isToken(part: Part): boolean {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.delta !== '';
    case 'tool-input-start':
    case 'tool-call':
    case 'finish':
      return true;
    default:
      return false;
  }
}

function watch(
  held: Part[],
  reader: ReadableStreamDefaultReader<Part>,
  candidate: Candidate,
  idleMs: number,
  abort: () => void,
): ReadableStream<Part> {
  return new ReadableStream<Part>({
    async pull(controller) {
      const first = held.shift();
      if (first) return controller.enqueue(first);
      const clock = startClock(idleMs);
      try {
        const next = await Promise.race([reader.read(), clock.late]);
        if (next === 'late') return end(controller, { kind: 'silent' });
        if (next.done) return controller.close();
        if (next.value.type !== 'error') return controller.enqueue(next.value);
        return end(controller, { kind: 'cut' });
      } catch (error) {
        // A stop is not a failure of the model.
        if (error instanceof DOMException) return controller.error(error);
        return end(controller, { kind: 'cut' });
      } finally {
        clock.stop();
      }
    },
    async cancel(reason) {
      abort();
      await reader.cancel(reason);
    },
  });

  function end(controller: ReadableStreamDefaultController<Part>, fault: ModelFault): void {
    abort();
    reader.cancel().catch(() => undefined);
    controller.enqueue({ type: 'error', error: new ModelError(fault, candidate) });
    controller.close();
  }
}

function startClock(milliseconds: number): { late: Promise<Late>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  return { late, stop: () => clearTimeout(timer) };
}
