import { useMemo, useState } from 'react';

import { LONGEST_SHOWN_TEXT, nameText } from '#app/drafts/documents/composer-input.ts';
import { useKeptText } from '#app/ui/use-kept-text.ts';

/** A document shown in the composer as a file. */
export interface StartFile {
  name: string;
  body: Blob;
}

/**
 * The text that was typed or pasted, and the files that were dropped or picked, on the start page.
 */
export interface StartInput {
  text: string;
  /** The file that is imported; none: the text is. */
  file: StartFile | null;
  /** All that were dropped or picked together. */
  files: readonly StartFile[];
  /** Removed from the composer, and not yet given up. */
  removed: readonly StartFile[];
  setText: (text: string) => void;
  setFiles: (files: readonly File[]) => void;
  chooseFile: (file: StartFile) => void;
  removeFile: () => void;
  restoreFile: () => void;
  clear: () => void;
}

/** Key of the kept text. */
export const START_TEXT = 'composer-text';

const NONE: readonly StartFile[] = [];

/**
 * Holds the input of the start page. Texts survive a reload, also those that are too long to be
 * shown and stand as a file; files do not.
 */
export function useStartInput(): StartInput {
  const [text, setShortText] = useKeptText(START_TEXT);
  const [longText, setLongText] = useKeptText('composer-long-text');
  const [dropped, setDropped] = useState(NONE);
  const [chosen, setChosen] = useState(0);
  const [removed, setRemoved] = useState(NONE);
  const [removedText, setRemovedText] = useState('');
  const pasted = useMemo(
    () => (longText === '' ? NONE : [{ name: nameText(longText), body: new Blob([longText]) }]),
    [longText],
  );
  const files = dropped.length > 0 ? dropped : pasted;

  function setText(next: string) {
    if (next.length <= LONGEST_SHOWN_TEXT) return setShortText(next);
    takeFiles(NONE);
    setLongText(next);
  }

  function takeFiles(next: readonly StartFile[]) {
    setDropped(next);
    setChosen(0);
    setRemoved(NONE);
  }

  function removeFile() {
    const isText = dropped.length === 0;
    setRemoved(files);
    setRemovedText(isText ? longText : '');
    // A pasted text hidden by dropped files is still there.
    if (isText) setLongText('');
    else setDropped(NONE);
    setChosen(0);
  }

  /** Restores the removed files; a text is kept over a reload again. */
  function restoreFile() {
    takeFiles(removedText === '' ? removed : NONE);
    if (removedText !== '') setLongText(removedText);
  }

  function clear() {
    setShortText('');
    setLongText('');
    takeFiles(NONE);
  }

  return {
    text,
    file: files[chosen] ?? null,
    files,
    removed,
    setText,
    setFiles: (next) => takeFiles(next.map((body) => ({ name: body.name, body }))),
    chooseFile: (file) => setChosen(files.indexOf(file)),
    removeFile,
    restoreFile,
    clear,
  };
}
