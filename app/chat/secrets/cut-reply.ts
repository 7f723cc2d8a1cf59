import type { UIMessageChunk } from 'ai';

import { cutByFormat } from '#app/platform/credentials/cut-credentials.ts';

/** A word that is no part of a credential: letters alone, as they are written in prose. */
const PLAIN_WORD = /^[A-Za-z]?[a-z]{0,20}(?:['’][a-z]{0,3})?[.,;:!?)"*]{0,3}$/;
/** Characters before the unsent ones in which a credential may begin. */
const CONTEXT = 200;
/** Characters that are held back at most: no credential but a private key is longer. */
const MAX_HELD = 24_000;

/**
 * Cuts credentials out of what a model says and gives to tools, and of what tools answer, before it is stored
 * or shown. Words are held back until they are complete; only formats tell credentials from what is random.
 */
export function cutReply(): TransformStream<UIMessageChunk, UIMessageChunk> {
  const texts = new Map<string, HeldText>();
  const held = (key: string) => {
    const known = texts.get(key) ?? new HeldText();
    texts.set(key, known);
    return known;
  };
  return new TransformStream({
    transform(chunk, controller) {
      const flush = (key: string, toChunk: (rest: string) => UIMessageChunk) => {
        const rest = texts.get(key)?.end() ?? '';
        texts.delete(key);
        if (rest !== '') controller.enqueue(toChunk(rest));
      };
      switch (chunk.type) {
        case 'text-delta':
        case 'reasoning-delta': {
          const delta = held(chunk.id).add(chunk.delta);
          if (delta !== '') controller.enqueue({ ...chunk, delta });
          return;
        }
        case 'tool-input-delta': {
          const inputTextDelta = held(chunk.toolCallId).add(chunk.inputTextDelta);
          if (inputTextDelta !== '') controller.enqueue({ ...chunk, inputTextDelta });
          return;
        }
        case 'text-end':
          flush(chunk.id, (delta) => ({ type: 'text-delta', id: chunk.id, delta }));
          return controller.enqueue(chunk);
        case 'reasoning-end':
          flush(chunk.id, (delta) => ({ type: 'reasoning-delta', id: chunk.id, delta }));
          return controller.enqueue(chunk);
        case 'tool-input-available':
        case 'tool-input-error': {
          const { toolCallId } = chunk;
          flush(toolCallId, (inputTextDelta) => ({
            type: 'tool-input-delta',
            toolCallId,
            inputTextDelta,
          }));
          const cut = { ...chunk, input: cutDeep(chunk.input) };
          return controller.enqueue('errorText' in cut ? withoutQuotes(cut) : cut);
        }
        case 'tool-output-available':
          return controller.enqueue({ ...chunk, output: cutDeep(chunk.output) });
        case 'tool-output-error':
          return controller.enqueue(withoutQuotes(chunk));
        case 'finish':
        case 'abort':
        case 'error':
          // What was begun and never ended is not kept: half a word is no loss, half a key is one.
          texts.clear();
          return controller.enqueue(chunk.type === 'error' ? withoutQuotes(chunk) : chunk);
        default:
          return controller.enqueue(chunk);
      }
    },
  });
}

/** An error without the credentials that it quotes. */
function withoutQuotes<Chunk extends { errorText: string }>(chunk: Chunk): Chunk {
  return { ...chunk, errorText: cutByFormat(chunk.errorText).text };
}

/** A value of JSON without credentials in its texts. */
function cutDeep(value: unknown): unknown {
  if (typeof value === 'string') return cutByFormat(value).text;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cutDeep);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cutByFormat(key).text, cutDeep(item)]),
  );
}

/** A text that comes in pieces, of which the words are passed on that are complete. */
class HeldText {
  #sent = '';
  #unsent = '';

  add(piece: string): string {
    this.#unsent += piece;
    return this.#take(this.#lengthOfWords());
  }

  end(): string {
    return this.#take(this.#unsent.length);
  }

  #lengthOfWords(): number {
    const text = this.#unsent;
    const key = text.search(/-{1,5}BEGIN(?![^]*-----END [A-Z ]{3,40}-----)|-{2,5}$/);
    if (key !== -1 && text.length - key < MAX_HELD) return key;
    const last = /[!-~]*$/.exec(text.slice(-MAX_HELD))?.[0] ?? '';
    if (PLAIN_WORD.test(last) || last.length >= MAX_HELD) return text.length;
    return text.length - last.length;
  }

  /** The first characters of the rest, without what a credential has of them. */
  #take(length: number): string {
    const next = this.#unsent.slice(0, length);
    this.#unsent = this.#unsent.slice(length);
    const context = this.#sent.slice(-CONTEXT);
    this.#sent = context + next;
    const cut = cutByFormat(context + next).text;
    if (cut === context + next) return next;
    // A credential that began in words that were sent already loses what is left of it.
    return cut.startsWith(context) ? cut.slice(context.length) : cutByFormat(next).text;
  }
}
