import { ExternalLink } from 'lucide-react';

import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';

import type { PendingConsent } from './app-record.ts';

/** Whoever pressed a button within the app may have scrolled past the question. */
function showOnce(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Asks the person whether an app may call a tool, or open a page. */
export function AppConsent({
  open,
  onAlways,
}: {
  open: PendingConsent;
  onAlways: (tool: string) => void;
}) {
  const { question, answer } = open;
  const title =
    question.kind === 'tool' ? 'The app asks to call a tool' : 'The app asks to open a page';
  return (
    <section
      ref={showOnce}
      aria-label={title}
      className="space-y-3 rounded-panel border border-pencil bg-raised px-4 py-3"
    >
      <h3 className="text-base text-pencil">{title}</h3>
      <output className="sr-only">{title}</output>
      <p className="font-mono text-sm wrap-anywhere">
        <HiddenMarks text={question.kind === 'tool' ? question.name : question.url} />
      </p>
      {question.kind === 'tool' ? (
        <JsonTree value={question.arguments} label="arguments of the app" />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {question.kind === 'tool' ? (
          <>
            <Button variant="primary" onClick={() => answer(true)}>
              Allow once
            </Button>
            <Button onClick={() => onAlways(question.name)}>Allow while the app runs</Button>
          </>
        ) : (
          <a
            href={question.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('primary')}
            onClick={() => answer(true)}
          >
            <ExternalLink aria-hidden />
            Open the page
          </a>
        )}
        <Button onClick={() => answer(false)}>Refuse</Button>
      </div>
    </section>
  );
}
