import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { JsonObject } from '#app/runtime/definition.ts';
import { ResultView } from '#app/tester/results/result-view.tsx';

import { startUser } from '../setup/screens/start-user.ts';

/** As `get-structured-content` of server-everything answers and declares. */
const WEATHER = {
  schema: {
    type: 'object',
    properties: {
      temperature: { type: 'number' },
      conditions: { type: 'string' },
      humidity: { type: 'number' },
    },
    required: ['temperature', 'conditions', 'humidity'],
    additionalProperties: false,
  },
  content: { temperature: 33, conditions: 'Cloudy', humidity: 82 },
};
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function show(result: JsonObject, outputSchema: JsonObject | null = null, onRead = () => {}) {
  render(<ResultView result={result} outputSchema={outputSchema} onRead={onRead} />);
  return startUser();
}

const text = (words: string) => ({ type: 'text', text: words });

test('structured content says whether it keeps the output schema, and its mirror is not repeated', () => {
  show(
    { content: [text(JSON.stringify(WEATHER.content))], structuredContent: WEATHER.content },
    WEATHER.schema,
  );
  expect(screen.getByText('Matches the output schema')).toBeTruthy();
  expect(screen.getAllByText('“Cloudy”')).toHaveLength(1);
});

test('what breaks the output schema is named, also where nothing came', () => {
  show({ content: [], structuredContent: { temperature: 'hot' } }, WEATHER.schema);
  const problems = screen.getByRole('list', { name: 'Problems of the output' });
  expect(problems.textContent).toContain('$.temperature must be a number, not "hot"');
  expect(problems.textContent).toContain('$.conditions is required');
  show({ content: [text('hi')] }, WEATHER.schema);
  expect(screen.getByText(/but the result has no structured content/)).toBeTruthy();
});

test('hostile Markdown loads no picture without a click, runs no script and keeps no such link', () => {
  show({
    content: [
      text(
        '# Title\n\n![p](https://evil.example/p.png) [run](javascript:alert(1)) ' +
          '[data](data:text/html,x) [site](https://example.com) <img src=x onerror=alert(1)>' +
          '\u202Edrow',
      ),
    ],
  });
  const container = document.body;
  expect(container.querySelectorAll('img, script, iframe')).toHaveLength(0);
  const links = [...container.querySelectorAll('a')];
  expect(links.map(({ href, rel }) => `${href} ${rel}`)).toEqual([
    'https://evil.example/p.png noopener noreferrer nofollow',
    'https://example.com/ noopener noreferrer nofollow',
  ]);
  expect(container.textContent).toContain('[U+202E]');
});

test.each(['~a', '**a_', '> ', '1. + '])(
  'Markdown of %s without an end is shown as it is',
  (part) => {
    const whole = part.repeat(9_000);
    show({ content: [text(`# Title\n\n${whole}`)] });
    expect(screen.getByText(/^# Title/).textContent).toContain(whole.trimEnd().slice(0, 1_000));
  },
);

test('a result of 10 MB is shown in part, and is a download as a whole', () => {
  show({ content: [text('x'.repeat(10_000_000))] });
  const shown = screen.getByRole('group', { name: 'text' });
  expect(shown.textContent.length).toBeLessThan(200_000);
  expect(screen.getByText(/^The first 100,000 of 10,000,000 characters/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download text' })).toBeTruthy();
});

test('a tree of many entries shows a hundred at a time', async () => {
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id }));
  const user = show({ content: [text(JSON.stringify({ rows }))] });
  const tree = within(screen.getByRole('group', { name: 'text' }));
  await user.click(tree.getByRole('button', { name: /^rows/ }));
  expect(tree.getAllByRole('button').length).toBeLessThan(110);
  await user.click(tree.getByRole('button', { name: 'Show 100 more of 4,900' }));
  expect(tree.getByRole('button', { name: /^199/ })).toBeTruthy();
});

test('pictures, sound, links and embedded resources are each what they are', async () => {
  const read: string[] = [];
  render(
    <ResultView
      result={{
        content: [
          { type: 'image', data: PIXEL, mimeType: 'image/png' },
          { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
          { type: 'image', data: '%%%', mimeType: 'image/png' },
          { type: 'resource_link', uri: 'demo://a\u200B', name: 'A', size: 2_048 },
          {
            type: 'resource',
            resource: { uri: 'demo://b', mimeType: 'text/plain', text: 'inner' },
          },
          { type: 'hologram', depth: 3 },
        ],
      }}
      outputSchema={null}
      onRead={(uri) => read.push(uri)}
    />,
  );
  expect((await screen.findByRole('img')).getAttribute('src')).toMatch(
    /^data:image\/png;base64,iVBOR/,
  );
  expect(document.querySelector('audio')?.src).toBe('data:audio/wav;base64,UklGRg==');
  expect(screen.getByText(/the content is not valid base64/)).toBeTruthy();
  expect(screen.getByText('U+200B')).toBeTruthy();
  expect(screen.getByText('inner')).toBeTruthy();
  expect(screen.getByText('Content of no known kind')).toBeTruthy();
  await startUser().click(screen.getByRole('button', { name: 'Read resource' }));
  expect(read).toEqual(['demo://a\u200B']);
});

test('an error of the tool stands out, and asks for no structured content', () => {
  show({ isError: true, content: [text('No such city')] }, WEATHER.schema);
  expect(screen.getByText('No such city')).toBeTruthy();
  expect(screen.queryByText('Structured content')).toBeNull();
});
