import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';

import { keepFocus } from '#app/ui/focus/keep-focus.ts';

/** Rows that can be deleted, and a button that is disabled while it works and then gone. */
function Rows({ work }: { work: Promise<void> }) {
  const [rows, setRows] = useState(['one', 'two', 'three']);
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  useEffect(() => keepFocus(), []);
  const publish = () => {
    setState('busy');
    void work.then(() => setState('done'));
  };
  return (
    <main tabIndex={-1}>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <a href={`#${row}`}>{row}</a>
            <button type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
              Delete {row}
            </button>
          </li>
        ))}
      </ul>
      {state === 'done' ? (
        <a href="#endpoint">Endpoint</a>
      ) : (
        <button type="button" disabled={state === 'busy'} onClick={publish}>
          Publish
        </button>
      )}
    </main>
  );
}

const worked = Promise.withResolvers<void>();
beforeEach(() => void render(<Rows work={worked.promise} />));

const expectFocus = (role: 'link' | 'button', name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

test('a row that is deleted hands the focus to the row that takes its place, the last to the one before', async () => {
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Delete two' }).focus();
  await user.keyboard('{Enter}');
  await expectFocus('link', 'three');
  await user.tab();
  await user.keyboard('{Enter}');
  await expectFocus('link', 'one');
});

test('without a row left it goes to what stands next', async () => {
  const user = userEvent.setup();
  for (const row of ['one', 'two', 'three']) {
    screen.getByRole('button', { name: `Delete ${row}` }).focus();
    await user.keyboard('{Enter}');
  }
  await expectFocus('button', 'Publish');
});

test('a button that is disabled while it works, and gone afterwards, hands it to what replaces it', async () => {
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Publish' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Publish' }).matches(':disabled')).toBe(true);
  worked.resolve();
  await expectFocus('link', 'Endpoint');
});

test('somebody with a pointer is left alone', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Delete two' }));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).toBe(document.body);
});
