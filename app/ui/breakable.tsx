import { Fragment } from 'react';

/** A long name or path that may break after its own separators, not in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[_./:-])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}
