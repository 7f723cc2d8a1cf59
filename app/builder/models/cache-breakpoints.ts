import type {
  LanguageModelV4,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import * as z from 'zod';

/** Five minutes, begun anew with each use; Anthropic takes four of these in a request. */
const CONTROL = { type: 'ephemeral' };
const BREAKPOINT = { anthropic: { cacheControl: CONTROL } };

/** Ends of earlier turns that are marked: the newest, and the one that the turn before has cached. */
const MARKED_TURNS = 2;

/**
 * Wraps a model of Anthropic so that it caches what the next request begins with; other providers do
 * that by themselves. Tools come before the system prompt, and are cached with it.
 */
export function withCacheBreakpoints(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate({ ...options, prompt: markEnds(options.prompt) }),
    doStream: (options) => model.doStream({ ...options, prompt: markEnds(options.prompt) }),
  };
}

/** The prompt with its breakpoints: rules of all chats, ends of earlier turns, newest message. */
export function markEnds(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const marked = listEnds(prompt.map(({ role }) => role));
  return prompt.flatMap((message, index) => {
    if (!marked.has(index)) return [message];
    return message.role === 'system' ? markRules(message) : [toMarked(message)];
  });
}

/** The places of those messages. */
function listEnds(roles: readonly unknown[]): Set<number> {
  const ends = roles.flatMap((role, index) =>
    role === 'user' && index > 0 && roles[index - 1] !== 'system' ? [index - 1] : [],
  );
  return new Set([roles.lastIndexOf('system'), ...ends.slice(-MARKED_TURNS), roles.length - 1]);
}

/**
 * The rules up to their last paragraph, which is the chat's own (`mark-data.ts`): so far they are the same in all
 * chats, and one finds in the cache what another has read.
 */
function markRules({ content, ...message }: SystemMessage): LanguageModelV4Message[] {
  const { rules, own } = splitRules(content);
  const marked = toMarked({ ...message, content: rules });
  return own === null ? [marked] : [marked, { ...message, content: own }];
}

function splitRules(content: string): { rules: string; own: string | null } {
  const end = content.lastIndexOf('\n\n');
  if (end === -1) return { rules: content, own: null };
  return { rules: content.slice(0, end), own: content.slice(end + 2) };
}

type SystemMessage = Extract<LanguageModelV4Message, { role: 'system' }>;

/**
 * A request of OpenAI's protocol with the same breakpoints, as OpenRouter hands them on to Anthropic: in parts
 * of a message's content. https://openrouter.ai/docs/guides/best-practices/prompt-caching
 */
export function markRequest(request: Record<string, unknown>): Record<string, unknown> {
  const messages = Messages.safeParse(request['messages']);
  if (!messages.success) return request;
  const marked = listEnds(messages.data.map(({ role }) => role));
  return {
    ...request,
    messages: messages.data.map((message, index) =>
      marked.has(index) ? { ...message, content: toMarkedContent(message) } : message,
    ),
  };
}

const Messages = z.array(z.looseObject({ role: z.string(), content: z.unknown() }));
const Parts = z.array(z.record(z.string(), z.unknown())).min(1);

/** The content with its breakpoint. What is empty, as that of a message of calls, takes none. */
function toMarkedContent({ role, content }: { role: string; content?: unknown }): unknown {
  if (typeof content === 'string') {
    if (content === '') return content;
    const { rules, own } = role === 'system' ? splitRules(content) : { rules: content, own: null };
    const marked = { type: 'text', text: rules, cache_control: CONTROL };
    return own === null ? [marked] : [marked, { type: 'text', text: own }];
  }
  const parts = Parts.safeParse(content);
  if (!parts.success) return content;
  return parts.data.with(-1, { ...parts.data.at(-1), cache_control: CONTROL });
}

function toMarked(message: LanguageModelV4Message): LanguageModelV4Message {
  return { ...message, providerOptions: { ...message.providerOptions, ...BREAKPOINT } };
}
