import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ChatMessage, TurnUsage } from '#app/chat/chat-parts.ts';
import { UsageLine } from '#app/chat/messages/usage-line.tsx';
import { toSegments } from '#app/chat/messages/message-segments.ts';

const USAGE: TurnUsage = {
  model: 'Model one',
  steps: 3,
  tokens: 900,
  input: 24_000,
  cached: 19_500,
  seconds: 12,
  cost: 0.0312,
  of: { steps: 12, tokens: 20_000, seconds: 120 },
};

test.each([
  [true, 'step 3 of 12 · 900 of 20,000 tokens · 24,000 read, 19,500 of them cached · about $0.03'],
  [
    false,
    'Model one · 3 steps · 900 tokens · 24,000 read, 19,500 of them cached · 12 s · about $0.03',
  ],
])(
  'what a turn has read stands beside what it wrote, while it runs (%s) and after',
  (isRunning, text) => {
    render(<UsageLine usage={USAGE} isRunning={isRunning} />);
    expect(screen.getByText(text)).toBeTruthy();
  },
);

test('of a step that runs it is said that its numbers are estimates', () => {
  render(<UsageLine usage={{ ...USAGE, isEstimate: true }} isRunning />);
  expect(
    screen.getByText('step 3 of 12 · about 900 of 20,000 tokens · about 24,000 read · about $0.03'),
  ).toBeTruthy();
});

test('nothing is said of a cache that was not used, nor of reading that nobody counted', () => {
  const { input: _input, cached: _cached, ...uncounted } = USAGE;
  render(<UsageLine usage={{ ...USAGE, cached: 0 }} isRunning />);
  render(<UsageLine usage={uncounted} isRunning />);
  expect(screen.getByText(/24,000 read · about/)).toBeTruthy();
  expect(screen.getByText('step 3 of 12 · 900 of 20,000 tokens · about $0.03')).toBeTruthy();
});

test('words of the product are no words of the model, however short they are', () => {
  const providerMetadata = { house: { speaks: true } };
  const parts: ChatMessage['parts'] = [
    { type: 'text', text: 'I begin.' },
    { type: 'text', text: 'The model ended without a word.', providerMetadata },
  ];
  expect(toSegments(parts)).toEqual([
    { kind: 'text', text: 'I begin.' },
    { kind: 'note', text: 'The model ended without a word.' },
  ]);
});
