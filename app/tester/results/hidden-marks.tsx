import { splitHidden } from '#app/blueprint/import/text/visible-text.ts';

import { describeHidden } from './describe-hidden.ts';

/** A server's text, in which each run of hidden characters is a mark that names them. */
export function HiddenMarks({ text }: { text: string }) {
  return splitHidden(text).map((run, index) => {
    if (!run.isHidden) return run.text;
    const { mark, title } = describeHidden(run.text);
    return (
      <mark
        key={index}
        title={title}
        className="mx-0.5 rounded-[3px] bg-warn-tint px-1 font-mono text-sm wrap-anywhere text-warn"
      >
        {mark}
      </mark>
    );
  });
}
