import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * Wraps a model so that it calls no tool where it may not: some servers take no notice of that, and the
 * turn would fail instead of ending with what was said.
 */
export function obeyToolChoice(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    get provider() {
      return model.provider;
    },
    get modelId() {
      return model.modelId;
    },
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const answer = await model.doStream(options);
      if (options.toolChoice?.type !== 'none') return answer;
      return { ...answer, stream: answer.stream.pipeThrough(dropCalls()) };
    },
  };
}

function dropCalls(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'tool-call' || part.type.startsWith('tool-input-')) return;
      if (part.type !== 'finish') return controller.enqueue(part);
      const { finishReason } = part;
      const isCall = finishReason.unified === 'tool-calls';
      controller.enqueue(
        isCall ? { ...part, finishReason: { ...finishReason, unified: 'stop' } } : part,
      );
    },
  });
}
