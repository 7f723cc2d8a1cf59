import { Readable, Writable } from 'node:stream';

import { expect, test } from 'vitest';

import { createTerminal } from '#app/cli/terminal.server.ts';

/** A stream that keeps what is written to it. */
class Screen extends Writable {
  text = '';
  isTTY: boolean;
  columns = 40;
  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.text += chunk.toString();
    done();
  }
}

function open(isTTY: boolean, variables: Record<string, string> = {}) {
  const output = new Screen(isTTY);
  const talk = new Screen(isTTY);
  const input = Readable.from([]);
  const terminal = createTerminal({ args: [], variables, input, output, talk });
  return { terminal, output, talk };
}

test('on a terminal, progress is one line that is overwritten and leaves no trace', () => {
  const { terminal, output, talk } = open(true);
  terminal.progress(`Importing ${'x'.repeat(100)}`);
  expect(talk.text).toMatch(/^\r\u001B\[2KImporting x+$/);
  expect(talk.text.length).toBeLessThan(50);
  terminal.print('done');
  expect(talk.text.endsWith('\r\u001B[2K')).toBe(true);
  expect(output.text).toBe('done\n');
});

test('without a terminal there is no progress, and no colour', () => {
  const { terminal, talk } = open(false);
  terminal.progress('Importing');
  terminal.complain('It failed.');
  expect(talk.text).toBe('It failed.\n');
  expect(terminal.paint('red', 'text')).toBe('text');
});

test('untrusted text does not control the terminal', () => {
  const { terminal, talk } = open(true);
  terminal.say('It says \u001B[2J');
  terminal.complain('and \u009Bm');
  expect(talk.text).toBe('It says [U+001B][2J\n\u001B[31mand [U+009B]m\u001B[0m\n');
});

test('progress with an untrusted name stays one line without control sequences', () => {
  const { terminal, talk } = open(true);
  terminal.progress('Reading a\u001B[2J\nb\rc');
  expect(talk.text).toBe('\r\u001B[2KReading a[U+001B][2J b[U+000D]c');
});

test('colours stay off where NO_COLOR is set, or the terminal has none', () => {
  expect(open(true).terminal.paint('red', 'text')).toBe('\u001B[31mtext\u001B[0m');
  expect(open(true, { NO_COLOR: '' }).terminal.paint('red', 'text')).toContain('\u001B[31m');
  expect(open(true, { NO_COLOR: '1' }).terminal.paint('red', 'text')).toBe('text');
  expect(open(true, { TERM: 'dumb' }).terminal.paint('red', 'text')).toBe('text');
});
