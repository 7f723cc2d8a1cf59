import { expect, test } from 'vitest';

import { openDraft } from '../tools/open-draft.workerd.ts';
import { converse } from './converse.ts';
import dialogues from './dialogues.txt?raw';

/** `> what is said`, then the answer, up to the next; dialogues stand apart by a line of dashes. */
const DIALOGUES = dialogues.split(/^---\n/m).map((dialogue) =>
  dialogue
    .split(/^> /m)
    .slice(1)
    .map((part) => {
      const cut = part.indexOf('\n');
      return {
        said: part.slice(0, cut).replaceAll('\\n', '\n'),
        answer: part.slice(cut + 1).trim(),
      };
    }),
);

const titleOf = ([first]: readonly { said: string }[]) => JSON.stringify(first?.said).slice(0, 60);

test.each(DIALOGUES.map((turns): [string, typeof turns] => [titleOf(turns), turns]))(
  'what it says is what the tools did: %s',
  async (_said, turns) => {
    const answers = await converse(
      await openDraft(),
      turns.map(({ said }) => said),
    );
    // How many points a check is worth is for the tests of the report.
    const plain = answers.map((answer) => answer.replace(/\d+ of 100/g, 'N of 100'));
    expect(plain).toEqual(turns.map(({ answer }) => answer));
  },
);
