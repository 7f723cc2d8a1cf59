/** The chat endpoint that keeps nothing and follows a script. */
export const MOCK_ENDPOINT = '/mockstatelesschat';

/** Prompts that its script knows. */
export const MOCK_EXAMPLES = [
  'Build a server for orders',
  'Ask me something',
  'Talk at length',
  'Break off in the middle',
] as const;
