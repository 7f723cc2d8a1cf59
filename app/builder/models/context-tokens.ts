/** Tokens of a window of which nothing is known; an operator can say more (`contextTokens`). */
export const DEFAULT_CONTEXT_TOKENS = 64_000;

/** Windows by the names of models, as their makers publish them; the first that fits counts. */
const WINDOWS: readonly [RegExp, number][] = [
  [/claude/i, 200_000],
  [/gpt-4\.1/i, 1_000_000],
  [/gpt-[5-9]/i, 272_000],
  [/gpt-4o|gpt-oss/i, 128_000],
  [/\bo[134]\b/i, 200_000],
  [/gpt-4|gpt-3/i, 16_000],
  [/gemini/i, 1_000_000],
  [/glm-4|kimi|deepseek|mistral|codestral|devstral|magistral|llama-?[34]|qwen/i, 128_000],
];

/** The window of a model in tokens. */
export function contextTokensOf(model: string): number {
  return WINDOWS.find(([name]) => name.test(model))?.[1] ?? DEFAULT_CONTEXT_TOKENS;
}
