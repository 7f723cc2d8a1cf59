import { clsx } from 'clsx';

import { ScrollArea } from '#app/ui/scroll-area.tsx';

import { CopyButton } from './copy-button.tsx';

/** Text as it is, with a copy button; scrolls inside itself. */
export function CodeBlock({
  text,
  label,
  copied = text,
  isRepeated = false,
  className,
}: {
  text: string;
  label: string;
  /** The text that the button copies, if it differs: one whose secret is masked on the screen. */
  copied?: string;
  /** The page has several of this label. */
  isRepeated?: boolean;
  className?: string;
}) {
  return (
    <div dir="ltr" className={clsx('relative rounded-panel border bg-raised', className)}>
      <ScrollArea label={label} isRepeated={isRepeated} className="max-h-96 rounded-panel">
        {/* As wide as its text, so that the end of a line can be scrolled from under the button. */}
        <pre className="w-max min-w-full py-2.5 pe-12 ps-3 leading-5">{text}</pre>
      </ScrollArea>
      <div className="absolute top-0 end-0 rounded-panel bg-raised p-1">
        <CopyButton text={copied} what={label} />
      </div>
    </div>
  );
}
