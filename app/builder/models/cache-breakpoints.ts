import type {
  LanguageModelV4,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';

/** Five minutes, begun anew with each use; Anthropic takes four of these in a request. */
const BREAKPOINT = { anthropic: { cacheControl: { type: 'ephemeral' } } };

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
  const ends = prompt.flatMap(({ role }, index) =>
    role === 'user' && index > 0 && prompt[index - 1]?.role !== 'system' ? [index - 1] : [],
  );
  const marked = new Set([
    prompt.findLastIndex(({ role }) => role === 'system'),
    ...ends.slice(-MARKED_TURNS),
    prompt.length - 1,
  ]);
  return prompt.flatMap((message, index) => {
    if (!marked.has(index)) return [message];
    return message.role === 'system' ? markRules(message) : [toMarked(message)];
  });
}

/**
 * The rules up to their last paragraph, which is the chat's own (`mark-data.ts`): so far they are the same in all
 * chats, and one finds in the cache what another has read.
 */
function markRules({ content, ...message }: SystemMessage): LanguageModelV4Message[] {
  const end = content.lastIndexOf('\n\n');
  if (end === -1) return [toMarked({ ...message, content })];
  const own = { ...message, content: content.slice(end + 2) };
  return [toMarked({ ...message, content: content.slice(0, end) }), own];
}

type SystemMessage = Extract<LanguageModelV4Message, { role: 'system' }>;

function toMarked(message: LanguageModelV4Message): LanguageModelV4Message {
  return { ...message, providerOptions: { ...message.providerOptions, ...BREAKPOINT } };
}
