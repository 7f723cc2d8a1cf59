import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { SavedTests } from '#app/blueprint/saved-tests/saved-test.ts';
import { readJson } from '#app/platform/shape.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

import { addCalls } from './call-book.ts';

/** Adds the calls of a file that was saved here, or in a project with its tests. */
export function ImportCalls({ server }: { server: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');

  async function read(file: File) {
    const tests = readJson(SavedTests, await file.text());
    if (tests === null) return setWords('The file holds no saved calls.');
    addCalls(server, tests);
    setWords(tests.length === 1 ? '1 call was added.' : `${tests.length} calls were added.`);
  }

  return (
    <>
      <output className="text-sm text-muted">{words}</output>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File of saved calls"
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void read(file);
          event.target.value = '';
        }}
      />
      <IconButton label="Add calls from a file" onClick={() => input.current?.click()}>
        <Upload aria-hidden />
      </IconButton>
    </>
  );
}
